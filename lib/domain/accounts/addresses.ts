import ipaddr from "ipaddr.js";

/** Whether an address lies in one of the CIDR blocks or is one of the single addresses; an IPv4 address inside IPv6 counts as IPv4. */
export function addressAllowed(address: string | null, blocks: readonly string[]): boolean {
	if (blocks.length === 0) return true;
	if (address === null || !ipaddr.isValid(address)) return false;
	const own = ipaddr.process(address);
	return blocks.some((block) => {
		const [range, bits] = parseBlock(block) ?? [];
		return range !== undefined && bits !== undefined && range.kind() === own.kind() && own.match(range, bits);
	});
}

/** A CIDR block or a single address; null when it is neither. */
export function parseBlock(block: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
	if (ipaddr.isValidCIDR(block)) {
		const [network, bits] = ipaddr.parseCIDR(block);
		// Callers' IPv4 addresses are never written as IPv6, so that neither must be what they are compared with.
		const mapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96;
		return mapped ? [network.toIPv4Address(), bits - 96] : [network, bits];
	}
	if (!ipaddr.isValid(block)) return null;
	const single = ipaddr.process(block);
	return [single, single.kind() === "ipv4" ? 32 : 128];
}

/** Who an address is one of, as limits count callers: an IPv4 address alone, of IPv6 the 64 bits that one line is given. */
export function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const own = ipaddr.process(address);
	if (own instanceof ipaddr.IPv4) return own.toString();
	return `${new ipaddr.IPv6([...own.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
