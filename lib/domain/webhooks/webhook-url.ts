import { isIP } from "node:net";
import { reachOf } from "@/lib/platform/outgoing/reachable-address";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";

/**
 * The address of a webhook in its normal form. Each attempt checks the address that a name resolves
 * to.
 * @throws InvalidArgumentError for an address to which nothing could be sent
 */
export function webhookUrl(service: Pick<Service, "settings">, text: string): string {
	const networks = service.settings.WEBHOOK_ALLOWED_NETWORKS;
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
	if (url === null || !/^https?:$/.test(url.protocol))
		throw refused("must be an address such as https://example.com/hook");
	if (url.protocol === "http:" && networks.length === 0) throw refused("must start with https://");
	if (url.username !== "" || url.password !== "") throw refused("must not hold credentials");
	const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
	if (isIP(host) !== 0 && reachOf(host, networks) === "refused") {
		throw refused("must be an address on the internet, and not of a private network");
	}
	url.hash = "";
	return url.href;
}

function refused(words: string): InvalidArgumentError {
	return new InvalidArgumentError(`'url' ${words}`, { parameter: "url" });
}
