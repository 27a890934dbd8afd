import type { IncomingHttpHeaders } from "node:http";

/** The forwarding headers of a request (docs/operations.md, Proxies and TLS). */
export interface Forwarding {
	/** Addresses along the way, the client first and the caller of the nearest proxy last. */
	readonly hops: readonly string[];
	/**
	 * The client's request according to the nearest proxies: the protocol to each of them, and the
	 * requested host.
	 * @param proxies how many of them are trusted
	 */
	asked(proxies: number): { readonly protocols: readonly string[]; readonly host: string | undefined };
}

/** The element of one proxy in `Forwarded` (RFC 7239). */
interface Element {
	readonly for?: string;
	readonly host?: string;
	readonly proto?: string;
}

const X_HEADERS = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];
/** Ports that a proxy names which listens there for another one. */
const USUAL_PORTS = new Set([80, 443]);
const HOST = /^[\w.:[\]-]+$/;

/**
 * Reads the headers of proxies: `X-Forwarded-For`, `-Host`, `-Port` and `-Proto`, or `Forwarded`
 * where none of these is sent. A proxy that sets the former may pass on a client's `Forwarded`.
 * @param encrypted whether the nearest proxy speaks TLS, which counts where the client's proxy does
 *   not state its protocol
 */
export function forwardingOf(headers: IncomingHttpHeaders, encrypted: boolean): Forwarding {
	const own = encrypted ? "https" : "http";
	if (headers.forwarded === undefined || X_HEADERS.some((name) => headers[name] !== undefined)) {
		const [hops, protocols, hosts, ports] = [
			listOf(headers["x-forwarded-for"]),
			listOf(headers["x-forwarded-proto"]),
			listOf(headers["x-forwarded-host"]),
			listOf(headers["x-forwarded-port"]),
		];
		return { hops, asked: () => ({ protocols, host: withPort(hosts[0] ?? headers.host, ports[0]) }) };
	}
	const elements = parseForwarded(headers.forwarded);
	return {
		hops: elements.map((element) => element.for ?? "unknown"),
		asked: (proxies) => {
			const said = elements.slice(Math.max(0, elements.length - proxies));
			return {
				protocols: said.map(({ proto }, index) => proto ?? (index === 0 ? own : "https")),
				host: said.find(({ host }) => host !== undefined)?.host ?? headers.host,
			};
		},
	};
}

/** The items of a header, between commas. */
export function listOf(header: string | string[] | undefined): string[] {
	const text = Array.isArray(header) ? header.join(",") : (header ?? "");
	return text
		.split(",")
		.map((entry) => entry.trim())
		.filter((entry) => entry !== "");
}

/** A host that names a port itself has it. */
function withPort(host: string | undefined, port: string | undefined): string | undefined {
	if (host === undefined || port === undefined || /:\d+$/.test(host)) return host;
	const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
	return number < 1 || number > 65_535 || USUAL_PORTS.has(number) ? host : `${host}:${number}`;
}

/**
 * Parses `Forwarded` from its end, where the nearest proxy has written: quotes that a client leaves
 * open do not reach so far.
 */
function parseForwarded(header: string): Element[] {
	const elements: Element[] = [];
	let [end, quoted] = [header.length, false];
	for (let at = header.length - 1; at >= -1; at -= 1) {
		const char = header[at];
		if (char === '"') quoted = !quoted;
		if (char !== undefined && (char !== "," || quoted)) continue;
		const text = header.slice(at + 1, end).trim();
		if (text !== "") elements.push(parseElement(text));
		end = at;
	}
	return elements.reverse();
}

function parseElement(text: string): Element {
	const pairs = text.split(";").map((pair): [string, string] => {
		const [, name = "", quoted, token = ""] = /^\s*(\w+)=(?:"([^"]*)"|([^\s"]*))\s*$/.exec(pair) ?? [];
		return [name.toLowerCase(), (quoted ?? token).replace(/\\(.)/g, "$1")];
	});
	const { for: who, host, proto } = Object.fromEntries(pairs);
	return {
		...(who === undefined ? {} : { for: who }),
		...(host === undefined || !HOST.test(host) ? {} : { host }),
		...(proto === undefined ? {} : { proto: proto.toLowerCase() === "https" ? "https" : "http" }),
	};
}
