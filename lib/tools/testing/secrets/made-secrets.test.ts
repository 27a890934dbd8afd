import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MADE_SECRETS } from "@/lib/platform/made-secret";
import { projectPath } from "@/lib/platform/project-path";
import { SecretFinder } from "./secret-finder";

/** Files with random or keyed bytes that are no secrets of their own, and why. */
const NO_SECRETS: Readonly<Record<string, string>> = {
	"components/features/designs/editor/set-panel.tsx": "keys of parts of a page",
	"lib/domain/accounts/credentials/grant-token.ts": "nonces, whose tokens secrets.ts makes",
	"lib/domain/accounts/second-factor/asks-second-factor.ts": "a byte that decides what is asked",
	"lib/domain/accounts/second-factor/challenge.ts": "questions that are sent to whoever wants them",
	"lib/domain/audit/chain/signatures.ts": "signatures of events, which everybody who audits reads",
	"lib/domain/opt-outs/change-opt-outs.ts": "the salt of a list, which agents read",
	"lib/http/routes/single-sign-on-route.ts": "the state of a sign-in, which the address of the provider shows",
	"lib/platform/archive/archive-key.ts": "the salt of a passphrase, which an archive shows",
	"lib/platform/archive/archive-writer.ts": "salts of entries, which an archive shows",
	"lib/platform/seal.ts": "nonces",
	"lib/processes/server/add-page-headers.ts": "nonces of pages",
	"lib/processes/startup/service-identity.ts": "what decides which e-mails are asked for a factor",
};
const MAKES = /\b(randomBytes|randomInt|getRandomValues|createHmac|generateSecret|generateKey\w*)\(/;

const files = ["lib", "app", "components"]
	.flatMap((directory) =>
		readdirSync(projectPath(directory), { recursive: true, encoding: "utf8" }).map((name) => join(directory, name)),
	)
	.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^lib\/(generated|tools)\/|\/testing\//.test(name));
const textOf = (name: string) => readFileSync(projectPath(name), "utf8");

test("whatever makes a secret says so, and every kind is made somewhere", () => {
	const makers = files.filter((name) => MAKES.test(textOf(name)));
	const silent = makers.filter((name) => !textOf(name).includes("madeSecret(") && NO_SECRETS[name] === undefined);
	expect(silent, "call madeSecret, or say in this test why it is no secret").toEqual([]);
	expect(Object.keys(NO_SECRETS).filter((name) => !makers.includes(name))).toEqual([]);
	const all = files.map(textOf).join("\n");
	expect(MADE_SECRETS.filter((kind) => !all.includes(`madeSecret("${kind}"`))).toEqual([]);
});

const SECRET = "tsk_of+a/test that-is%long";
const finder = new SecretFinder([{ kind: "API key", secret: SECRET }]);

test.each<readonly [string, string]>([
	["API key (as it is)", `{"key":"${SECRET}"}`],
	["API key (in a URL)", `/a?KEY=${encodeURIComponent(SECRET)}&b`],
	["API key (in a form)", new URLSearchParams({ KEY: SECRET }).toString()],
	["API key (in hex)", Buffer.from(`x${SECRET}`).toString("hex")],
	["API key (in hex)", Buffer.from(SECRET).toString("hex").toUpperCase()],
	...["", "u", "u:", "u:p"].flatMap((before) => [
		["API key (in base64)", Buffer.from(`${before}${SECRET} and more`).toString("base64")] as const,
		["API key (in base64url)", Buffer.from(`${before}${SECRET}`).toString("base64url")] as const,
	]),
])("finds %s in %s", (found, text) => {
	// Some encodings of these bytes have no letter that tells base64 from base64url.
	expect([...finder.find(Buffer.from(text))].map((each) => each.replace("base64url", "base64"))).toContain(
		found.replace("base64url", "base64"),
	);
	expect(finder.find(Buffer.from(text.slice(0, text.length / 2)))).toEqual(new Set());
});
