import type { Position } from "@/lib/rules/geofences/geofence";

/**
 * Square of the distance of a point from the segment between two others, in degrees of the plane.
 */
function offLine([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
	const [dx, dy] = [bx - ax, by - ay];
	const length = dx * dx + dy * dy;
	const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
	return (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2;
}

/**
 * A ring without the corners that lie nearer than `tolerance` degrees to the line without them
 * (Douglas and Peucker).
 */
export function simplifyRing(ring: readonly Position[], tolerance: number): Position[] {
	if (ring.length <= 8) return [...ring];
	const kept = new Uint8Array(ring.length);
	// A ring ends where it began: its farthest corner divides it into two lines.
	const first = ring[0] as Position;
	let far = 0;
	let farthest = -1;
	for (const [place, corner] of ring.entries()) {
		const distance = (corner[0] - first[0]) ** 2 + (corner[1] - first[1]) ** 2;
		if (distance > farthest) [far, farthest] = [place, distance];
	}
	kept[0] = 1;
	kept[far] = 1;
	kept[ring.length - 1] = 1;
	const open: [number, number][] = [
		[0, far],
		[far, ring.length - 1],
	];
	for (let part = open.pop(); part !== undefined; part = open.pop()) {
		const [start, end] = part;
		let worst = -1;
		let most = tolerance * tolerance;
		for (let place = start + 1; place < end; place += 1) {
			const off = offLine(ring[place] as Position, ring[start] as Position, ring[end] as Position);
			if (off > most) [worst, most] = [place, off];
		}
		if (worst === -1) continue;
		kept[worst] = 1;
		open.push([start, worst], [worst, end]);
	}
	const simple = ring.filter((_, place) => kept[place] === 1);
	return simple.length >= 4 ? simple : [...ring];
}
