import type { MultiPolygonGeofence, Position, Ring } from "@/lib/rules/geofences/geofence";
import { randomFrom } from "@/lib/tools/seed/inventory/random";

const DECIMALS = 1e7;
const round = (degrees: number) => Math.round(degrees * DECIMALS) / DECIMALS;
/** Shares of the positions: the rest is a mainland with the lakes and islands around it. */
const LAKES = { count: 12, share: 0.1 };
const ISLANDS = { count: 40, share: 0.3 };

/**
 * A border as of a country: a mainland with lakes and islands, whose rings do not cross and have
 * exactly so many positions together. The same in every run.
 * @param at its middle; it reaches some three degrees of latitude around it
 */
export function coastline(positions: number, [longitude, latitude]: Position = [13.4, 52.5]): MultiPolygonGeofence {
	const random = randomFrom(1);
	const lakes = parts(Math.round(positions * LAKES.share), LAKES.count);
	const islands = parts(Math.round(positions * ISLANDS.share), ISLANDS.count);
	const rest = positions - sum(lakes) - sum(islands);
	const around = (turn: number, distance: number): Position => [
		longitude + distance * 1.6 * Math.cos(turn),
		latitude + distance * Math.sin(turn),
	];
	const mainland = [
		coast(rest, [longitude, latitude], 1.6, random.next),
		...lakes.map((count, lake) => coast(count, around((lake / lakes.length) * 2 * Math.PI, 0.6), 0.08, random.next)),
	];
	const coordinates = [
		mainland,
		...islands.map((count, island) => [
			coast(count, around((island / islands.length) * 2 * Math.PI, 2.7), 0.1, random.next),
		]),
	];
	return {
		type: "Feature",
		geometry: { type: "MultiPolygon", coordinates },
		properties: { name: `Border of ${positions.toLocaleString("en-US")} positions` },
	};
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

/** A number as so many parts, as even as it goes. */
const parts = (whole: number, count: number) =>
	Array.from(
		{ length: count },
		(_, place) => Math.floor((whole * (place + 1)) / count) - Math.floor((whole * place) / count),
	);

/** A ring of so many positions around a middle, rough at every scale; seen from the middle it never turns back. */
function coast(positions: number, [longitude, latitude]: Position, radius: number, next: () => number): Ring {
	const reaches = roughness(positions - 1, next);
	const ring = Array.from(reaches, (reach, place): Position => {
		const turn = (place / reaches.length) * 2 * Math.PI;
		const away = radius * (1 + 0.35 * reach);
		return [round(longitude + away * 1.6 * Math.cos(turn)), round(latitude + away * Math.sin(turn))];
	});
	const [first] = ring as [Position];
	return [...ring, [first[0], first[1]]];
}

/** Numbers from -1 to 1 that differ the less the nearer they are, and end where they began. */
function roughness(count: number, next: () => number): Float64Array {
	const heights = new Float64Array(count);
	let [cells, height] = [4, 0.5];
	while (cells < count * 2) {
		const knots = Float64Array.from({ length: cells }, () => (next() * 2 - 1) * height);
		for (let place = 0; place < count; place += 1) {
			const along = (place / count) * cells;
			const before = Math.floor(along);
			const [from, to] = [knots[before % cells] as number, knots[(before + 1) % cells] as number];
			heights[place] = (heights[place] as number) + from + (to - from) * (along - before);
		}
		[cells, height] = [cells * 2, height * 0.55];
	}
	return heights;
}
