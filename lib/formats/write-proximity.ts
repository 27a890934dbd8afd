import { FenceCollector, type FenceInput } from "@/lib/formats/fence-collector";
import { encodeMeta, orderBuildMeta, type ProximityMeta, type TargetingBuildMeta } from "@/lib/formats/meta";
import { NODE_SIZE, packBoxes } from "@/lib/formats/packed-tree";
import { EARTH_RADIUS } from "@/lib/formats/sphere";
import { type SectionSource, type WrittenFile, writeContainer } from "@/lib/formats/write-container";

/**
 * Writes the proximity filter of a build to `path` (formats.md, "Proximity"): circles and polygons each in a packed
 * Hilbert tree, with their geometry in the order of its leaves. The same input gives the same bytes.
 *
 * @param meta what the build says about itself; fences refer to its sets by index
 * @throws {TargetingInputError} for a fence that cannot be indexed
 */
export async function writeProximityFilter(
	path: string,
	meta: TargetingBuildMeta & { kind?: "proximity" },
	fences: AsyncIterable<FenceInput> | Iterable<FenceInput>,
): Promise<WrittenFile & { counts: ProximityMeta["counts"] }> {
	const collector = new FenceCollector(meta.sets.length);
	for await (const fence of fences) collector.add(fence);
	const counts: ProximityMeta["counts"] = {
		fences: collector.fences,
		circles: collector.circleSets.length,
		polygons: collector.polygonSets.length,
		vertices: collector.vertices.length / 2,
	};
	const fullMeta: ProximityMeta = {
		kind: "proximity",
		...orderBuildMeta(meta),
		earth_radius: EARTH_RADIUS,
		border_rule: "half-open",
		polygon_edges: "plate-carree",
		index: { name: "packed-hilbert-rtree", node_size: NODE_SIZE },
		counts,
	};
	const written = await writeContainer(path, "proximity", [
		{ name: "META", type: "json", parts: [encodeMeta(fullMeta)] },
		...circleSections(collector),
		...polygonSections(collector),
	]);
	return { ...written, counts };
}

function circleSections(collector: FenceCollector): SectionSource[] {
	const count = collector.circleSets.length;
	const { boxes, order } = packBoxes(collector.circleBoxes.view(), count);
	const sets = collector.circleSets.view();
	const source = collector.circleGeometry.view();
	const geometry = new Float64Array(count * 4);
	for (let position = 0; position < count; position++) {
		const from = (order[position] as number) * 4;
		for (let i = 0; i < 4; i++) geometry[position * 4 + i] = source[from + i] as number;
	}
	return [
		{ name: "CBOX", type: "f32", parts: [boxes] },
		{ name: "CSET", type: "u32", parts: [order.map((from) => sets[from] as number)] },
		{ name: "CGEO", type: "f64", parts: [geometry] },
	];
}

function polygonSections(collector: FenceCollector): SectionSource[] {
	const count = collector.polygonSets.length;
	const { boxes, order } = packBoxes(collector.polygonBoxes.view(), count);
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
	return [
		{ name: "PBOX", type: "f32", parts: [boxes] },
		{ name: "PSET", type: "u32", parts: [order.map((from) => sets[from] as number)] },
		{ name: "PCHN", type: "u32", parts: [polygonStarts] },
		{ name: "PVTX", type: "u32", parts: [chainStarts] },
		{ name: "PXYS", type: "f64", parts: [vertices] },
	];
}
