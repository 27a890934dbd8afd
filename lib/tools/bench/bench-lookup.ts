import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Flatbush from "flatbush";
import type { Circle, FenceInput } from "@/lib/formats/fence-collector";
import { loadTargetingFile } from "@/lib/formats/open";
import { circleBoxes, EARTH_RADIUS } from "@/lib/formats/sphere";
import { writeAudienceSet } from "@/lib/formats/write-audience";
import { writeProximityFilter } from "@/lib/formats/write-proximity";

/**
 * Lookups per second of a proximity filter beside flatbush with haversine tests, with the same
 * fences and points in interleaved rounds; and of an audience set. `npm run bench:lookup --
 * [fences] [devices]` (default 100000, 1000000).
 */
const fenceCount = Number(process.argv[2] ?? 100_000);
const deviceCount = Number(process.argv[3] ?? 1_000_000);
const CITIES = 300;
const SETS = 50;
const LOOKUPS = 20_000;
const ROUNDS = 7;

let randomState = 20_251_121;
function random(): number {
	randomState = (Math.imul(randomState, 1_664_525) + 1_013_904_223) | 0;
	return (randomState >>> 0) / 2 ** 32;
}
const meta = {
	design_id: "bench",
	design_name: "bench",
	build_id: "bench",
	created_at: "2025-11-21T08:00:00.000Z",
	sets: Array.from({ length: SETS }, (_, n) => ({ set_id: `${n}`, set_name: `${n}`, targeting_code: `${n}` })),
	sources: [],
};
const print = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] as number;
const perSecond = (count: number, ms: number) => `${Math.round(count / ms).toLocaleString("en")} k lookups/s`;

/**
 * Median milliseconds of each contender. Rounds are interleaved, so that a slow moment affects all.
 */
function race(contenders: Record<string, () => number>): Record<string, number> {
	const times: Record<string, number[]> = {};
	const sums = new Set<number>();
	for (let round = 0; round < ROUNDS; round++) {
		for (const [name, run] of Object.entries(contenders)) {
			const start = performance.now();
			sums.add(run());
			const list = times[name] ?? [];
			times[name] = list;
			list.push(performance.now() - start);
		}
	}
	if (sums.size !== 1) throw new Error(`the contenders do not answer alike: ${[...sums].join(", ")}`);
	return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

function haversine(a: Circle, latitude: number, longitude: number): number {
	const r = Math.PI / 180;
	const sinLatitude = Math.sin(((latitude - a.latitude) * r) / 2);
	const sinLongitude = Math.sin(((longitude - a.longitude) * r) / 2);
	const cosines = Math.cos(a.latitude * r) * Math.cos(latitude * r);
	return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(sinLatitude ** 2 + cosines * sinLongitude ** 2));
}

async function benchProximity(path: string): Promise<void> {
	const cities = Array.from({ length: CITIES }, () => [random() * 110 - 50, random() * 340 - 170] as const);
	const near = () => {
		const [latitude, longitude] = cities[Math.floor(random() * CITIES)] as (typeof cities)[number];
		const distance = 0.15 * random() ** 1.5;
		const angle = random() * 2 * Math.PI;
		return [latitude + distance * Math.sin(angle), longitude + (distance * Math.cos(angle)) / 0.8] as const;
	};
	const fences: (FenceInput & { circle: Circle })[] = Array.from({ length: fenceCount }, () => {
		const [latitude, longitude] = near();
		return { set: Math.floor(random() * SETS), circle: { latitude, longitude, radius: 100 + 1900 * random() } };
	});
	const points = Array.from({ length: LOOKUPS }, near);

	const started = performance.now();
	const { size } = await writeProximityFilter(path, meta, fences);
	const built = performance.now();
	const file = await loadTargetingFile(path);
	const loaded = performance.now();
	if (file.kind !== "proximity") throw new Error("not a proximity filter");

	const index = new Flatbush(fences.length);
	for (const { circle } of fences) {
		const [box] = circleBoxes(circle.latitude, circle.longitude, circle.radius);
		if (box) index.add(box.west, box.south, box.east, box.north);
	}
	index.finish();

	const medians = race({
		filter: () => {
			let matches = 0;
			for (const [latitude, longitude] of points) matches += file.match(latitude, longitude).length;
			return matches;
		},
		flatbush: () => {
			let matches = 0;
			for (const [latitude, longitude] of points) {
				const sets = new Set<number>();
				index.search(longitude, latitude, longitude, latitude, (i) => {
					const { set, circle } = fences[i] as (typeof fences)[number];
					if (!sets.has(set) && haversine(circle, latitude, longitude) <= circle.radius) sets.add(set);
					return false;
				});
				matches += [...sets].sort((a, b) => a - b).length;
			}
			return matches;
		},
	});
	print(`${fenceCount} circles in ${CITIES} cities, ${SETS} sets, ${LOOKUPS} points`);
	print(
		`  file: ${size} bytes, ${(size / fenceCount).toFixed(1)} per fence; written in ${(built - started).toFixed(0)} ms, loaded in ${(loaded - built).toFixed(0)} ms`,
	);
	print(`  proximity filter:     ${perSecond(LOOKUPS, medians.filter ?? 0)}`);
	print(`  flatbush + haversine: ${perSecond(LOOKUPS, medians.flatbush ?? 0)}`);
	print(`  ratio:                ${((medians.flatbush ?? 0) / (medians.filter ?? 1)).toFixed(1)}`);
}

async function benchAudience(path: string): Promise<void> {
	const ids = new Uint32Array(deviceCount * 4).map(() => random() * 2 ** 32);
	const combinations = Array.from({ length: 5000 }, () => [Math.floor(random() * SETS), Math.floor(random() * SETS)]);
	const combination = new Uint32Array(deviceCount).map(() => random() * combinations.length);
	const started = performance.now();
	const { size } = await writeAudienceSet(path, meta, {
		devices: [{ ids: new Uint8Array(ids.buffer), combination }],
		combinations,
	});
	const built = performance.now();
	const file = await loadTargetingFile(path);
	const loaded = performance.now();
	if (file.kind !== "audience") throw new Error("not an audience set");
	const texts = Array.from({ length: LOOKUPS * 10 }, (_, n) => {
		const at = Math.floor(random() * deviceCount) * 16;
		const hex = Buffer.from(ids.buffer, at, 16).toString("hex");
		return n % 2
			? hex
			: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 31)}0`;
	});
	const { set } = race({
		set: () => {
			let matches = 0;
			for (const text of texts) matches += file.match(text).length;
			return matches;
		},
	});
	print(`${deviceCount} devices, ${combinations.length} combinations, about half of ${texts.length} lookups known`);
	print(
		`  file: ${size} bytes, ${(size / deviceCount).toFixed(1)} per device; written in ${(built - started).toFixed(0)} ms, loaded in ${(loaded - built).toFixed(0)} ms`,
	);
	print(`  audience set:         ${perSecond(texts.length, set ?? 0)}`);
}

const directory = await mkdtemp(join(tmpdir(), "bench-lookup-"));
try {
	await benchProximity(join(directory, "proximity.tgt"));
	await benchAudience(join(directory, "audience.tgt"));
} finally {
	await rm(directory, { recursive: true });
}
