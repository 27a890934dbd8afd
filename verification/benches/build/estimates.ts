import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { importParquet } from "@/lib/domain/inventory/import-parquet";
import { estimateReach } from "@/lib/engine/audience/estimate-reach";
import { listDevices } from "@/lib/engine/audience/listed-devices";
import { changeOptOuts } from "@/lib/engine/opt-outs/change-opt-outs";
import { OPT_OUT_SALT_BYTES } from "@/lib/formats/opt-out-hash";
import { count, inTurns, median, milliseconds, print, printTable, ratio, timed } from "@/verification/benches/figures";
import { AUDIENCES, SOURCE, VISITS_PER_DEVICE, writeVisits } from "@/verification/benches/visits";

const ROUNDS = 9;
const HASHED_ROUNDS = 3;
const MEMORY_MB = 512;
const MOST_BYTES = 4 * 1024 ** 3;

/**
 * Estimates audiences over a source of so many devices with a list of so many opt-outs and without
 * one, in turns. Half of the list are devices of the source.
 */
export async function printEstimates(directory: string, devices: number, ids: number): Promise<void> {
	const options = { engineUrl: null, tempDirectory: directory, memoryLimitMb: MEMORY_MB };
	const source = { slug: SOURCE, parquetPaths: [await writeSource(directory, devices)] };
	const list = await writeList(directory, devices, ids);
	const estimate = ({ parts, where }: (typeof AUDIENCES)[number], round: number, optOutsPath: string | null) => {
		const sets = [{ sources: [source.slug], where: where(Math.abs(round)) }];
		return timed(() => estimateReach(sets, [source], { ...options, parts, optOutsPath }));
	};
	// Before it is known which devices are listed.
	const hashed: number[] = [];
	for (const each of AUDIENCES) {
		const [times = []] = await inTurns([list], { rounds: HASHED_ROUNDS }, (side, round) => estimate(each, round, side));
		hashed.push(median(times.map(({ took }) => took)));
	}
	const listed = await timed(() => listDevices([source], list, options));
	const rows: string[][] = [];
	for (const [number, each] of AUDIENCES.entries()) {
		const sides = await inTurns([null, list], { rounds: ROUNDS, warming: 1 }, (side, round) =>
			estimate(each, round, side),
		);
		const reach = sides[0]?.at(-1)?.result.deviceCount ?? 0;
		const [without = [], withList = []] = sides.map((rounds) => rounds.map(({ took }) => took));
		const cost = `${((ratio(withList, without) - 1) * 100).toFixed(0)}%`;
		const times = [median(without), median(withList), hashed[number] ?? 0].map(milliseconds);
		rows.push([each.what, count(reach), ...times.slice(0, 2), cost, ...times.slice(2)]);
	}
	const title = `estimates over ${count(devices)} devices, ${count(ids)} opt-outs`;
	printTable([title, "reach", "without", "with", "cost", "at first"], rows);
	print(`Which devices are listed was known after ${(listed.took / 1_000).toFixed(1)} s, once.`);
}

/** Visits of so many devices, as an import stores them. */
export async function writeSource(directory: string, devices: number): Promise<string> {
	const [inputPath, outputPath] = [join(directory, "visits.parquet"), join(directory, "source.parquet")];
	await writeVisits(inputPath, devices, devices * VISITS_PER_DEVICE);
	const upload = { inputPath, outputPath, maxBytes: MOST_BYTES, now: new Date("2027-01-01") };
	await importParquet(upload, { tempDirectory: directory, memoryLimitMb: 1_024 });
	await rm(inputPath);
	return outputPath;
}

async function writeList(directory: string, devices: number, ids: number): Promise<string> {
	const [inputPath, outputPath] = [join(directory, "ids.txt"), join(directory, "opt-outs.tgt")];
	const lines = function* () {
		for (let number = 0; number < ids; number += 1) {
			const isOfSource = number % 2 === 0 && number < devices;
			yield `${isOfSource ? createHash("md5").update(`device ${number}`).digest("hex") : randomBytes(16).toString("hex")}\n`;
		}
	};
	await pipeline(Readable.from(lines()), createWriteStream(inputPath));
	const salt = randomBytes(OPT_OUT_SALT_BYTES).toString("hex");
	const change = { change: "replace", inputPath, outputPath, maxBytes: MOST_BYTES, current: null, salt } as const;
	await changeOptOuts(change, new AbortController().signal);
	await rm(inputPath);
	return outputPath;
}
