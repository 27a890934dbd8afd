import ipaddr from "ipaddr.js";

/**
 * Whether an address equals one of the addresses or lies in one of the CIDR blocks; an IPv4 address
 * inside IPv6 counts as IPv4.
 */
export function addressAllowed(address: string | null, blocks: readonly string[]): boolean {
	if (blocks.length === 0) return true;
	if (address === null || !ipaddr.isValid(address)) return false;
	const own = ipaddr.process(address);
	return blocks.some((block) => {
		const [range, bits] = parseBlock(block) ?? [];
		return range !== undefined && bits !== undefined && range.kind() === own.kind() && own.match(range, bits);
	});
}

/** Parses a CIDR block or a single address; null for anything else. */
export function parseBlock(block: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
	if (ipaddr.isValidCIDR(block)) {
		const [network, bits] = ipaddr.parseCIDR(block);
		// Callers' IPv4 addresses are never written as IPv6, so blocks must not be either.
		const mapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96;
		return mapped ? [network.toIPv4Address(), bits - 96] : [network, bits];
	}
	if (!ipaddr.isValid(block)) return null;
	const single = ipaddr.process(block);
	return [single, single.kind() === "ipv4" ? 32 : 128];
}

/**
 * The network by which limits count a caller: the IPv4 address, or the first 64 bits of the IPv6
 * address.
 */
export function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const own = ipaddr.process(address);
	if (own instanceof ipaddr.IPv4) return own.toString();
	return `${new ipaddr.IPv6([...own.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
