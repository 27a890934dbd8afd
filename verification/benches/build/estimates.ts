import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { AudienceExpression } from "@/lib/contract/audience";
import { importParquet } from "@/lib/domain/inventory/import-parquet";
import { estimateReach } from "@/lib/engine/audience/estimate-reach";
import { listDevices } from "@/lib/engine/audience/listed-devices";
import { changeOptOuts } from "@/lib/engine/opt-outs/change-opt-outs";
import { OPT_OUT_SALT_BYTES } from "@/lib/formats/opt-out-hash";
import { AUDIENCES } from "@/verification/benches/ui/reach";
import { writeVisits } from "@/verification/benches/write-visits";

/** What a list of opt-outs costs the estimate of an audience: medians in milliseconds. */
export interface EstimateFigures {
	readonly what: string;
	/** Devices that it reaches without the list. */
	readonly devices: number;
	readonly without: number;
	readonly withList: number;
	/** Median of what the list adds in a round. */
	readonly cost: number;
	/** With the list, before it is known which devices of the source are on it. */
	readonly hashed: number;
}

export interface ListingFigures {
	readonly devices: number;
	readonly ids: number;
	/** Seconds that it takes to know which devices are listed, once. */
	readonly listed: number;
	readonly estimates: readonly EstimateFigures[];
}

export const VISITS_PER_DEVICE = 10;
const ROUNDS = 9;
const HASHED_ROUNDS = 3;
const MEMORY_MB = 512;
const MOST_BYTES = 4 * 1024 ** 3;

/**
 * Estimates audiences over a source of so many devices with a list of so many opt-outs and without
 * one, in turns. Half of the list are devices of the source.
 */
export async function measureEstimates(devices: number, ids: number): Promise<ListingFigures> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-estimates-"));
	try {
		const options = { engineUrl: null, tempDirectory: directory, memoryLimitMb: MEMORY_MB };
		const source = { slug: "benchmark", parquetPaths: [await writeSource(directory, devices)] };
		const optOutsPath = await writeList(directory, devices, ids);
		const estimate = async ({ parts, where }: Audiences, round: number, list: string | null) => {
			const began = performance.now();
			const sets = [{ sources: [source.slug], where: where(round) }];
			const { deviceCount } = await estimateReach(sets, [source], { ...options, parts, optOutsPath: list });
			return { took: performance.now() - began, deviceCount };
		};
		const hashed = new Map<string, number>();
		for (const each of AUDIENCES) {
			const times: number[] = [];
			for (let round = 0; round < HASHED_ROUNDS; round += 1)
				times.push((await estimate(each, round, optOutsPath)).took);
			hashed.set(each.what, median(times));
		}
		const began = performance.now();
		await listDevices([source], optOutsPath, options);
		const listed = (performance.now() - began) / 1_000;
		const estimates: EstimateFigures[] = [];
		for (const each of AUDIENCES) {
			const rounds: { without: number; withList: number }[] = [];
			let reached = 0;
			for (let round = -1; round < ROUNDS; round += 1) {
				const lists = round % 2 === 0 ? [null, optOutsPath] : [optOutsPath, null];
				const times = new Map<string | null, number>();
				for (const list of lists) {
					const { took, deviceCount } = await estimate(each, Math.abs(round), list);
					times.set(list, took);
					if (list === null) reached = deviceCount;
				}
				// The first one warms up.
				if (round >= 0) rounds.push({ without: times.get(null) ?? 0, withList: times.get(optOutsPath) ?? 0 });
			}
			estimates.push({
				what: each.what,
				devices: reached,
				without: median(rounds.map(({ without }) => without)),
				withList: median(rounds.map(({ withList }) => withList)),
				cost: median(rounds.map(({ without, withList }) => withList / without - 1)),
				hashed: hashed.get(each.what) ?? 0,
			});
		}
		return { devices, ids, listed, estimates };
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

interface Audiences {
	readonly parts: boolean;
	readonly where: (round: number) => AudienceExpression;
}

/** As an import stores it. */
export async function writeSource(directory: string, devices: number): Promise<string> {
	const [inputPath, outputPath] = [join(directory, "visits.parquet"), join(directory, "source.parquet")];
	await writeVisits(inputPath, { devices, visits: devices * VISITS_PER_DEVICE });
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
			const id = isOfSource
				? createHash("md5").update(`device ${number}`).digest("hex")
				: randomBytes(16).toString("hex");
			yield `${id}\n`;
		}
	};
	await pipeline(Readable.from(lines()), createWriteStream(inputPath));
	const salt = randomBytes(OPT_OUT_SALT_BYTES).toString("hex");
	const change = { change: "replace", inputPath, outputPath, maxBytes: MOST_BYTES, current: null, salt } as const;
	await changeOptOuts(change, new AbortController().signal);
	await rm(inputPath);
	return outputPath;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
