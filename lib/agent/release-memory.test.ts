import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { releaseMemory } from "@/lib/agent/release-memory";

const BYTES = 150e6;

/** Memory that another thread has filled. */
async function shared(): Promise<Uint8Array> {
	const script = `const bytes = new Uint8Array(new SharedArrayBuffer(${BYTES})).fill(1);
	require("node:worker_threads").parentPort.postMessage(bytes);`;
	const thread = new Worker(script, { eval: true });
	const [[bytes]] = await Promise.all([once(thread, "message"), once(thread, "exit")]);
	return bytes;
}

test("memory that threads shared is released once none uses it", async () => {
	let bytes: Uint8Array | null = await shared();
	const used = process.memoryUsage.rss();
	expect(bytes[BYTES - 1]).toBe(1);
	bytes = null;
	releaseMemory(BYTES);
	await expect.poll(() => used - process.memoryUsage.rss()).toBeGreaterThan(BYTES * 0.9);
});

test("small files wait until they have come to 64 MB, each time", async () => {
	vi.useFakeTimers();
	try {
		for (let round = 0; round < 2; round++) {
			for (let i = 0; i < 63; i++) releaseMemory(1e6);
			expect(vi.getTimerCount()).toBe(0);
			releaseMemory(1e6);
			releaseMemory(1e6);
			expect(vi.getTimerCount()).toBe(1);
			vi.runAllTimers();
		}
	} finally {
		vi.useRealTimers();
	}
});
