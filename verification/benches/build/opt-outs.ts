import { randomFillSync } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerAudience, createSnapshot, type Snapshot } from "@/lib/agent/snapshot";
import { OPT_OUT_SALT_BYTES, OPT_OUT_WORDS } from "@/lib/formats/opt-out-hash";
import { openOptOutList } from "@/lib/formats/opt-out-list";
import { sortOptOuts } from "@/lib/formats/opt-out-table";
import { writeOptOuts } from "@/lib/formats/write-opt-outs";
import { hex, pick, random, servedContents } from "@/verification/benches/agent-contents";

/** What a list of opt-outs costs an agent. */
export interface OptOutFigures {
	readonly ids: number;
	/** Bytes of the list, which the agent has in memory. */
	readonly bytes: number;
	/** Milliseconds of reading and verifying it. */
	readonly opened: number;
	/** Lookups of devices in a second of CPU time, medians of rounds in turns. */
	readonly without: number;
	readonly withList: number;
	/** Median of what the list takes of the lookups in a round. */
	readonly cost: number;
}

const ROUNDS = 60;
const SLICE_MS = 20;
const PASS = 2_000;

/** Compares an agent's lookups of devices with a list of so many opt-outs and without one. */
export async function measureOptOuts(ids: number): Promise<OptOutFigures> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-opt-outs-"));
	try {
		const path = join(directory, "opt-outs.tgt");
		// Hashes of ids are as good as random.
		const hashes = randomFillSync(new Uint32Array(ids * OPT_OUT_WORDS));
		await writeOptOuts(path, hex(OPT_OUT_SALT_BYTES * 2), sortOptOuts(hashes));
		const began = performance.now();
		const list = openOptOutList(new Uint8Array(await readFile(path)));
		const opened = performance.now() - began;
		const contents = await servedContents();
		const devices = Array.from({ length: PASS }, () => (random() < 0.5 ? pick(contents.ids) : hex(32)));
		const sides = [contents.snapshot, createSnapshot(contents.snapshot.files, list)] as const;
		const rates = compare(sides, devices);
		const [without, withList] = rates;
		const cost = 1 - median(withList.map((rate, round) => rate / (without[round] ?? rate)));
		return { ids, bytes: list.bytes, opened, without: median(without), withList: median(withList), cost };
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

function compare(sides: readonly [Snapshot, Snapshot], devices: readonly string[]): [number[], number[]] {
	const rates: [number[], number[]] = [[], []];
	for (let round = -5; round < ROUNDS; round++) {
		// Neither side is always the first one.
		for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
			const rate = measure(sides[side], devices);
			if (round >= 0) rates[side].push(rate);
		}
	}
	return rates;
}

function measure(snapshot: Snapshot, devices: readonly string[]): number {
	const from = cpuMs();
	let [lookups, used] = [0, 0];
	while (used < SLICE_MS) {
		for (const device of devices) answerAudience(snapshot, device);
		lookups += devices.length;
		used = cpuMs() - from;
	}
	return (lookups / used) * 1_000;
}

function cpuMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
