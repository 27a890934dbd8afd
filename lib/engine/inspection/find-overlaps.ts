import Flatbush from "flatbush";
import { decodeGeofenceChunk } from "@/lib/engine/geofences/chunks";
import { spanOf } from "@/lib/rules/geofences/bounds";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { overlaps } from "@/lib/rules/geofences/overlaps";
import type { OverlapJob, Overlaps } from "./jobs";

/** Most geofences in a result; all are counted. */
export const MOST_OVERLAPPING = 1_000;

interface Places {
	readonly key: string;
	readonly geofences: readonly Geofence[];
	/** The category of each. */
	readonly categories: readonly number[];
	/** Null without places. */
	readonly index: Flatbush | null;
}

/** The places of the last job: a thread often gets the same ones. */
let placesCache: Places | undefined;

/**
 * Finds the geofences of the last set that overlap places: the sets before it are their categories.
 */
export async function findOverlaps(
	{ categoryCount, placesKey }: OverlapJob,
	chunksOf: (set: number) => AsyncIterable<Uint8Array>,
	signal: AbortSignal,
): Promise<Overlaps> {
	if (placesCache?.key !== placesKey) placesCache = await readPlaces(categoryCount, placesKey, chunksOf, signal);
	const counts = new Array<number>(categoryCount).fill(0);
	const geofences: { index: number; categories: number[] }[] = [];
	let geofenceCount = 0;
	let first = 0;
	for await (const chunk of chunksOf(categoryCount)) {
		signal.throwIfAborted();
		const decoded = await decodeGeofenceChunk(chunk);
		for (const [index, geofence] of decoded.entries()) {
			const categories = overlappedBy(geofence, placesCache);
			if (categories.length === 0) continue;
			geofenceCount += 1;
			for (const category of categories) counts[category] = (counts[category] ?? 0) + 1;
			if (geofences.length < MOST_OVERLAPPING) geofences.push({ index: first + index, categories });
		}
		first += decoded.length;
	}
	return { geofenceCount, counts, geofences };
}

async function readPlaces(
	categoryCount: number,
	key: string,
	chunksOf: (set: number) => AsyncIterable<Uint8Array>,
	signal: AbortSignal,
): Promise<Places> {
	const geofences: Geofence[] = [];
	const categories: number[] = [];
	for (let category = 0; category < categoryCount; category += 1) {
		for await (const chunk of chunksOf(category)) {
			signal.throwIfAborted();
			for (const geofence of await decodeGeofenceChunk(chunk)) {
				geofences.push(geofence);
				categories.push(category);
			}
		}
	}
	if (geofences.length === 0) return { key, geofences, categories, index: null };
	const index = new Flatbush(geofences.length);
	for (const geofence of geofences) index.add(...spanOf(geofence));
	index.finish();
	return { key, geofences, categories, index };
}

/** The categories with a place that the geofence overlaps, ascending. */
function overlappedBy(geofence: Geofence, { geofences, categories, index }: Places): number[] {
	if (index === null) return [];
	const [west, south, east, north] = spanOf(geofence);
	const found = new Set<number>();
	// Spans run on across the antimeridian, each on the side where it began.
	for (const turn of [-360, 0, 360]) {
		index.search(west + turn, south, east + turn, north, (place) => {
			const [category, other] = [categories[place], geofences[place]];
			if (category === undefined || other === undefined || found.has(category)) return false;
			if (overlaps(geofence, other)) found.add(category);
			return false;
		});
	}
	return [...found].sort((a, b) => a - b);
}
