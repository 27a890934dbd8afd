import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Addresses of this machine and its link, which another machine must not name. */
const LOCAL = new BlockList();
for (const [network, bits] of [
	["0.0.0.0", 8],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
] as const)
	LOCAL.addSubnet(network, bits, "ipv4");
LOCAL.addAddress("::", "ipv6");
LOCAL.addAddress("::1", "ipv6");
LOCAL.addSubnet("fe80::", 10, "ipv6");

/** Whether a host, without brackets, is by its name or address this machine or on its link. */
export function isLocalHost(host: string): boolean {
	return host === "localhost" || host.endsWith(".localhost") || isLocalAddress(host);
}

function isLocalAddress(host: string): boolean {
	const [address = ""] = host.split("%");
	const family = isIP(address);
	// An IPv4 address that is written as one of IPv6 counts as itself.
	return family !== 0 && LOCAL.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** Resolves a host like Node.js, and fails for one with a local address. */
export const lookUpRemote: LookupFunction = (host, options, callback) =>
	lookup(host, options, (error, address: string | LookupAddress[], family) => {
		const found = Array.isArray(address) ? address : [{ address }];
		const local = error === null ? found.find((each) => isLocalAddress(each.address)) : undefined;
		if (local === undefined) callback(error, address, family);
		else callback(new LocalHostError(), "", 0);
	});

/** A local host that another machine has named, which is not connected to. */
export class LocalHostError extends Error {
	override name = "LocalHostError";

	constructor() {
		super("it is this machine or on its link");
	}
}
