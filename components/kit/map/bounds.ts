import type { Bounds } from "@/lib/contract/design";

/** The smallest box around all of them; null when there is none. */
export function around(boxes: readonly Bounds[]): Bounds {
	let all: Bounds = null;
	for (const box of boxes) {
		if (box === null) continue;
		const [west, south, east, north] = box;
		all =
			all === null
				? [west, south, east, north]
				: [Math.min(all[0], west), Math.min(all[1], south), Math.max(all[2], east), Math.max(all[3], north)];
	}
	return all;
}

/** A box with some room around it, so that even a single small fence is seen in its place. */
export function roomy([west, south, east, north]: readonly [number, number, number, number]): NonNullable<Bounds> {
	const room = Math.max((east - west) * 0.5, (north - south) * 0.5, 0.0005);
	return [west - room, Math.max(-85, south - room), east + room, Math.min(85, north + room)];
}

/** Degrees that are seen at least, about five kilometers: the names around tell the place. */
const SURROUNDINGS = 0.05;

/** A box with as much around it as it takes to know the place. */
export function surrounded([west, south, east, north]: NonNullable<Bounds>): NonNullable<Bounds> {
	const [aside, above] = [east - west, north - south].map((size) => Math.max(0, SURROUNDINGS - size) / 2) as [
		number,
		number,
	];
	return [west - aside, Math.max(-85, south - above), east + aside, Math.min(85, north + above)];
}
