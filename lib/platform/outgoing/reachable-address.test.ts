import { describe, expect, test } from "vitest";
import { reachOf } from "./reachable-address";

describe("addresses that messages may be sent to", () => {
	test.each([
		["8.8.8.8", "public"],
		["2606:4700:4700::1111", "public"],
		["::ffff:8.8.8.8", "public"],
		["64:ff9b::8.8.8.8", "public"],
		["127.0.0.1", "refused"],
		["127.9.9.9", "refused"],
		["0.0.0.0", "refused"],
		["10.0.0.1", "refused"],
		["172.16.0.1", "refused"],
		["192.168.1.1", "refused"],
		["100.64.0.1", "refused"],
		["100.100.100.200", "refused"],
		["169.254.169.254", "refused"],
		["168.63.129.16", "refused"],
		["192.0.0.192", "refused"],
		["198.18.0.1", "refused"],
		["224.0.0.1", "refused"],
		["255.255.255.255", "refused"],
		["240.0.0.1", "refused"],
		["::1", "refused"],
		["::", "refused"],
		["::127.0.0.1", "refused"],
		["::ffff:127.0.0.1", "refused"],
		["::ffff:7f00:1", "refused"],
		["::ffff:0:127.0.0.1", "refused"],
		["64:ff9b::127.0.0.1", "refused"],
		["64:ff9b::a00:1", "refused"],
		["64:ff9b:1::a00:1", "refused"],
		["2002:7f00:1::", "refused"],
		["2001::1", "refused"],
		["2001:db8::1", "refused"],
		["fe80::1", "refused"],
		["fe80::1%eth0", "refused"],
		["fec0::1", "refused"],
		["fd00:ec2::254", "refused"],
		["ff02::1", "refused"],
		["not an address", "refused"],
		["", "refused"],
	])("%s is %s", (address, reach) => {
		expect(reachOf(address, [])).toBe(reach);
	});

	test.each([
		["10.1.2.3", ["10.1.0.0/16"], "allowed"],
		["::ffff:10.1.2.3", ["10.1.0.0/16"], "allowed"],
		["64:ff9b::10.1.2.3", ["10.1.0.0/16"], "allowed"],
		["10.1.2.3", ["::ffff:10.1.0.0/112"], "allowed"],
		["10.2.2.3", ["10.1.0.0/16"], "refused"],
		["127.0.0.1", ["127.0.0.1"], "allowed"],
		["127.0.0.2", ["127.0.0.1"], "refused"],
		["fd00::1", ["fd00::/8"], "allowed"],
		["10.0.0.1", ["fd00::/8"], "refused"],
		["8.8.8.8", ["10.0.0.0/8"], "public"],
	])("%s with %j is %s", (address, allowed, reach) => {
		expect(reachOf(address, allowed)).toBe(reach);
	});
});
