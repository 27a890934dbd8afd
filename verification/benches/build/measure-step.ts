import { setTimeout as wait } from "node:timers/promises";
import { forgetPeak, peakMegabytes } from "@/verification/benches/peak-memory";
import type { ServerProcess } from "@/verification/benches/processes";
import { type Api, ask } from "@/verification/benches/ui/api";

/** Figures of one step: how long it took, and what it left to others. */
export interface StepFigures {
	readonly what: string;
	readonly seconds: number;
	/** The server's peak memory during the step alone; null where the system does not tell. */
	readonly peakMegabytes: number | null;
	/** Reads meanwhile, and their times in milliseconds, ascending. */
	readonly reads: readonly number[];
	/** What the step made, in words. */
	readonly made: string;
}

/** What steps are measured against. */
export interface Measured extends Api {
	readonly pid: ServerProcess["pid"];
}

const READ_EVERY_MS = 20;

/**
 * Measures one step of a running service, while somebody reads a page of designs again and again.
 * @param work gives what it made, in words
 */
export async function measureStep(api: Measured, what: string, work: () => Promise<string>): Promise<StepFigures> {
	await forgetPeak(api.pid);
	const reading = new AbortController();
	const reads = readMeanwhile(api, reading.signal);
	const began = performance.now();
	try {
		const made = await work();
		const seconds = (performance.now() - began) / 1_000;
		const peak = await peakMegabytes(api.pid);
		reading.abort();
		return { what, seconds, peakMegabytes: peak, reads: (await reads).sort((a, b) => a - b), made };
	} finally {
		reading.abort();
	}
}

async function readMeanwhile(api: Api, signal: AbortSignal): Promise<number[]> {
	const times: number[] = [];
	while (!signal.aborted) {
		const began = performance.now();
		await ask(api, "GET", `/targeting/designs?limit=20&KEY=${api.key}`);
		times.push(performance.now() - began);
		await wait(READ_EVERY_MS);
	}
	return times;
}
