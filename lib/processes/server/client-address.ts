import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import { parseBlock } from "@/lib/domain/accounts/addresses";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Who sent a request, and over what, as far as the server may believe it (docs/contract.md, HTTPS).
 */
export interface Client {
	/** Textual IP address; IPv4 is never written as IPv6. */
	readonly address: string;
	/** TLS here or at a trusted proxy, or a caller on this machine. */
	readonly secure: boolean;
	/** A program on this machine that calls for itself, as far as anybody says. */
	readonly local: boolean;
	/** Whether the sender of the request itself is a trusted proxy, whose X- headers count. */
	readonly throughProxy: boolean;
	/** For whom this address says that it speaks, which is not believed: it may be a proxy that nobody named. */
	readonly speaksFor?: string;
}

/** A list of proxies, compiled: whether an address is one of them. */
export type ProxyTest = (address: Address) => boolean;

/**
 * Compiles TRUSTED_PROXIES: CIDR blocks or single addresses, separated by commas or blanks.
 * @throws Error that names the variable and the entry that is neither.
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
 * Finds the caller behind trusted proxies: from the socket's peer, back through `X-Forwarded-For` for as long as the
 * nearer hop is trusted. What an untrusted peer says about itself is not looked at.
 */
export function identifyClient(
	peer: string | undefined,
	encrypted: boolean,
	headers: IncomingHttpHeaders,
	isTrusted: ProxyTest,
): Client {
	const known = peerOf(peer ?? "");
	// The peer has gone already: there is nobody to answer.
	if (!known) return { address: "0.0.0.0", secure: encrypted, local: false, throughProxy: false };
	if (!isTrusted(known.address)) {
		const local = known.loopback && !speaksForAnother(headers);
		const [speaksFor] = claimsOf(headers);
		const client = { address: known.text, secure: encrypted || known.loopback, local, throughProxy: false };
		return speaksFor === undefined ? client : { ...client, speaksFor };
	}

	let client = known.address;
	// Whether the proxies say for whom they speak: some write `unknown` where others write an address.
	let told = false;
	let speaksFor: string | undefined;
	const hops = listOf(headers["x-forwarded-for"]);
	for (const [index, entry] of hops.reverse().entries()) {
		const hop = parseAddress(withoutPort(entry));
		told = hop !== undefined;
		if (!hop) break;
		client = hop;
		speaksFor = hops[index + 1];
		if (!isTrusted(hop)) break;
		speaksFor = undefined;
	}
	const protocols = listOf(headers["x-forwarded-proto"]);
	const throughTls = protocols.length === 0 ? encrypted : protocols.every((name) => name.toLowerCase() === "https");
	// A proxy on this machine that says plain HTTP and not for whom does not speak for this machine.
	const plainHere = isLoopback(client) && (told || (hops.length === 0 && protocols.length === 0));
	const local = isLoopback(client) && (told || !speaksForAnother(headers));
	const found = { address: client.toString(), secure: throughTls || plainHere, local, throughProxy: true };
	return speaksFor === undefined ? found : { ...found, speaksFor };
}

/** Those for whom a proxy says that it speaks. */
function claimsOf(headers: IncomingHttpHeaders): string[] {
	return ["x-forwarded-for", "x-real-ip", "forwarded"].flatMap((name) => listOf(headers[name]));
}

/** What a proxy adds that nobody has told this server of: whom it speaks for is not believed, that it does so is. */
function speaksForAnother(headers: IncomingHttpHeaders): boolean {
	return FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
}

/** What proxies say about whom they speak for. */
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

/** The peers of late are remembered: reading an address costs more than all else that is found out about a request here. */
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
	throw new Error(`TRUSTED_PROXIES must be CIDR blocks separated by commas; '${entry}' is none.`);
}

/** IPv4 in four decimal parts alone: what other programs read otherwise (`127.1`, `0177.0.0.1`) is none. */
function parseAddress(text: string): Address | undefined {
	const [withoutZone = ""] = text.split("%", 1);
	const valid = ipaddr.IPv6.isValid(withoutZone) || ipaddr.IPv4.isValidFourPartDecimal(withoutZone);
	return valid ? ipaddr.process(withoutZone) : undefined;
}

function listOf(header: string | string[] | undefined): string[] {
	const text = Array.isArray(header) ? header.join(",") : (header ?? "");
	return text
		.split(",")
		.map((entry) => entry.trim())
		.filter((entry) => entry !== "");
}

function withoutPort(entry: string): string {
	const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(entry) ?? [];
	if (bracketed !== undefined) return bracketed;
	return /^[\d.]+:\d+$/.test(entry) ? entry.slice(0, entry.indexOf(":")) : entry;
}
