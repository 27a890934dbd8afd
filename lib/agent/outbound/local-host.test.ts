import { expect, test } from "vitest";
import { isLocalHost, LocalHostError, lookUpRemote } from "@/lib/agent/outbound/local-host";

test.each([
	["127.9.9.9", true],
	["169.254.169.254", true],
	["0.0.0.0", true],
	["::", true],
	["::1", true],
	["::ffff:169.254.1.1", true],
	["fe80::1%eth0", true],
	["febf::1", true],
	["store.localhost", true],
	["10.0.0.1", false],
	["fec0::1", false],
	["::ffff:10.0.0.1", false],
	["localhost.example", false],
])("%s is local: %s", (host, expected) => {
	expect(isLocalHost(host)).toBe(expected);
});

const lookUp = (host: string, all: boolean) =>
	new Promise((resolve, reject) => {
		lookUpRemote(host, { all }, (error, address) => (error === null ? resolve(address) : reject(error)));
	});

test.each([true, false])("a name with a local address does not resolve, with all of them: %s", async (all) => {
	await expect(lookUp("localhost", all)).rejects.toThrow(LocalHostError);
	expect(await lookUp("192.0.2.1", all)).toEqual(all ? [{ address: "192.0.2.1", family: 4 }] : "192.0.2.1");
});
