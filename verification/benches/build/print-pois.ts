import { stat } from "node:fs/promises";
import { join } from "node:path";
import { poiQuery } from "@/lib/contract/point-of-interest";
import { openRelease } from "@/lib/engine/pois/release-reader";
import { searchPois } from "@/lib/engine/pois/search-pois";
import { featuresOf, mapSelected } from "@/lib/engine/pois/select-pois";
import { writeRelease } from "@/lib/engine/pois/write-release";
import {
	count,
	cpuMs,
	longest,
	median,
	megabytes,
	milliseconds,
	printTable,
	quantile,
	seconds,
	timed,
} from "../figures";
import { below, pick, random } from "../random";
import { makePois } from "./make-pois";

const MEMORY_MB = 1_024;
const SEARCHES = 1_000;

/** What the import of a release of so many points of interest takes, and what is asked of it. */
export async function printPois(directory: string, pois: number): Promise<void> {
	const [source, file] = [join(directory, "pois.parquet"), join(directory, "pois.duckdb")];
	await makePois(directory, source, pois);
	const options = { tempDirectory: directory, memoryLimitMb: MEMORY_MB };
	let peak = 0;
	const watch = setInterval(() => {
		peak = Math.max(peak, process.memoryUsage.rss());
	}, 50);
	const imported = await timed(() => writeRelease(options, [source], file));
	clearInterval(watch);
	const reader = await openRelease(file, { ...options, memoryLimitMb: 256 });
	const [searches, used]: [number[], number[]] = [[], []];
	for (let index = 0; index < SEARCHES; index += 1) {
		const q = random() < 0.5 ? word() : `${word()} ${word()}`;
		const from = cpuMs();
		searches.push((await timed(() => searchPois(reader, q, 10))).took);
		used.push(cpuMs() - from);
	}
	const query = poiQuery.parse({ choices: [{ category: "Category 17", radius: 150 }] });
	const map = await timed(() => mapSelected(reader, query));
	const features = await timed(() => featuresOf(reader, query, pois));
	await reader.close();
	const times = (all: number[]) => [median(all), quantile(all, 0.99), longest(all)].map((time) => time.toFixed(1));
	printTable(
		["points of interest", count(pois)],
		[
			["import from Parquet", seconds(imported.took)],
			["peak memory", megabytes(peak / 1e6)],
			["file", megabytes((await stat(file)).size / 1e6)],
			["search: median, p99, longest", `${times(searches).join(", ")} ms`],
			["CPU of a search: the same", `${times(used).join(", ")} ms`],
			[`map of ${count(map.result.count)} of a category`, milliseconds(map.took)],
			["their geofences", milliseconds(features.took)],
		],
	);
}

/** The beginning of a word, of three letters and more, as people type it. */
function word(): string {
	const kind = random();
	if (kind < 0.2) return pick(["apo", "apoth", "apotheke", "caf", "café"]);
	if (kind < 0.4) return "locality".slice(0, 3 + below(6));
	return `w${below(4_096).toString(16)}`;
}
