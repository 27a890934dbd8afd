import { CellTree, MAX_SETS_IN_16_BITS } from "@/lib/formats/cell-tree";
import type { Container } from "@/lib/formats/container";
import { TargetingFileError } from "@/lib/formats/errors";
import type { ProximityMeta } from "@/lib/formats/meta";
import { PackedTree } from "@/lib/formats/packed-tree";
import { lookupLatitude, lookupLongitude } from "@/lib/formats/place";
import { PolygonGeometry } from "@/lib/formats/polygon-geometry";
import { readProximityMeta } from "@/lib/formats/proximity-meta";
import { writeUnitVector } from "@/lib/formats/sphere";

/** Approximate size of a reader's objects and scratch arrays. */
const READER_BYTES = 4096;

/**
 * A proximity filter in memory, as views of the file's bytes. Threads may share the bytes, but each
 * needs its own instance, because lookups use the instance's scratch space.
 */
export class ProximityFilter {
	readonly kind = "proximity";
	readonly meta: ProximityMeta;
	readonly formatVersion: string;
	/** length of the file */
	readonly bytes: number;
	/** bytes including the reader's own; threads that share the file add only the difference */
	readonly memory: number;
	readonly #cells: CellTree;
	readonly #largeCircles: PackedTree;
	readonly #circleSets: Uint32Array;
	readonly #circles: Float64Array;
	readonly #largePolygons: PackedTree;
	readonly #polygonSets: Uint32Array;
	readonly #polygons: PolygonGeometry;
	/** per set the number of the last lookup that matched it: saves clearing between lookups */
	readonly #matchedAt: Uint32Array;
	readonly #point = new Float64Array(3);
	#lookup = 0;

	/**
	 * @param verifiedBounds `chainBounds` of another instance over the same bytes: skips
	 * verification, so that opening takes constant time
	 * @throws {TargetingFileError} when the sections do not make a proximity filter
	 */
	constructor(container: Container, verifiedBounds: Float64Array<SharedArrayBuffer> | null = null) {
		const verified = verifiedBounds !== null;
		this.bytes = container.bytes.length;
		this.formatVersion = `${container.major}.${container.minor}`;
		this.meta = readProximityMeta(container.json("META"));
		const { counts, sets } = this.meta;
		this.#circleSets = readSets(container, "CSET", counts.circles, sets.length, verified);
		this.#circles = container.f64("CGEO");
		const impossible = (value: number) => !(Math.abs(value) <= 5);
		if (this.#circles.length !== counts.circles * 4 || (!verified && this.#circles.some(impossible))) {
			throw new TargetingFileError("invalid_content", `section CGEO does not hold ${counts.circles} circles`);
		}
		this.#polygonSets = readSets(container, "PSET", counts.polygons, sets.length, verified);
		const polygonStarts = container.u32("PCHN");
		const vertices = container.f64("PXYS");
		if (polygonStarts.length !== counts.polygons + 1 || vertices.length !== counts.vertices * 2) {
			throw new TargetingFileError("invalid_content", "sections PCHN and PXYS do not hold what META counts");
		}
		this.#polygons = new PolygonGeometry(polygonStarts, container.u32("PVTX"), vertices, verifiedBounds);
		this.#largeCircles = new PackedTree(container.f32("CBOX"), counts.large_circles, "CBOX", verified);
		this.#largePolygons = new PackedTree(container.f32("PBOX"), counts.large_polygons, "PBOX", verified);
		const tree = {
			roots: container.u32("ROOT"),
			nodes: container.u32("NODE"),
			leaves: container.u32("LEAF"),
			combinationStarts: container.u32("TCMB"),
			combinationSets: sets.length <= MAX_SETS_IN_16_BITS ? container.u16("TSET") : container.u32("TSET"),
		};
		const limits = { circles: counts.circles, polygons: counts.polygons, sets: sets.length };
		this.#cells = new CellTree(tree, limits, verified);
		this.#matchedAt = new Uint32Array(sets.length);
		this.memory = this.bytes + READER_BYTES + this.#matchedAt.byteLength + this.chainBounds.byteLength;
	}

	/** Chain bounds derived from the file's bytes, in shared memory. */
	get chainBounds(): Float64Array<SharedArrayBuffer> {
		return this.#polygons.bounds;
	}

