import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import { parseBlock } from "@/lib/domain/accounts/addresses";
import { forwardingOf, listOf } from "./forwarding";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * The sender of a request and its connection, as far as they are trusted (docs/contract.md, HTTPS).
 */
export interface Client {
	/** Textual IP address; never IPv4 in IPv6 notation. */
	readonly address: string;
	/** TLS here or at a trusted proxy, or a caller on this machine. */
	readonly secure: boolean;
	/** A program on this machine that names no other client. */
	readonly local: boolean;
	/** Whether the peer is a trusted proxy, whose forwarding headers count. */
	readonly throughProxy: boolean;
	/** What the client asked for, as trusted proxies say it. */
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
	if (!known) return { address: "0.0.0.0", secure: encrypted, local: false, throughProxy: false };
	if (!isTrusted(known.address)) {
		const local = known.loopback && !speaksForAnother(headers);
		const [speaksFor] = claimsOf(headers);
		const client = { address: known.text, secure: encrypted || known.loopback, local, throughProxy: false };
		return speaksFor === undefined ? client : { ...client, speaksFor };
	}

	let client = known.address;
	// Whether a proxy names its client; some write `unknown` instead of an address.
	let named = false;
	let speaksFor: string | undefined;
	let proxies = 0;
	const forwarding = forwardingOf(headers, encrypted);
	const hops = [...forwarding.hops].reverse();
	for (const [index, entry] of hops.entries()) {
		proxies += 1;
		const hop = parseAddress(withoutPort(entry));
		named = hop !== undefined;
		if (!hop) break;
		client = hop;
		speaksFor = hops[index + 1];
		if (!isTrusted(hop)) break;
		speaksFor = undefined;
	}
	const { protocols, host } = forwarding.asked(proxies);
	const throughTls = protocols.length === 0 ? encrypted : protocols.every((name) => name.toLowerCase() === "https");
	// Plain HTTP from a proxy on this machine that names no client is not this machine's own request.
	const plainHere = isLoopback(client) && (named || (hops.length === 0 && protocols.length === 0));
	const local = isLoopback(client) && (named || !speaksForAnother(headers));
	const asked = { scheme: protocols[0] ?? (encrypted ? "https" : "http"), host };
	const found = { address: client.toString(), secure: throughTls || plainHere, local, throughProxy: true, asked };
	return speaksFor === undefined ? found : { ...found, speaksFor };
}

/** Clients that a proxy names. */
function claimsOf(headers: IncomingHttpHeaders): string[] {
	return ["x-forwarded-for", "x-real-ip", "forwarded"].flatMap((name) => listOf(headers[name]));
}

/**
 * The client that an untrusted peer names: it is not trusted, but shows that the peer is a proxy.
 */
function speaksForAnother(headers: IncomingHttpHeaders): boolean {
	return FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
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
	const found = { address, text: address.toString(), loopback: isLoopback(address) };
	peers.set(peer, found);
	return found;
}

function isLoopback(address: Address): boolean {
	return address.range() === "loopback";
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
