import { lookup as lookUp } from "node:dns/promises";
import type { ClientRequest } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { OutgoingProblem, problemOf } from "./outgoing-problem";
import { reachOf } from "./reachable-address";

/** Finds the addresses of a host. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** The addresses that outgoing connections may reach. */
export interface Reachable {
	/** CIDR blocks whose addresses may be private, and may be spoken to without TLS. */
	readonly allowedNetworks: readonly string[];
	readonly resolve?: Resolve;
}

const resolveByDns: Resolve = (host) => lookUp(host, { all: true });

/** An address in place of a name is not looked up, and is judged before. */
export function requireReachableLiteral({ protocol, hostname }: URL, options: Reachable): void {
	const host = hostname.replace(/^\[(.*)\]$/, "$1");
	if (isIP(host) !== 0) requireReachable(host, protocol, options);
}

function requireReachable(address: string, protocol: string, { allowedNetworks }: Reachable): void {
	const reach = reachOf(address, allowedNetworks);
	if (reach === "refused")
		throw new OutgoingProblem("the address is not on the internet, and not in an allowed network");
	if (reach === "public" && protocol !== "https:") throw new OutgoingProblem("only https reaches the internet");
}

/** Looks the host up, and offers the addresses alone that may be connected to. */
export function reachableLookup(protocol: string, options: Reachable): LookupFunction {
	const { resolve = resolveByDns } = options;
	return (host, { all }, callback) => {
		resolve(host).then(
			(found) => {
				const reachable = found.filter(({ address }) => isReachable(address, protocol, options));
				const [first] = reachable;
				if (first === undefined) {
					// The problem in words is that of the first address.
					const problem = found[0] === undefined ? new OutgoingProblem("the host has no address") : null;
					callback(problem ?? refusalOf(found[0]?.address ?? "", protocol, options), "");
				} else if (all) callback(null, [...reachable]);
				else callback(null, first.address, first.family);
			},
			(error: Error) => callback(error, ""),
		);
	};
}

function isReachable(address: string, protocol: string, options: Reachable): boolean {
	return refusalOf(address, protocol, options) === null;
}

function refusalOf(address: string, protocol: string, options: Reachable): Error | null {
	try {
		requireReachable(address, protocol, options);
		return null;
	} catch (thrown) {
		return problemOf(thrown);
	}
}

/** Checks the connected address too: a forbidden one receives nothing. */
export function judgeConnection(sent: ClientRequest, protocol: string, options: Reachable): void {
	sent.on("socket", (socket) => {
		socket.prependOnceListener("connect", () => {
			const refusal = refusalOf(socket.remoteAddress ?? "", protocol, options);
			if (refusal !== null) sent.destroy(refusal);
		});
	});
}