	/**
	 * Gives the sets with a geofence that contains the point, as ascending indexes into
	 * `meta.sets`. Exact: circles contain their rim, polygons are half-open (`meta.border_rule`),
	 * and longitude 180 is the same as -180.
	 *
	 * @throws {RangeError} for a latitude outside -90 to 90 or a longitude outside -180 to 180
	 */
	match(latitude: number, longitude: number): number[] {
		if (!(latitude >= -90 && latitude <= 90))
			throw new RangeError(`latitude must be from -90 to 90, and is ${latitude}`);
		if (!(longitude >= -180 && longitude <= 180)) {
			throw new RangeError(`longitude must be from -180 to 180, and is ${longitude}`);
		}
		this.#lookup++;
		if (this.#lookup === 2 ** 32) {
			this.#matchedAt.fill(0);
			this.#lookup = 1;
		}
		const x = lookupLongitude(longitude);
		const y = lookupLatitude(latitude);
		const matched: number[] = [];
		const covering = this.#matchCell(x, y, matched);
		const { large_circles, large_polygons } = this.meta.counts;
		if (large_circles > 0) this.#matchLargeCircles(x, y, matched);
		if (large_polygons > 0) this.#matchLargePolygons(x, y, matched);
		if (matched.length > covering) mergeAscending(matched, covering);
		return matched;
	}

	/**
	 * Pushes the sets that cover the point's cell, ascending, and returns their number; then pushes
	 * the sets of fences on the cell's border that contain the point.
	 */
	#matchCell(x: number, y: number, matched: number[]): number {
		const { leaves, combinationStarts, combinationSets } = this.#cells;
		const leaf = this.#cells.find(y, x);
		const combination = leaves[leaf] as number;
		const lastSet = combinationStarts[combination + 1] as number;
		for (let i = combinationStarts[combination] as number; i < lastSet; i++) {
			this.#add(combinationSets[i] as number, matched);
		}
		const covering = matched.length;
		const end = leaf + 2 + (leaves[leaf + 1] as number);
		if (end === leaf + 2) return covering;
		writeUnitVector(y, x, this.#point, 0);
		for (let i = leaf + 2; i < end; i++) {
			const entry = leaves[i] as number;
			const position = entry >>> 1;
			if ((entry & 1) === 0) this.#testCircle(position, matched);
			else this.#testPolygon(position, x, y, matched);
		}
		return covering;
	}

	#matchLargeCircles(x: number, y: number, matched: number[]): void {
		const candidates = this.#largeCircles.search(x, y);
		if (candidates === 0) return;
		const positions = this.#largeCircles.hits;
		writeUnitVector(y, x, this.#point, 0);
		const sets = this.#matchedAt.length;
		for (let i = 0; i < candidates && matched.length < sets; i++) this.#testCircle(positions[i] as number, matched);
	}

	#matchLargePolygons(x: number, y: number, matched: number[]): void {
		const candidates = this.#largePolygons.search(x, y);
		const positions = this.#largePolygons.hits;
		const sets = this.#matchedAt.length;
		for (let i = 0; i < candidates && matched.length < sets; i++) {
			this.#testPolygon(positions[i] as number, x, y, matched);
		}
	}

	#testCircle(position: number, matched: number[]): void {
		const set = this.#circleSets[position] as number;
		if (this.#matchedAt[set] === this.#lookup) return;
		const point = this.#point;
		const circles = this.#circles;
		const offset = position * 4;
		const dx = (point[0] as number) - (circles[offset] as number);
		const dy = (point[1] as number) - (circles[offset + 1] as number);
		const dz = (point[2] as number) - (circles[offset + 2] as number);
		if (dx * dx + dy * dy + dz * dz <= (circles[offset + 3] as number)) this.#add(set, matched);
	}

	#testPolygon(position: number, x: number, y: number, matched: number[]): void {
		const set = this.#polygonSets[position] as number;
		if (this.#matchedAt[set] !== this.#lookup && this.#polygons.contains(position, x, y)) this.#add(set, matched);
	}

	#add(set: number, matched: number[]): void {
		this.#matchedAt[set] = this.#lookup;
		matched.push(set);
	}
}

/** Sorts `sets`, whose first `sorted` are in order; insertion is fastest for the few others. */
function mergeAscending(sets: number[], sorted: number): void {
	if (sets.length - sorted > 16) {
		sets.sort((a, b) => a - b);
		return;
	}
	for (let i = Math.max(sorted, 1); i < sets.length; i++) {
		const set = sets[i] as number;
		let at = i;
		for (; at > 0 && (sets[at - 1] as number) > set; at--) sets[at] = sets[at - 1] as number;
		sets[at] = set;
	}
}

function readSets(
	container: Container,
	section: string,
	count: number,
	setCount: number,
	verified: boolean,
): Uint32Array {
	const sets = container.u32(section);
	if (sets.length !== count) {
		throw new TargetingFileError(
			"invalid_content",
			`section ${section} has ${sets.length} entries; META says ${count}`,
		);
	}
	if (!verified && !sets.every((set) => set < setCount)) {
		throw new TargetingFileError("invalid_content", `section ${section} refers to a set that does not exist`);
	}
	return sets;
}
