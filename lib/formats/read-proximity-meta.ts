import { MAX_DEPTH, ROWS_PER_DEGREE } from "@/lib/formats/cell-grid";
import { MetaFields, type ProximityMeta, readBuildMeta } from "@/lib/formats/meta";
import { NODE_SIZE } from "@/lib/formats/packed-tree";

/**
 * Validates the parsed META of a proximity filter.
 *
 * @throws {TargetingFileError} naming the invalid field
 */
export function readProximityMeta(value: unknown): ProximityMeta {
	const meta = new MetaFields(value, "META");
	const counts = meta.fields("counts");
	const index = meta.fields("index");
	const circles = counts.integer("circles", 0, 2 ** 31);
	const polygons = counts.integer("polygons", 0, 2 ** 31);
	return {
		kind: meta.literal("kind", "proximity"),
		...readBuildMeta(meta),
		earth_radius: meta.number("earth_radius"),
		border_rule: meta.literal("border_rule", "half-open"),
		polygon_edges: meta.literal("polygon_edges", "plate-carree"),
		index: {
			grid: index.literal("grid", "cosine-columns"),
			rows_per_degree: index.literal("rows_per_degree", ROWS_PER_DEGREE),
			max_depth: index.literal("max_depth", MAX_DEPTH),
			leaf_limit: index.integer("leaf_limit", 0, 2 ** 31),
			rtree_node_size: index.literal("rtree_node_size", NODE_SIZE),
		},
		counts: {
			fences: counts.integer("fences", 0, 2 ** 32),
			circles,
			polygons,
			vertices: counts.integer("vertices", 0, 2 ** 32),
			large_circles: counts.integer("large_circles", 0, circles),
			large_polygons: counts.integer("large_polygons", 0, polygons),
		},
	};
}
