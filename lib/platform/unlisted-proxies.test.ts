import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { forgetProxies, isUnlistedProxy, noteUnlistedProxy, unlistedProxies } from "./unlisted-proxies";

beforeEach(() => forgetProxies());
afterEach(() => {
	vi.useRealTimers();
	forgetProxies();
});

const spy = () => vi.spyOn(log, "warn").mockImplementation(() => undefined);

test("one on this machine or of a private network is told of once, at its first request", () => {
	const warned = spy();
	for (const address of ["127.0.0.1", "10.0.0.5", "fd00::5"]) {
		noteUnlistedProxy(address, "198.51.100.1", true);
		noteUnlistedProxy(address, "198.51.100.2", true);
	}
	expect(warned.mock.calls.map(([fields]) => fields)).toEqual([
		{ proxy: "127.0.0.1" },
		{ proxy: "10.0.0.5" },
		{ proxy: "fd00::5" },
	]);
	expect(unlistedProxies()).toEqual(["127.0.0.1", "10.0.0.5", "fd00::5"]);
	expect([isUnlistedProxy("10.0.0.5"), isUnlistedProxy("10.0.0.6")]).toEqual([true, false]);
});

test.each([
	["a stranger of the internet", "203.0.113.9", true],
	["one that a trusted proxy names", "10.0.0.9", false],
])("%s is believed to be one when it speaks for many", (_, address, isNear) => {
	const warned = spy();
	for (let round = 0; round < 3; round += 1) {
		for (let client = 1; client < 20; client += 1) noteUnlistedProxy(address, `198.51.100.${client}`, isNear);
	}
	expect([isUnlistedProxy(address), unlistedProxies()]).toEqual([false, []]);
	noteUnlistedProxy(address, "198.51.100.20", isNear);
	expect(unlistedProxies()).toEqual([address]);
	expect(warned).toHaveBeenCalledOnce();
});

test("one that has not forwarded anything for an hour is gone", () => {
	spy();
	vi.useFakeTimers({ toFake: ["Date"] });
	noteUnlistedProxy("10.0.0.5", "198.51.100.1", true);
	vi.setSystemTime(Date.now() + 3_599_000);
	expect(unlistedProxies()).toEqual(["10.0.0.5"]);
	vi.setSystemTime(Date.now() + 1_000);
	expect([isUnlistedProxy("10.0.0.5"), unlistedProxies()]).toEqual([false, []]);
});
