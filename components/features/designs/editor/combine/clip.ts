import { Clipper, ClipType, FillRule, type Path64, type Paths64, PolyTree64 } from "clipper2-ts";
import type { Position } from "@/lib/rules/geofences/geofence";

/** Between positions and the whole numbers that the library works with. */
export interface Grid {
	to: (position: Position) => { x: number; y: number };
	from: (x: number, y: number) => Position;
}

export const pathOf = (ring: readonly Position[], grid: Grid): Path64 => ring.slice(0, -1).map(grid.to);

/** What the rings of one polygon cover by the even-odd rule, as lookups see it. */
export const coveredBy = (rings: readonly (readonly Position[])[], grid: Grid): Paths64 =>
	Clipper.union(
		rings.map((ring) => pathOf(ring, grid)),
		FillRule.EvenOdd,
	);

/** All that any of the paths covers, as polygons: an outline each, and its holes. */
export function polygonsFrom(paths: Paths64, grid: Grid): Position[][][] {
	const tree = new PolyTree64();
	Clipper.booleanOpWithPolyTree(ClipType.Union, paths, null, tree, FillRule.NonZero);
	const polygons: Position[][][] = [];
	const ring = (node: PolyTree64) => closed((node.poly ?? []).map(({ x, y }) => grid.from(x, y)));
	const collect = (parent: PolyTree64) => {
		for (let at = 0; at < parent.count; at += 1) {
			const outline = parent.child(at);
			const holes = Array.from({ length: outline.count }, (_, hole) => outline.child(hole));
			polygons.push([ring(outline), ...holes.map(ring)]);
			for (const hole of holes) collect(hole);
		}
	};
	collect(tree);
	return polygons;
}

function closed(ring: Position[]): Position[] {
	const [first] = ring;
	return first === undefined ? ring : [...ring, [first[0], first[1]]];
}
