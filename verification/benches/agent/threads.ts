import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { answerAudience, answerProximity, createLookups } from "@/lib/agent/snapshot";
import { openVerifiedTargetingFile, type VerifiedTargetingFile } from "@/lib/formats/open";
import { count, print } from "@/verification/benches/figures";
import { nearPlace } from "./large-files";

const TARGETS = 100_000;

interface LookupThreadData {
	lookingUp: {
		readonly files: readonly VerifiedTargetingFile[];
		readonly ids: Uint8Array;
		readonly milliseconds: number;
	};
}

/** Lookups a second of one thread. */
interface Rates {
	readonly points: number;
	readonly devices: number;
}

/** Lookups of several threads at once in one copy of the files, without HTTP. */
export async function benchThreads(
	script: URL,
	files: readonly VerifiedTargetingFile[],
	ids: Uint8Array,
	milliseconds: number,
): Promise<void> {
	for (const threads of [1, 2]) {
		const data: LookupThreadData = { lookingUp: { files, ids, milliseconds } };
		const workers = Array.from({ length: threads }, () => new Worker(script, { workerData: data }));
		await Promise.all(workers.map((worker) => once(worker, "message")));
		for (const worker of workers) worker.postMessage("start");
		const rates = (await Promise.all(workers.map((worker) => once(worker, "message")))).map(([rate]) => rate as Rates);
		const shown = (of: keyof Rates) =>
			`${rates.map((rate) => count(rate[of])).join(" + ")} = ${count(rates.reduce((sum, rate) => sum + rate[of], 0))}`;
		print(
			`${threads} ${threads === 1 ? "thread" : "threads"}: points ${shown("points")}/s, devices ${shown("devices")}/s`,
		);
	}
}

/** Looks up on this thread when `benchThreads` started it. */
export async function lookUpOnThread(): Promise<boolean> {
	const data: Partial<LookupThreadData> | null = isMainThread ? null : workerData;
	if (!data?.lookingUp) return false;
	const { files, ids, milliseconds } = data.lookingUp;
	const matches = new Float64Array(1);
	const opened = files.map((verified) => {
		const file = openVerifiedTargetingFile(verified);
		return { file, rows: file.meta.sets.map(({ set_id }) => `"${set_id}"`), matches };
	});
	const lookups = createLookups(opened, null);
	const points = Array.from({ length: TARGETS }, nearPlace);
	const devices = Array.from({ length: TARGETS }, () => {
		const at = Math.floor((Math.random() * ids.length) / 16) * 16;
		return Buffer.from(ids.buffer, at, 16).toString("hex");
	});
	const rateOf = (look: (at: number) => void) => {
		const startedAt = performance.now();
		let done = 0;
		for (; performance.now() < startedAt + milliseconds; done += 1000)
			for (let at = 0; at < 1000; at++) look((done + at) % TARGETS);
		return (done / (performance.now() - startedAt)) * 1000;
	};
	const lookUpPoint = (at: number) => {
		const { latitude, longitude } = points[at] as (typeof points)[number];
		answerProximity(lookups, latitude, longitude);
	};
	const lookUpDevice = (at: number) => void answerAudience(lookups, devices[at] as string);
	rateOf(lookUpPoint);
	rateOf(lookUpDevice);
	parentPort?.postMessage("ready");
	if (parentPort) await once(parentPort, "message");
	const rates: Rates = { points: rateOf(lookUpPoint), devices: rateOf(lookUpDevice) };
	parentPort?.postMessage(rates);
	return true;
}
