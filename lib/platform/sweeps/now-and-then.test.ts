import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "./now-and-then";

test("a sweep runs every ten minutes", async () => {
	let now = Date.UTC(2026, 0, 5);
	const service = { now: () => new Date(now), signals: new EventEmitter() } as Service;
	const sweep = vi.fn(async () => 0);
	const swept = nowAndThen(sweep);
	for (const [minutes, times] of [
		[0, 1],
		[9, 1],
		[2, 2],
		[9, 2],
		[20, 3],
	] as const) {
		now += minutes * 60_000;
		await swept(service);
		expect(sweep).toHaveBeenCalledTimes(times);
	}
});
