import { join } from "node:path";
import type { Circle } from "@/lib/formats/fence-collector";
import { loadTargetingFile, type TargetingFile } from "@/lib/formats/open";
import { writeAudienceSet } from "@/lib/formats/write-audience";
import { writeProximityFilter } from "@/lib/formats/write-proximity";
import { inTurns, median, print, ratio, timed } from "./figures";
import { type CircleWorld, flatbushLookups, postgisLookups, type Rate, sqliteLookups } from "./lookup/alternatives";
import { below, metaOf, pick, random } from "./random";
import { withDirectory } from "./with-directory";

const ROUNDS = 7;
const SETS = 50;
const CITIES = 300;
const POINTS = 20_000;
const DEVICES = 200_000;
const COMBINATIONS = 5_000;
const BATCH = 1_000;
const META = metaOf(SETS);

/**
 * Lookups per second without HTTP: a proximity filter beside flatbush with haversine tests, SQLite
 * and PostGIS, and an audience set beside a map; one by one and in batches, in interleaved rounds.
 * `npm run bench:lookup -- [fences] [devices]` (default 100000, 1000000).
 */
const [fenceCount = 100_000, deviceCount = 1_000_000] = process.argv.slice(2).map(Number);
await withDirectory(async (directory) => {
	if (fenceCount > 0) await benchCircles(directory);
	if (deviceCount > 0) await benchIds(directory);
});

/** Looks up points in a proximity filter, in flatbush, PostGIS and SQLite. */
async function benchCircles(directory: string): Promise<void> {
	const world = circleWorld();
	const { fences, points } = world;
	print(`${fenceCount} circles in ${CITIES} cities, ${SETS} sets, ${points.length} points`);
	const file = await written("proximity", directory, (path) => writeProximityFilter(path, META, fences));
	const printRate: Rate = (name, lookups, took) => print(rateLine(name, lookups, took));
	await race(
		{
			"proximity filter": () => sum(points, ({ latitude, longitude }) => file.match(latitude, longitude).length),
			[`proximity filter, batches of ${BATCH}`]: batched(points, (batch) => file.matchAll(batch).end),
			"flatbush + haversine": flatbushLookups(world),
		},
		points.length,
		"filter : flatbush",
	);
	await sqliteLookups(directory, world, printRate);
	await postgisLookups(world, printRate);
}

/** Looks up device ids in an audience set and in a `Map` of the same ids. */
async function benchIds(directory: string): Promise<void> {
	const ids = new Uint32Array(deviceCount * 4).map(() => random() * 2 ** 32);
	const combinations = Array.from({ length: COMBINATIONS }, () => [below(SETS), below(SETS)]);
	const combination = new Uint32Array(deviceCount).map(() => below(COMBINATIONS));
	const hexOf = (device: number) => Buffer.from(ids.buffer, device * 16, 16).toString("hex");
	const texts = Array.from({ length: DEVICES }, (_, n) => {
		const hex = hexOf(below(deviceCount));
		return n % 2 ? hex : `${hex.slice(0, 31)}0`.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
	});
	print(`${deviceCount} devices, ${COMBINATIONS} combinations, about half of ${texts.length} lookups known`);
	const devices = [{ ids: new Uint8Array(ids.buffer), combination }];
	const file = await written("audience", directory, (path) => writeAudienceSet(path, META, { devices, combinations }));
	const map = new Map<string, number>();
	for (let device = 0; device < deviceCount; device++) map.set(hexOf(device), combination[device] as number);
	const sizes = combinations.map((sets) => new Set(sets).size);
	await race(
		{
			"audience set": () => sum(texts, (text) => file.match(text).length),
			[`audience set, batches of ${BATCH}`]: batched(texts, (batch) => file.matchAll(batch).end),
			"Map of texts": () => sum(texts, (text) => sizes[map.get(text.replaceAll("-", "")) ?? -1] ?? 0),
		},
		texts.length,
	);
}

/** Writes a file and loads it. */
async function written<Kind extends TargetingFile["kind"]>(
	kind: Kind,
	directory: string,
	write: (path: string) => Promise<unknown>,
): Promise<Extract<TargetingFile, { kind: Kind }>> {
	const path = join(directory, `${kind}.tgt`);
	await write(path);
	return (await loadTargetingFile(path)) as Extract<TargetingFile, { kind: Kind }>;
}

/**
 * Prints the lookups a second of the contenders, of which the first is one by one, the second in
 * batches, and the third another way, in interleaved rounds.
 * @throws when the contenders do not find the same number of sets
 */
async function race(contenders: Record<string, () => number>, lookups: number, besideThird?: string): Promise<void> {
	const sums = new Set<number>();
	const sides = await inTurns(Object.values(contenders), { rounds: ROUNDS }, async (contender) => {
		const { took, result } = await timed(contender);
		sums.add(result);
		return took;
	});
	if (sums.size !== 1) throw new Error(`the contenders do not answer alike: ${[...sums].join(", ")}`);
	const [single = [], batches = [], third = []] = sides;
	for (const [at, name] of Object.keys(contenders).entries()) print(rateLine(name, lookups, median(sides[at] ?? [])));
	const printRatio = (name: string, fast: readonly number[], slow: readonly number[]) =>
		print(`  ${name.padEnd(38)} ${ratio(slow, fast).toFixed(1).padStart(6)} times`);
	if (besideThird !== undefined) printRatio(besideThird, single, third);
	printRatio("batches : single", batches, single);
}

function rateLine(name: string, lookups: number, took: number): string {
	return `  ${name.padEnd(38)} ${Math.round(lookups / took)
		.toLocaleString("en")
		.padStart(6)} k lookups/s`;
}

function sum<Item>(items: readonly Item[], matches: (item: Item) => number): number {
	let found = 0;
	for (const item of items) found += matches(item);
	return found;
}

function batched<Item>(items: readonly Item[], matches: (batch: Item[]) => number): () => number {
	const batches = Array.from({ length: items.length / BATCH }, (_, i) => items.slice(i * BATCH, (i + 1) * BATCH));
	return () => sum(batches, matches);
}

/** Circles of 100 to 2,000 meters in and around cities, and points there. */
function circleWorld(): CircleWorld {
	const cities = Array.from({ length: CITIES }, () => [random() * 110 - 50, random() * 340 - 170] as const);
	const near = (): Pick<Circle, "latitude" | "longitude"> => {
		const [latitude, longitude] = pick(cities);
		const [distance, angle] = [0.15 * random() ** 1.5, random() * 2 * Math.PI];
		return {
			latitude: latitude + distance * Math.sin(angle),
			longitude: longitude + (distance * Math.cos(angle)) / 0.8,
		};
	};
	const fences = Array.from({ length: fenceCount }, () => {
		return { set: below(SETS), circle: { ...near(), radius: 100 + 1900 * random() } };
	});
	return { fences, points: Array.from({ length: POINTS }, near) };
}
