/** Bounds in degrees; `west <= east` always, because boxes are split at the antimeridian. */
export interface Box {
	west: number;
	south: number;
	east: number;
	north: number;
}

/** Whether `a` and the packed box (west, south, east, north) at `offset` have a point in common. */
export function boxesMeet(a: Box, boxes: Float64Array, offset: number): boolean {
	return (
		(boxes[offset] as number) <= a.east &&
		(boxes[offset + 2] as number) >= a.west &&
		(boxes[offset + 1] as number) <= a.north &&
		(boxes[offset + 3] as number) >= a.south
	);
}

/** Whether a segment may touch a box. False positives are possible, false negatives are not. */
export function segmentMayTouch(box: Box, x0: number, y0: number, x1: number, y1: number): boolean {
	if ((x0 < box.west && x1 < box.west) || (x0 > box.east && x1 > box.east)) return false;
	if ((y0 < box.south && y1 < box.south) || (y0 > box.north && y1 > box.north)) return false;
	const dx = x1 - x0;
	const dy = y1 - y0;
	const toX = (box.west + box.east) / 2 - x0;
	const toY = (box.south + box.north) / 2 - y0;
	// Distances from the segment's line, scaled by its length: box center, and nearest corner.
	const center = Math.abs(dx * toY - dy * toX);
	const corner = (Math.abs(dx) * (box.north - box.south) + Math.abs(dy) * (box.east - box.west)) / 2;
	const rounding = 1e-14 * (Math.abs(dx * toY) + Math.abs(dy * toX));
	return center <= corner + rounding;
}
