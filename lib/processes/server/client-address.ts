import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import { parseBlock } from "@/lib/domain/accounts/addresses";
import { isLoopback as isLoopbackHost } from "@/lib/platform/env";
import { forwardingOf, listOf } from "./forwarding";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * The sender of a request and its connection, as far as they are trusted (docs/contract.md, HTTPS).
 */
export interface Client {
	/** Textual IP address; never IPv4 in IPv6 notation. */
	readonly address: string;
	/** TLS here or at a trusted proxy, or a caller on this machine: see {@link isThisMachine}. */
	readonly secure: boolean;
	/** Whether the peer is a trusted proxy, whose forwarding headers count. */
	readonly throughProxy: boolean;
	/** The scheme and host of the client's request, according to trusted proxies. */
	readonly asked?: { readonly scheme: string; readonly host: string | undefined };
	/**
	 * The client that an untrusted peer names: the peer may be a proxy missing from TRUSTED_PROXIES.
	 */
	readonly speaksFor?: string;
}

/** Whether an address is that of a trusted proxy. */
export type ProxyTest = (address: Address) => boolean;

/**
 * Compiles TRUSTED_PROXIES: CIDR blocks or single addresses, separated by commas or blanks.
 * @throws Error that names the setting and the invalid entry
 */
export function compileTrustedProxies(list: string): ProxyTest {
	const blocks = list
		.split(/[\s,]+/)
		.filter((entry) => entry !== "")
		.map(requireBlock);
	return (address) =>
		blocks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}

/**
 * Finds the client behind trusted proxies: from the peer back through `X-Forwarded-For` or
 * `Forwarded`, as long as the nearer hop is trusted. Ignores forwarding headers of an untrusted peer.
 */
export function identifyClient(
	peer: string | undefined,
	encrypted: boolean,
	headers: IncomingHttpHeaders,
	isTrusted: ProxyTest,
): Client {
	const known = peerOf(peer ?? "");
	// The peer has disconnected.
	if (!known) return { address: "0.0.0.0", secure: encrypted, throughProxy: false };
	const safe = encrypted || isThisMachine(known, headers);
	if (!isTrusted(known.address)) {
		const [speaksFor] = claimsOf(headers);
		const client = { address: known.text, secure: safe, throughProxy: false };
		return speaksFor === undefined ? client : { ...client, speaksFor };
	}

	let client = known.address;
	let speaksFor: string | undefined;
	let proxies = 0;
	const forwarding = forwardingOf(headers, encrypted);
	const hops = [...forwarding.hops].reverse();
	for (const [index, entry] of hops.entries()) {
		proxies += 1;
		const hop = parseAddress(withoutPort(entry));
		// Some write `unknown` instead of an address.
		if (!hop) break;
		client = hop;
		speaksFor = hops[index + 1];
		if (!isTrusted(hop)) break;
		speaksFor = undefined;
	}
	const { protocols, host } = forwarding.asked(proxies);
	const secure = protocols.length === 0 ? safe : protocols.every((name) => name.toLowerCase() === "https");
	const asked = { scheme: protocols[0] ?? (encrypted ? "https" : "http"), host };
	const found = { address: client.toString(), secure, throughProxy: true, asked };
	return speaksFor === undefined ? found : { ...found, speaksFor };
}

/** Clients that a proxy names. */
function claimsOf(headers: IncomingHttpHeaders): string[] {
	return ["x-forwarded-for", "x-real-ip", "forwarded"].flatMap((name) => listOf(headers[name]));
}

/**
 * Whether the caller is a program on this machine. A proxy on this machine that forwards for other
 * machines sends the requested host, or forwarding headers.
 */
function isThisMachine({ loopback }: Peer, headers: IncomingHttpHeaders): boolean {
	if (!loopback) return false;
	const host = (headers.host ?? "").toLowerCase().replace(/:\d+$/, "");
	return isLoopbackHost(host) && FORWARDING_HEADERS.every((name) => headers[name] === undefined);
}

/** Headers in which proxies name their client. */
export const FORWARDING_HEADERS = [
	"forwarded",
	"via",
	"x-forwarded-for",
	"x-forwarded-host",
	"x-forwarded-port",
	"x-forwarded-proto",
	"x-real-ip",
] as const;

interface Peer {
	readonly address: Address;
	readonly text: string;
	readonly loopback: boolean;
}

const MOST_PEERS = 1_000;
const peers = new Map<string, Peer>();

/** Recent peers are cached: parsing an address is the most expensive step here. */
function peerOf(peer: string): Peer | undefined {
	const known = peers.get(peer);
	if (known) return known;
	const address = parseAddress(peer);
	if (!address) return undefined;
	if (peers.size >= MOST_PEERS) peers.clear();
	const found = { address, text: address.toString(), loopback: address.range() === "loopback" };
	peers.set(peer, found);
	return found;
}

function requireBlock(entry: string): [Address, number] {
	const block = parseBlock(entry);
	if (block !== null) return block;
	throw new Error(`TRUSTED_PROXIES must be CIDR blocks separated by commas, and '${entry}' is none`);
}

/** IPv4 with four decimal parts only: other programs read `127.1` and `0177.0.0.1` differently. */
function parseAddress(text: string): Address | undefined {
	const [withoutZone = ""] = text.split("%", 1);
	const valid = ipaddr.IPv6.isValid(withoutZone) || ipaddr.IPv4.isValidFourPartDecimal(withoutZone);
	return valid ? ipaddr.process(withoutZone) : undefined;
}

/** A port may be hidden behind a name (RFC 7239). */
function withoutPort(entry: string): string {
	const [, bracketed] = /^\[([^\]]+)\](?::(?:\d+|_[\w.-]+))?$/.exec(entry) ?? [];
	if (bracketed !== undefined) return bracketed;
	return /^[\d.]+:(?:\d+|_[\w.-]+)$/.test(entry) ? entry.slice(0, entry.indexOf(":")) : entry;
}
