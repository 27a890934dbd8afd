import type { Position } from "./geofence";

/**
 * A ring with positions on the way of its edges.
 * @param pieces how many parts an edge has
 */
export function divideEdges(
	ring: readonly Position[],
	pieces: (from: Readonly<Position>, to: Readonly<Position>) => number,
): Position[] {
	return ring.flatMap((to, index): Position[] => {
		const from = ring[index - 1] ?? to;
		const count = pieces(from, to);
		return Array.from({ length: count }, (_, piece): Position => {
			const share = (piece + 1) / count;
			return share === 1 ? to : [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
		});
	});
}
