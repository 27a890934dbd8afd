import { boxOf, type FenceIndex } from "./fence-index";

/**
 * What of the map is to be seen: degrees (the west may lie beyond -180), and the zoom of its 512 px
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

/** What is drawn for a view: fences as they are, and the rest in clusters. */
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
const ASIDE_PIXELS = 40;

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
	for (const [place, cluster] of together.entries()) {
		const column = (place % across) - (across - 1) / 2;
		const line = Math.floor(place / across) - (down - 1) / 2;
		Object.assign(cluster, { x, y, aside: [column * ASIDE_PIXELS, line * ASIDE_PIXELS] });
	}
}

/**
 * The grid is anchored to the world and steps with the zoom, so that clusters stay where they are
 * while the map moves.
 */
function clustersOf(index: FenceIndex, rows: readonly number[], zoom: number): Cluster[] {
	const cells = (TILE * 2 ** (Math.round(zoom * 2) / 2)) / CELL_PIXELS;
	const grid = new Map<number, Map<number, Cluster>>();
	const across = Math.ceil(cells) + 2;
	for (const row of rows) {
		const x = index.xs[row] ?? 0;
		const y = index.ys[row] ?? 0;
		const set = index.sets[row] ?? 0;
		const key = Math.floor(y * cells) * across * 2 + Math.floor(x * cells);
		let cell = grid.get(key);
		if (cell === undefined) {
			cell = new Map();
			grid.set(key, cell);
		}
		const cluster = cell.get(set);
		if (cluster === undefined) cell.set(set, { set, count: 1, x, y, row, aside: [0, 0] });
		else {
			cluster.count += 1;
			cluster.x += (x - cluster.x) / cluster.count;
			cluster.y += (y - cluster.y) / cluster.count;
		}
	}
	const clusters: Cluster[] = [];
	for (const cell of grid.values()) {
		const together = [...cell.values()].sort((a, b) => a.set - b.set);
		if (together.some(({ count }) => count > 1)) standAside(together);
		clusters.push(...together);
	}
	return clusters;
}

/** `7`, `340`, `1.2k`, `48k`: short enough to stand in a cluster. */
export function clusterLabel(count: number): string {
	if (count < 1_000) return String(count);
	if (count < 9_950) return `${(count / 1_000).toFixed(1).replace(".0", "")}k`;
	return count < 999_500 ? `${Math.round(count / 1_000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}
