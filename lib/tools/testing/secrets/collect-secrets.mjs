// Loaded by `node --import` before a service: writes the secrets that it makes to a file, one JSON
// object a line (lib/platform/made-secret.ts).
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

const { MADE_SECRETS_FILE } = process.env;
if (MADE_SECRETS_FILE) {
	subscribe("targeting.made-secret", (message) => {
		appendFileSync(MADE_SECRETS_FILE, `${JSON.stringify(message)}\n`, { mode: 0o600 });
	});
}
