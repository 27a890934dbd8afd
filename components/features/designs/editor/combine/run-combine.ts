import { type PackedFences, packFences, unpackFences } from "@/components/kit/map/packed-fences";
import { formatCount } from "@/lib/browser/format";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import type { CombineReply, CombineTask } from "./combine-worker";

/** The most geofences of a task: handing over more would stall the page. */
const AT_MOST = 10_000;
const TIMEOUT = 30_000;

/**
 * Runs a task on a worker, so that the map stays responsive; an abort ends it at once.
 * @throws an error with a sentence when it cannot be done, or the abort
 */
export function runCombine(task: CombineTask, signal: AbortSignal): Promise<Geofence[]> {
	return new Promise((resolve, reject) => {
		if (task.fences.length > AT_MOST) {
			reject(new Error(`Select at most ${formatCount(AT_MOST)} geofences for this.`));
			return;
		}
		const worker = new Worker(new URL("./combine-worker.ts", import.meta.url), { type: "module" });
		const end = (settle: () => void) => {
			worker.terminate();
			clearTimeout(timer);
			settle();
		};
		const fail = (words: string) => end(() => reject(new Error(words)));
		const timer = setTimeout(() => fail("This takes too long. Select fewer or simpler geofences."), TIMEOUT);
		signal.addEventListener("abort", () => end(() => reject(signal.reason)), { once: true });
		// The worker reports its own errors; this one means that it did not load, or crashed.
		worker.onerror = () => fail("This could not be started. Check the connection, then try again.");
		worker.onmessage = ({ data }: MessageEvent<CombineReply<PackedFences>>) => {
			if ("refused" in data) fail(data.refused);
			else end(() => resolve(unpackFences(data.made)));
		};
		const { packed, memory } = packFences(task.fences);
		worker.postMessage({ ...task, fences: packed }, memory);
	});
}
