import { randomFillSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { answerAudience, createSnapshot } from "@/lib/agent/snapshot";
import { OPT_OUT_SALT_BYTES, OPT_OUT_WORDS } from "@/lib/formats/opt-out-hash";
import { openOptOutList } from "@/lib/formats/opt-out-list";
import { sortOptOuts } from "@/lib/formats/opt-out-table";
import { writeOptOuts } from "@/lib/formats/write-opt-outs";
import { servedContents } from "@/verification/benches/agent/contents";
import { count, cpuMs, inTurns, median, milliseconds, printTable, ratio, timed } from "@/verification/benches/figures";
import { hex, pick, random } from "@/verification/benches/random";

const TURNS = { rounds: 60, warming: 5 };
const SLICE_MS = 20;
const PASS = 2_000;

/** Compares an agent's lookups of devices with a list of so many opt-outs and without one, in a second of CPU time. */
export async function printOptOuts(directory: string, ids: number): Promise<void> {
	const path = join(directory, "opt-outs.tgt");
	// Hashes of ids are as good as random.
	const hashes = randomFillSync(new Uint32Array(ids * OPT_OUT_WORDS));
	await writeOptOuts(path, hex(OPT_OUT_SALT_BYTES * 2), sortOptOuts(hashes));
	const opened = await timed(async () => openOptOutList(new Uint8Array(await readFile(path))));
	const contents = await servedContents();
	const devices = Array.from({ length: PASS }, () => (random() < 0.5 ? pick(contents.ids) : hex(32)));
	const sides = [contents.snapshot, createSnapshot(contents.snapshot.files, opened.result)];
	const [without = [], withList = []] = await inTurns(sides, TURNS, (snapshot) => {
		const from = cpuMs();
		let [lookups, used] = [0, 0];
		while (used < SLICE_MS) {
			for (const device of devices) answerAudience(snapshot, device);
			lookups += devices.length;
			used = cpuMs() - from;
		}
		return (lookups / used) * 1_000;
	});
	printTable(
		["lookups of devices", "list in memory", "opened in", "lookups/s without", "with", "cost"],
		[
			[
				`${count(ids)} opt-outs`,
				`${count(opened.result.bytes / 1e6)} MB`,
				milliseconds(opened.took),
				...[without, withList].map((rates) => count(median(rates))),
				`${((1 - ratio(withList, without)) * 100).toFixed(1)}%`,
			],
		],
	);
}
