import { formatCount } from "@/lib/browser/format";
import { boxOf, type FenceIndex } from "./fence-index";

/**
 * The visible part of the map: degrees (the west may lie beyond -180), and the zoom of its 512 px
 * tiles.
 */
export interface View {
	west: number;
	south: number;
	east: number;
	north: number;
	zoom: number;
}

/** Fences of one set that are too small and close to be distinguished. */
export interface Cluster {
	set: number;
	count: number;
	/** Middle of them on the square of the projection. */
	x: number;
	y: number;
	/** The fence, where it is alone. */
	row: number;
	/** Pixels by which it stands aside, where several sets have a cluster in one cell. */
	aside: [number, number];
}

/** The drawing of a view: single fences, and the rest in clusters. */
export interface Scene {
	shapes: { row: number; pixels: number }[];
	clusters: Cluster[];
}

const TILE = 512;
/** Fences at least this large on the screen are drawn as they are. */
const SHAPE_PIXELS = 12;
/** Of more shapes than this the largest are drawn, so that no view takes long. */
const SHAPES_AT_MOST = 2_500;
/** Side of the square within which small fences of a set become one cluster. */
const CELL_PIXELS = 64;
/** Room of a cluster: a digit of its number, what is around the number, and its height. */
const DIGIT_PIXELS = 8;
const AROUND_PIXELS = 22;
const LINE_PIXELS = 30;
/** Clusters whose middles are closer than this, across and down, become one. */
const NEAR_PIXELS = [44, 30] as const;

/**
 * Shapes and clusters of a view: one pass over all fences, without anything that grows with those
 * out of view.
 */
export function composeScene(index: FenceIndex, view: View): Scene {
	const world = TILE * 2 ** view.zoom;
	const perDegree = world / 360;
	const whole = view.east - view.west >= 360;
	const shapes: Scene["shapes"] = [];
	const small: number[] = [];
	for (let row = 0; row < index.count; row += 1) {
		const [west, south, east, north] = boxOf(index, row);
		if (north < view.south || south > view.north) continue;
		if (!whole && west + Math.ceil((view.west - east) / 360) * 360 > view.east) continue;
		const stretch = Math.max(Math.cos((((south + north) / 2) * Math.PI) / 180), 0.05);
		const pixels = Math.max(east - west, (north - south) / stretch) * perDegree;
		if (pixels >= SHAPE_PIXELS) shapes.push({ row, pixels });
		else small.push(row);
	}
	if (shapes.length > SHAPES_AT_MOST) {
		shapes.sort((a, b) => b.pixels - a.pixels);
		small.push(...shapes.splice(SHAPES_AT_MOST).map(({ row }) => row));
	}
	return { shapes, clusters: clustersOf(index, small, view.zoom) };
}

/**
 * Clusters of several sets in one cell stand in rows around their common middle, so that none hides
 * another.
 */
function standAside(together: readonly Cluster[]): void {
	if (together.length < 2) return;
	const across = Math.ceil(Math.sqrt(together.length));
	const down = Math.ceil(together.length / across);
	const all = together.reduce((sum, { count }) => sum + count, 0);
	const x = together.reduce((sum, cluster) => sum + cluster.x * cluster.count, 0) / all;
	const y = together.reduce((sum, cluster) => sum + cluster.y * cluster.count, 0) / all;
	const wide = Math.max(...together.map(({ count }) => formatCount(count).length)) * DIGIT_PIXELS + AROUND_PIXELS;
	for (const [place, cluster] of together.entries()) {
		const column = (place % across) - (across - 1) / 2;
		const line = Math.floor(place / across) - (down - 1) / 2;
		Object.assign(cluster, { x, y, aside: [column * wide, line * LINE_PIXELS] });
	}
}

type Cell = Map<number, Cluster>;
type Weight = Pick<Cluster, "count" | "x" | "y">;

/** Moves the middle of a cluster by what comes to it. */
function addTo(cluster: Weight, { count, x, y }: Weight): void {
	cluster.count += count;
	cluster.x += ((x - cluster.x) * count) / cluster.count;
	cluster.y += ((y - cluster.y) * count) / cluster.count;
}

function weightOf(cell: Cell): Weight {
	const weight = { count: 0, x: 0, y: 0 };
	for (const cluster of cell.values()) addTo(weight, cluster);
	return weight;
}

function moveInto(cell: Cell, from: Cell): void {
	for (const [set, cluster] of from) {
		const own = cell.get(set);
		if (own === undefined) cell.set(set, cluster);
		else addTo(own, cluster);
	}
}

/**
 * Clusters on both sides of a cell's edge may lie so close that one hides the other: the larger
 * takes the smaller in.
 */
function joinNeighbors(grid: Map<number, Cell>, line: number, world: number): void {
	const around = [-line - 1, -line, -line + 1, -1, 1, line - 1, line, line + 1];
	const order = [...grid].sort((a, b) => weightOf(b[1]).count - weightOf(a[1]).count || a[0] - b[0]);
	for (const [key, cell] of order) {
		if (grid.get(key) !== cell) continue;
		for (const step of around) {
			const other = grid.get(key + step);
			if (other === undefined) continue;
			const [own, near] = [weightOf(cell), weightOf(other)];
			const apart = [Math.abs(own.x - near.x) * world, Math.abs(own.y - near.y) * world] as const;
			if (own.count === 1 || apart[0] >= NEAR_PIXELS[0] || apart[1] >= NEAR_PIXELS[1]) continue;
			moveInto(cell, other);
			grid.delete(key + step);
		}
	}
}

/**
 * The grid is anchored to the world and steps with the zoom, so that clusters stay where they are
 * while the map moves.
 */
function clustersOf(index: FenceIndex, rows: readonly number[], zoom: number): Cluster[] {
	const cells = (TILE * 2 ** (Math.round(zoom * 2) / 2)) / CELL_PIXELS;
	const grid = new Map<number, Cell>();
	const across = Math.ceil(cells) + 2;
	for (const row of rows) {
		const x = index.xs[row] ?? 0;
		const y = index.ys[row] ?? 0;
		const set = index.sets[row] ?? 0;
		const count = index.counts?.[row] ?? 1;
		const key = Math.floor(y * cells) * across * 2 + Math.floor(x * cells);
		let cell = grid.get(key);
		if (cell === undefined) {
			cell = new Map();
			grid.set(key, cell);
		}
		const cluster = cell.get(set);
		if (cluster === undefined) cell.set(set, { set, count, x, y, row, aside: [0, 0] });
		else addTo(cluster, { count, x, y });
	}
	joinNeighbors(grid, across * 2, TILE * 2 ** zoom);
	const clusters: Cluster[] = [];
	for (const cell of grid.values()) {
		const together = [...cell.values()].sort((a, b) => a.set - b.set);
		if (together.some(({ count }) => count > 1)) standAside(together);
		clusters.push(...together);
	}
	return clusters;
}
