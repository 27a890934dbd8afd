import { describe, expect, test } from "vitest";
import { addressAllowed } from "./addresses";

/** A key may be restricted to addresses and CIDR blocks (docs/contract.md, API keys). */
describe("addressAllowed", () => {
	test.each([
		["no restriction", "192.0.2.7", [], true],
		["no restriction, and no address", null, [], true],
		["the address itself", "192.0.2.7", ["192.0.2.7"], true],
		["another address", "192.0.2.8", ["192.0.2.7"], false],
		["one of several", "192.0.2.7", ["198.51.100.0/24", "192.0.2.7"], true],
		["the first of a block", "192.0.2.0", ["192.0.2.0/28"], true],
		["the last of a block", "192.0.2.15", ["192.0.2.0/28"], true],
		["just behind a block", "192.0.2.16", ["192.0.2.0/28"], false],
		["a block that does not begin where it is written", "192.0.2.1", ["192.0.2.9/28"], true],
		["every IPv4 address", "192.0.2.7", ["0.0.0.0/0"], true],
		["IPv6 in a block of all IPv4", "2001:db8::1", ["0.0.0.0/0"], false],
		["IPv4 in a block of all IPv6", "192.0.2.7", ["::/0"], false],
		["IPv6 in a block", "2001:db8:0:1::7", ["2001:db8::/48"], true],
		["IPv6 in another spelling", "2001:0DB8:0:0::7", ["2001:db8::7"], true],
		["IPv6 outside of a block", "2001:db8:1::7", ["2001:db8::/48"], false],
		["IPv4 over an IPv6 socket", "::ffff:192.0.2.7", ["192.0.2.0/28"], true],
		["an IPv4 address written as IPv6", "192.0.2.7", ["::ffff:192.0.2.7"], true],
		["a block of IPv4 written as IPv6", "192.0.2.7", ["::ffff:192.0.2.0/124"], true],
		["outside of such a block", "192.0.2.16", ["::ffff:192.0.2.0/124"], false],
		["no address", null, ["192.0.2.7"], false],
		["what is no address", "unknown", ["0.0.0.0/0", "::/0"], false],
	] as [string, string | null, string[], boolean][])("%s: %s in %j is %s", (_what, address, blocks, allowed) => {
		expect(addressAllowed(address, blocks)).toBe(allowed);
	});
});
