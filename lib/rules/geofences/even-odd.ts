/** An area between two latitudes and two straight edges, in degrees. */
export interface Trapezoid {
	south: number;
	north: number;
	/** longitudes of the western edge and of the eastern one: at the south, at the north */
	west: [number, number];
	east: [number, number];
}

/** An edge that is not horizontal, from its southern end. */
interface Edge {
	x0: number;
	y0: number;
	x1: number;
	y1: number;
}

/** Where an area begins that is cut there: `toPolygonParts` leaves this edge out. */
const ANTIMERIDIAN: Edge = { x0: -180, y0: -90, x1: -180, y1: 90 };

/** Comparisons and steps that are left; beyond them a shape is not taken apart. */
export interface Work {
	left: number;
}

/** Some 50 ms. */
export const shortWork = (): Work => ({ left: 2_000_000 });

/**
 * Takes apart what chains (longitude, latitude of each vertex) cover by the even-odd rule, however
 * they cross and overlap. Sweeps from the south, and starts afresh wherever edges end or cross.
 * @returns null when that takes too long
 */
export function trapezoidsOf(chains: readonly (readonly number[])[], work = shortWork()): Trapezoid[] | null {
	const edges = edgesOf(chains);
	const crossings = crossingLatitudes(edges, work);
	if (crossings === null) return null;
	const latitudes = Float64Array.from(new Set([...edges.flatMap(({ y0, y1 }) => [y0, y1]), ...crossings])).sort();
	const trapezoids: Trapezoid[] = [];
	/** the trapezoid that each western edge has in the band below, with its eastern edge */
	let below = new Map<Edge, { east: Edge; trapezoid: Trapezoid }>();
	let active: Edge[] = [];
	let next = 0;
	for (let band = 0; band + 1 < latitudes.length; band += 1) {
		const [south, north] = [latitudes[band] as number, latitudes[band + 1] as number];
		active = active.filter(({ y1 }) => y1 > south);
		for (; next < edges.length && (edges[next] as Edge).y0 <= south; next += 1) active.push(edges[next] as Edge);
		work.left -= active.length;
		if (work.left < 0) return null;
		const middle = (south + north) / 2;
		active.sort((a, b) => longitudeAt(a, middle) - longitudeAt(b, middle));
		const here: typeof below = new Map();
		const borders = active.length % 2 === 0 ? active : [ANTIMERIDIAN, ...active];
		for (let place = 0; place < borders.length; place += 2) {
			const [west, east] = [borders[place] as Edge, borders[place + 1] as Edge];
			const known = below.get(west);
			const trapezoid =
				known?.east === east
					? known.trapezoid
					: { south, north, west: [longitudeAt(west, south), 0], east: [longitudeAt(east, south), 0] };
			if (known?.east !== east) trapezoids.push(trapezoid as Trapezoid);
			trapezoid.north = north;
			trapezoid.west[1] = longitudeAt(west, north);
			trapezoid.east[1] = longitudeAt(east, north);
			here.set(west, { east, trapezoid: trapezoid as Trapezoid });
		}
		below = here;
	}
	return trapezoids;
}

/** Square degrees that chains cover by the even-odd rule; null when that takes too long. */
export function evenOddArea(chains: readonly (readonly number[])[], work = shortWork()): number | null {
	const trapezoids = trapezoidsOf(chains, work);
	if (trapezoids === null) return null;
	return trapezoids.reduce(
		(sum, { south, north, west, east }) => sum + ((east[0] - west[0] + east[1] - west[1]) * (north - south)) / 2,
		0,
	);
}

function edgesOf(chains: readonly (readonly number[])[]): Edge[] {
	const edges: Edge[] = [];
	for (const chain of chains) {
		for (let i = 2; i < chain.length; i += 2) {
			const [x0, y0, x1, y1] = chain.slice(i - 2, i + 2) as [number, number, number, number];
			if (y0 < y1) edges.push({ x0, y0, x1, y1 });
			else if (y1 < y0) edges.push({ x0: x1, y0: y1, x1: x0, y1: y0 });
		}
	}
	return edges.sort((a, b) => a.y0 - b.y0);
}

function longitudeAt({ x0, y0, x1, y1 }: Edge, latitude: number): number {
	if (latitude <= y0) return x0;
	return latitude >= y1 ? x1 : x0 + ((latitude - y0) / (y1 - y0)) * (x1 - x0);
}

/** Latitudes at which two edges cross between their ends. */
function crossingLatitudes(edges: readonly Edge[], work: Work): number[] | null {
	const latitudes: number[] = [];
	let active: Edge[] = [];
	for (const edge of edges) {
		active = active.filter(({ y1 }) => y1 > edge.y0);
		work.left -= active.length;
		if (work.left < 0) return null;
		for (const other of active) {
			if (Math.max(edge.x0, edge.x1) < Math.min(other.x0, other.x1)) continue;
			if (Math.max(other.x0, other.x1) < Math.min(edge.x0, edge.x1)) continue;
			const south = Math.max(edge.y0, other.y0);
			const north = Math.min(edge.y1, other.y1);
			const before = longitudeAt(edge, south) - longitudeAt(other, south);
			const after = longitudeAt(edge, north) - longitudeAt(other, north);
			if (before * after >= 0) continue;
			latitudes.push(south + (north - south) * (before / (before - after)));
		}
		active.push(edge);
	}
	return latitudes;
}
