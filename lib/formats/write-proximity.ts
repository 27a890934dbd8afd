import { arrangeFences } from "@/lib/formats/arrange-fences";
import { MAX_DEPTH, ROWS_PER_DEGREE } from "@/lib/formats/cell-grid";
import { MAX_SETS_IN_16_BITS } from "@/lib/formats/cell-tree";
import { buildCellTree } from "@/lib/formats/cell-tree-builder";
import { FenceCollector, type FenceInput } from "@/lib/formats/fence-collector";
import { encodeMeta, orderBuildMeta, type ProximityMeta, type TargetingBuildMeta } from "@/lib/formats/meta";
import { NODE_SIZE, packBoxes } from "@/lib/formats/packed-tree";
import { PolygonGeometry } from "@/lib/formats/polygon-geometry";
import { EARTH_RADIUS } from "@/lib/formats/sphere";
import { type SectionSource, type WrittenFile, writeContainer } from "@/lib/formats/write-container";

export type { FenceInput } from "@/lib/formats/fence-collector";

/** A cell with more fences on its border is divided; 24 balances speed and memory (formats.md). */
const LEAF_LIMIT = 24;

/**
 * Writes a proximity filter to `path` (formats.md, "Proximity"): circles and polygons along a
 * Hilbert curve, a cell tree over them, and a packed tree over those too large for its cells. The
 * same input gives the same bytes.
 *
 * @param meta attributes of the build; fences refer to its sets by index
 * @param options.leafLimit fences per cell before it is divided, for tests
 * @throws {TargetingInputError} for a fence that cannot be indexed
 */
export async function writeProximityFilter(
	path: string,
	meta: TargetingBuildMeta & { kind?: "proximity" },
	fences: AsyncIterable<FenceInput> | Iterable<FenceInput>,
	options: { leafLimit?: number } = {},
): Promise<WrittenFile & { counts: ProximityMeta["counts"] }> {
	const leafLimit = options.leafLimit ?? LEAF_LIMIT;
	const collector = new FenceCollector(meta.sets.length);
	for await (const fence of fences) collector.add(fence);
	const circles = arrangeCircles(collector);
	const polygons = arrangePolygons(collector);
	const tree = buildCellTree({ circles, polygons, setCount: meta.sets.length, leafLimit });
	const counts: ProximityMeta["counts"] = {
		fences: collector.fences,
		circles: circles.sets.length,
		polygons: polygons.sets.length,
		vertices: polygons.vertices.length / 2,
		large_circles: circles.large,
		large_polygons: polygons.large,
	};
	const fullMeta: ProximityMeta = {
		kind: "proximity",
		...orderBuildMeta(meta),
		earth_radius: EARTH_RADIUS,
		border_rule: "half-open",
		polygon_edges: "plate-carree",
		index: {
			grid: "cosine-columns",
			rows_per_degree: ROWS_PER_DEGREE,
			max_depth: MAX_DEPTH,
			leaf_limit: leafLimit,
			rtree_node_size: NODE_SIZE,
		},
		counts,
	};
	const written = await writeContainer(path, "proximity", [
		{ name: "META", type: "json", parts: [encodeMeta(fullMeta)] },
		{ name: "ROOT", type: "u32", parts: [tree.roots] },
		{ name: "NODE", type: "u32", parts: [tree.nodes] },
		{ name: "LEAF", type: "u32", parts: [tree.leaves] },
		{ name: "TCMB", type: "u32", parts: [tree.combinationStarts] },
		combinationSection(tree.combinationSets, meta.sets.length),
		{ name: "CBOX", type: "f32", parts: [packBoxes(circles.boxes, circles.large)] },
		{ name: "CSET", type: "u32", parts: [circles.sets] },
		{ name: "CGEO", type: "f64", parts: [circles.geometry] },
		{ name: "PBOX", type: "f32", parts: [packBoxes(polygons.boxes, polygons.large)] },
		{ name: "PSET", type: "u32", parts: [polygons.sets] },
		{ name: "PCHN", type: "u32", parts: [polygons.polygonStarts] },
		{ name: "PVTX", type: "u32", parts: [polygons.chainStarts] },
		{ name: "PXYS", type: "f64", parts: [polygons.vertices] },
	]);
	return { ...written, counts };
}

function combinationSection(sets: Uint16Array | Uint32Array, setCount: number): SectionSource {
	return setCount <= MAX_SETS_IN_16_BITS
		? { name: "TSET", type: "u16", parts: [Uint16Array.from(sets)] }
		: { name: "TSET", type: "u32", parts: [sets] };
}

function arrangeCircles(collector: FenceCollector) {
	const count = collector.circleSets.length;
	const { boxes, order, large } = arrangeFences(collector.circleBoxes.view(), count);
	const sets = collector.circleSets.view();
	const source = collector.circleGeometry.view();
	const geometry = new Float64Array(count * 4);
	for (let position = 0; position < count; position++) {
		const from = (order[position] as number) * 4;
		for (let i = 0; i < 4; i++) geometry[position * 4 + i] = source[from + i] as number;
	}
	return { boxes, large, geometry, sets: order.map((from) => sets[from] as number) };
}

function arrangePolygons(collector: FenceCollector) {
	const count = collector.polygonSets.length;
	const { boxes, order, large } = arrangeFences(collector.polygonBoxes.view(), count);
	const sets = collector.polygonSets.view();
	const starts = collector.polygonStarts.view();
	const chains = collector.chainStarts.view();
	const source = collector.vertices.view();
	const polygonStarts = new Uint32Array(count + 1);
	const chainStarts = new Uint32Array(chains.length + 1);
	const vertices = new Float64Array(source.length);
	let chainCount = 0;
	let vertexCount = 0;
	for (let position = 0; position < count; position++) {
		const from = order[position] as number;
		const lastChain = starts[from + 1] ?? chains.length;
		for (let chain = starts[from] as number; chain < lastChain; chain++) {
			const first = chains[chain] as number;
			const end = chains[chain + 1] ?? source.length / 2;
			vertices.set(source.subarray(first * 2, end * 2), vertexCount * 2);
			vertexCount += end - first;
			chainStarts[++chainCount] = vertexCount;
		}
		polygonStarts[position + 1] = chainCount;
	}
	const geometry = new PolygonGeometry(polygonStarts, chainStarts, vertices);
	return {
		boxes,
		large,
		geometry,
		polygonStarts,
		chainStarts,
		vertices,
		sets: order.map((from) => sets[from] as number),
	};
}
