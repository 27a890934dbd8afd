import { BlockList, isIP } from "node:net";

/**
 * Whether an address is reached directly by the rules of NO_PROXY (lib/agent/README.md, Proxies): a
 * host with its subdomains, an IP address or a CIDR block, each with a port or without, or `*`.
 * This machine itself never needs a proxy. Host names are compared as written, and not resolved.
 */
export function bypassesProxy(url: URL, noProxy: string): boolean {
	const host = bareHost(url.hostname);
	if (isLoopback(host)) return true;
	const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
	const entries = noProxy.toLowerCase().split(/[\s,]+/);
	return entries.some((entry) => entry !== "" && matches(entry, host, port));
}

/** A host of a URL without the brackets of an IPv6 address and the dot at a name's end. */
export function bareHost(hostname: string): string {
	return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

function isLoopback(host: string): boolean {
	if (host === "localhost" || host.endsWith(".localhost")) return true;
	return isInBlock(host, "127.0.0.0/8") || host === "::1";
}

function matches(entry: string, host: string, port: string): boolean {
	if (entry === "*") return true;
	const { name, port: onlyPort } = splitPort(entry);
	if (onlyPort !== undefined && onlyPort !== port) return false;
	if (name.includes("/")) return isInBlock(host, name);
	if (isIP(name) !== 0) return isInBlock(host, `${name}/${isIP(name) === 4 ? 32 : 128}`);
	const suffix = bareHost(name.replace(/^\*?\./, ""));
	return suffix !== "" && (host === suffix || host.endsWith(`.${suffix}`));
}

/** An IPv6 address has a port only behind brackets. */
function splitPort(entry: string): { name: string; port: string | undefined } {
	const [, bracketed, behind] = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry) ?? [];
	if (bracketed !== undefined) return { name: bracketed, port: behind };
	const [, name, port] = /^([^:]*):(\d+)$/.exec(entry) ?? [];
	return name === undefined ? { name: entry, port: undefined } : { name, port };
}

function isInBlock(host: string, block: string): boolean {
	const family = isIP(host);
	const [network = "", length = ""] = block.split("/");
	if (family === 0 || isIP(network) !== family || !/^\d{1,3}$/.test(length)) return false;
	const bits = Number(length);
	if (bits > (family === 4 ? 32 : 128)) return false;
	const type = family === 4 ? "ipv4" : "ipv6";
	const blocks = new BlockList();
	blocks.addSubnet(network, bits, type);
	return blocks.check(host, type);
}
