import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Global unicast of IPv6; whatever lies elsewhere is no address of the internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
/** Public by its number, and yet the metadata service of a cloud's machines. */
const METADATA = "168.63.129.16";

/**
 * Why an address may be connected to: it is on the internet, or in a network that the settings
 * name.
 */
export type Reach = "public" | "allowed" | "refused";

/**
 * Judges an address that a message of a customer's choice is to be sent to. IPv4 addresses inside
 * IPv6 (mapped, NAT64) count as IPv4.
 * @param allowed CIDR blocks and addresses of WEBHOOK_ALLOWED_NETWORKS
 */
export function reachOf(address: string, allowed: readonly string[]): Reach {
	const bare = address.replace(/%.*$/, "");
	if (!ipaddr.isValid(bare)) return "refused";
	const own = innermost(ipaddr.process(bare));
	if (allowed.some((block) => contains(block, own))) return "allowed";
	if (own instanceof ipaddr.IPv4)
		return own.range() === "unicast" && own.toString() !== METADATA ? "public" : "refused";
	return own.match(GLOBAL_UNICAST) && own.range() === "unicast" ? "public" : "refused";
}

/** The IPv4 address to which a NAT64 gateway forwards. */
function innermost(address: Address): Address {
	if (!(address instanceof ipaddr.IPv6) || !address.match(NAT64)) return address;
	return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

function contains(block: string, address: Address): boolean {
	const [network, bits] = ipaddr.isValidCIDR(block) ? ipaddr.parseCIDR(block) : singleOf(block);
	const mapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96;
	if (mapped) return address instanceof ipaddr.IPv4 && address.match(network.toIPv4Address(), bits - 96);
	return network.kind() === address.kind() && address.match(network, bits);
}

function singleOf(block: string): [Address, number] {
	const single = ipaddr.process(block);
	return [single, single.kind() === "ipv4" ? 32 : 128];
}
