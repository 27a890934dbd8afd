import type { Circle } from "@/lib/formats/fence-collector";

export const SETS = 50;
export const CITIES = 300;
const LOOKUPS = 20_000;

let randomState = 20_251_121;
/** The same numbers in every run. */
export function random(): number {
	randomState = (Math.imul(randomState, 1_664_525) + 1_013_904_223) | 0;
	return (randomState >>> 0) / 2 ** 32;
}

export const below = (limit: number) => Math.floor(random() * limit);

export const meta = {
	design_id: "bench",
	design_name: "bench",
	build_id: "bench",
	created_at: "2025-11-21T08:00:00.000Z",
	sets: Array.from({ length: SETS }, (_, n) => ({ set_id: `${n}`, set_name: `${n}`, targeting_code: `${n}` })),
	sources: [],
};

export interface CircleWorld {
	readonly fences: readonly { set: number; circle: Circle }[];
	readonly points: readonly { latitude: number; longitude: number }[];
}

/** Circles of 100 to 2,000 meters in and around cities, and points there. */
export function circleWorld(fenceCount: number): CircleWorld {
	const cities = Array.from({ length: CITIES }, () => [random() * 110 - 50, random() * 340 - 170] as const);
	const near = () => {
		const [latitude, longitude] = cities[below(CITIES)] as (typeof cities)[number];
		const distance = 0.15 * random() ** 1.5;
		const angle = random() * 2 * Math.PI;
		return {
			latitude: latitude + distance * Math.sin(angle),
			longitude: longitude + (distance * Math.cos(angle)) / 0.8,
		};
	};
	const fences = Array.from({ length: fenceCount }, () => {
		const center = near();
		return { set: below(SETS), circle: { ...center, radius: 100 + 1900 * random() } };
	});
	return { fences, points: Array.from({ length: LOOKUPS }, near) };
}
