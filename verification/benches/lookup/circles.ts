import { join } from "node:path";
import Flatbush from "flatbush";
import type { Circle } from "@/lib/formats/fence-collector";
import { loadTargetingFile } from "@/lib/formats/open";
import { circleBoxes, EARTH_RADIUS } from "@/lib/formats/sphere";
import { writeProximityFilter } from "@/lib/formats/write-proximity";
import { postgisLookups } from "./postgis";
import { median, print, printRate, printRatio, race } from "./race";
import { sqliteLookups } from "./sqlite";
import { CITIES, type CircleWorld, circleWorld, meta, SETS } from "./world";

const BATCH = 1000;

/** Looks up points in a proximity filter, in flatbush, PostGIS and SQLite. */
export async function benchCircles(directory: string, fenceCount: number): Promise<void> {
	const world = circleWorld(fenceCount);
	const { fences, points } = world;
	const path = join(directory, "proximity.tgt");
	const started = performance.now();
	const { size } = await writeProximityFilter(path, meta, fences);
	const built = performance.now();
	const file = await loadTargetingFile(path);
	const loaded = performance.now();
	if (file.kind !== "proximity") throw new Error("not a proximity filter");
	print(`${fenceCount} circles in ${CITIES} cities, ${SETS} sets, ${points.length} points`);
	print(
		`  file: ${size} bytes, ${(size / fenceCount).toFixed(1)} per fence, ${((file.memory * 100) / size - 100).toFixed(0)} % more in memory; written in ${(built - started).toFixed(0)} ms, loaded in ${(loaded - built).toFixed(0)} ms`,
	);

	const batches = Array.from({ length: points.length / BATCH }, (_, i) => points.slice(i * BATCH, (i + 1) * BATCH));
	const times = race({
		single: () => {
			let matches = 0;
			for (const { latitude, longitude } of points) matches += file.match(latitude, longitude).length;
			return matches;
		},
		batch: () => {
			let matches = 0;
			for (const batch of batches) matches += file.matchAll(batch).end;
			return matches;
		},
		flatbush: flatbushLookups(world),
	});
	printRate("proximity filter", points.length, median(times.single));
	printRate(`proximity filter, batches of ${BATCH}`, points.length, median(times.batch));
	printRate("flatbush + haversine", points.length, median(times.flatbush));
	printRatio("filter : flatbush", times.single, times.flatbush);
	printRatio("batches : single", times.batch, times.single);
	await sqliteLookups(directory, world);
	await postgisLookups(world);
}

function flatbushLookups({ fences, points }: CircleWorld): () => number {
	const index = new Flatbush(fences.length);
	for (const { circle } of fences) {
		const [box] = circleBoxes(circle.latitude, circle.longitude, circle.radius);
		if (box) index.add(box.west, box.south, box.east, box.north);
	}
	index.finish();
	return () => {
		let matches = 0;
		for (const { latitude, longitude } of points) {
			const sets = new Set<number>();
			index.search(longitude, latitude, longitude, latitude, (i) => {
				const { set, circle } = fences[i] as (typeof fences)[number];
				if (!sets.has(set) && haversine(circle, latitude, longitude) <= circle.radius) sets.add(set);
				return false;
			});
			matches += [...sets].sort((a, b) => a - b).length;
		}
		return matches;
	};
}

function haversine(a: Circle, latitude: number, longitude: number): number {
	const r = Math.PI / 180;
	const sinLatitude = Math.sin(((latitude - a.latitude) * r) / 2);
	const sinLongitude = Math.sin(((longitude - a.longitude) * r) / 2);
	const cosines = Math.cos(a.latitude * r) * Math.cos(latitude * r);
	return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(sinLatitude ** 2 + cosines * sinLongitude ** 2));
}
