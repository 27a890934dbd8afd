import type { Container } from "@/lib/formats/container";
import { TargetingFileError } from "@/lib/formats/errors";
import { MetaFields, type ProximityMeta, readBuildMeta } from "@/lib/formats/meta";
import { NODE_SIZE, PackedTree } from "@/lib/formats/packed-tree";
import { PolygonGeometry } from "@/lib/formats/polygon-geometry";
import { writeUnitVector } from "@/lib/formats/sphere";

/** Just south of the pole, which no half-open polygon could contain otherwise. */
const SOUTH_OF_NORTH_POLE = 90 - 2 ** -46;

/**
 * A proximity filter in memory. Its arrays are views of the file's bytes; several threads may each open the same shared
 * bytes, but one instance serves one thread, since lookups use its scratch space.
 */
export class ProximityFilter {
	readonly kind = "proximity";
	readonly meta: ProximityMeta;
	readonly formatVersion: string;
	/** length of the file, which is nearly all the memory that it needs */
	readonly bytes: number;
	readonly #circleTree: PackedTree;
	readonly #circleSets: Uint32Array;
	readonly #circles: Float64Array;
	readonly #polygonTree: PackedTree;
	readonly #polygonSets: Uint32Array;
	readonly #polygons: PolygonGeometry;
	/** per set the number of the last lookup that it matched, so that nothing has to be cleared between lookups */
	readonly #matchedAt: Uint32Array;
	readonly #point = new Float64Array(3);
	#lookup = 0;

	/** @throws {TargetingFileError} when the sections do not make a proximity filter */
	constructor(container: Container) {
		this.bytes = container.bytes.length;
		this.formatVersion = `${container.major}.${container.minor}`;
		this.meta = readProximityMeta(container.json("META"));
		const { counts, sets } = this.meta;
		this.#circleSets = readSets(container, "CSET", counts.circles, sets.length);
		this.#circles = container.f64("CGEO");
		this.#circleTree = new PackedTree(container.f32("CBOX"), counts.circles, "CBOX");
		if (this.#circles.length !== counts.circles * 4 || !this.#circles.every((value) => Math.abs(value) <= 5)) {
			throw new TargetingFileError("invalid_content", `section CGEO does not hold ${counts.circles} circles`);
		}
		this.#polygonSets = readSets(container, "PSET", counts.polygons, sets.length);
		const polygonStarts = container.u32("PCHN");
		const vertices = container.f64("PXYS");
		if (polygonStarts.length !== counts.polygons + 1 || vertices.length !== counts.vertices * 2) {
			throw new TargetingFileError("invalid_content", "sections PCHN and PXYS do not hold what META counts");
		}
		this.#polygons = new PolygonGeometry(polygonStarts, container.u32("PVTX"), vertices);
		this.#polygonTree = new PackedTree(container.f32("PBOX"), counts.polygons, "PBOX");
		this.#matchedAt = new Uint32Array(sets.length);
	}

	/**
	 * The sets with a geofence that contains the point, as ascending indexes into `meta.sets`. Exact: circles contain their
	 * rim, polygons are half-open (`meta.border_rule`), longitude 180 is the same place as -180.
	 *
	 * @throws {RangeError} for a latitude outside -90 to 90 or a longitude outside -180 to 180 (degrees)
	 */
	match(latitude: number, longitude: number): number[] {
		if (!(latitude >= -90 && latitude <= 90)) throw new RangeError(`latitude ${latitude} is not within -90 and 90`);
		if (!(longitude >= -180 && longitude <= 180)) {
			throw new RangeError(`longitude ${longitude} is not within -180 and 180`);
		}
		this.#lookup++;
		if (this.#lookup === 2 ** 32) {
			this.#matchedAt.fill(0);
			this.#lookup = 1;
		}
		const x = longitude === 180 ? -180 : longitude;
		const matched: number[] = [];
		this.#matchCircles(latitude, x, matched);
		if (matched.length < this.#matchedAt.length) this.#matchPolygons(latitude, x, matched);
		return matched.length > 1 ? matched.sort((a, b) => a - b) : matched;
	}

	#matchCircles(latitude: number, longitude: number, matched: number[]): void {
		const candidates = this.#circleTree.search(longitude, latitude);
		if (candidates === 0) return;
		const positions = this.#circleTree.hits;
		const circles = this.#circles;
		writeUnitVector(latitude, longitude, this.#point, 0);
		const x = this.#point[0] as number;
		const y = this.#point[1] as number;
		const z = this.#point[2] as number;
		for (let i = 0; i < candidates; i++) {
			const position = positions[i] as number;
			const set = this.#circleSets[position] as number;
			if (this.#matchedAt[set] === this.#lookup) continue;
			const offset = position * 4;
			const dx = x - (circles[offset] as number);
			const dy = y - (circles[offset + 1] as number);
			const dz = z - (circles[offset + 2] as number);
			if (dx * dx + dy * dy + dz * dz <= (circles[offset + 3] as number)) {
				this.#matchedAt[set] = this.#lookup;
				matched.push(set);
			}
		}
	}

	#matchPolygons(latitude: number, longitude: number, matched: number[]): void {
		const y = latitude === 90 ? SOUTH_OF_NORTH_POLE : latitude;
		const candidates = this.#polygonTree.search(longitude, y);
		const positions = this.#polygonTree.hits;
		for (let i = 0; i < candidates; i++) {
			const position = positions[i] as number;
			const set = this.#polygonSets[position] as number;
			if (this.#matchedAt[set] !== this.#lookup && this.#polygons.contains(position, longitude, y)) {
				this.#matchedAt[set] = this.#lookup;
				matched.push(set);
			}
		}
	}
}

function readSets(container: Container, section: string, count: number, setCount: number): Uint32Array {
	const sets = container.u32(section);
	if (sets.length !== count) {
		throw new TargetingFileError(
			"invalid_content",
			`section ${section} has ${sets.length} entries; META says ${count}`,
		);
	}
	if (!sets.every((set) => set < setCount)) {
		throw new TargetingFileError("invalid_content", `section ${section} refers to a set that META does not have`);
	}
	return sets;
}

function readProximityMeta(value: unknown): ProximityMeta {
	const meta = new MetaFields(value, "META");
	const counts = meta.fields("counts");
	const index = meta.fields("index");
	return {
		kind: meta.literal("kind", "proximity"),
		...readBuildMeta(meta),
		earth_radius: meta.number("earth_radius"),
		border_rule: meta.literal("border_rule", "half-open"),
		polygon_edges: meta.literal("polygon_edges", "plate-carree"),
		index: { name: index.literal("name", "packed-hilbert-rtree"), node_size: index.literal("node_size", NODE_SIZE) },
		counts: {
			fences: counts.integer("fences", 0, 2 ** 32),
			circles: counts.integer("circles", 0, 2 ** 32),
			polygons: counts.integer("polygons", 0, 2 ** 32),
			vertices: counts.integer("vertices", 0, 2 ** 32),
		},
	};
}
