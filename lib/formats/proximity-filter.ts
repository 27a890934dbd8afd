import { CellMatcher } from "@/lib/formats/cell-matcher";
import { CellTree, type CellTreeSections, MAX_SETS_IN_16_BITS } from "@/lib/formats/cell-tree";
import { chordError, rimError } from "@/lib/formats/circle-records";
import type { Container } from "@/lib/formats/container";
import { TargetingFileError } from "@/lib/formats/errors";
import { Matches } from "@/lib/formats/matches";
import type { ProximityMeta } from "@/lib/formats/meta";
import { PackedTree } from "@/lib/formats/packed-tree";
import { lookupLatitude, lookupLongitude } from "@/lib/formats/place";
import { PointWave, WAVE } from "@/lib/formats/point-wave";
import { PolygonGeometry } from "@/lib/formats/polygon-geometry";
import { makeShortcuts, type ProximityShortcuts, shortcutBytes } from "@/lib/formats/proximity-shortcuts";
import { readProximityMeta } from "@/lib/formats/read-proximity-meta";
import { SetCollector } from "@/lib/formats/set-collector";
import { beyondCircle } from "@/lib/formats/sphere";

/** Approximate size of a reader's objects and scratch arrays. */
const READER_BYTES = 4096;

/** Scratch of all filters on a thread, of which there may be thousands: lookups do not interleave. */
const wave = new PointWave();
const matches = new Matches();

/** A place in degrees. */
export interface Place {
	readonly latitude: number;
	readonly longitude: number;
}

/**
 * A proximity filter in memory, as views of the file's bytes. Threads may share the bytes, but each
 * needs its own instance, because lookups use scratch space.
 */
export class ProximityFilter {
	readonly kind = "proximity";
	readonly meta: ProximityMeta;
	readonly formatVersion: string;
	/** length of the file */
	readonly bytes: number;
	/** bytes of the file and of what was derived from it: once for all threads */
	readonly sharedBytes: number;
	/** bytes including the reader's own; threads that share the file add only the difference */
	readonly memory: number;
	/** for another reader of the same bytes */
	readonly shortcuts: ProximityShortcuts;
	readonly #cells: CellTree;
	readonly #matcher: CellMatcher;
	readonly #largeCircles: PackedTree;
	readonly #circleSets: Uint32Array;
	readonly #circles: Float64Array;
	readonly #records: Float32Array;
	readonly #recordWords: Uint32Array;
	readonly #setMask: number;
	readonly #chordError: number;
	readonly #largePolygons: PackedTree;
	readonly #polygonSets: Uint32Array;
	readonly #polygons: PolygonGeometry;
	readonly #found: SetCollector;

	/**
	 * @param verified `shortcuts` of another reader of the same bytes: skips verification, so that
	 * opening takes constant time
	 * @throws {TargetingFileError} when the sections do not make a proximity filter
	 */
	constructor(container: Container, verified: ProximityShortcuts | null = null) {
		const isVerified = verified !== null;
		this.bytes = container.bytes.length;
		this.formatVersion = `${container.major}.${container.minor}`;
		this.meta = readProximityMeta(container.json("META"));
		const { counts, sets } = this.meta;
		this.#circleSets = readSets(container, "CSET", counts.circles, sets.length, isVerified);
		this.#circles = container.f64("CGEO");
		const impossible = (value: number) => !(Math.abs(value) <= 5);
		if (this.#circles.length !== counts.circles * 4 || (!isVerified && this.#circles.some(impossible))) {
			throw new TargetingFileError("invalid_content", `section CGEO does not hold ${counts.circles} circles`);
		}
		this.#polygonSets = readSets(container, "PSET", counts.polygons, sets.length, isVerified);
		const polygonStarts = container.u32("PCHN");
		const vertices = container.f64("PXYS");
		if (polygonStarts.length !== counts.polygons + 1 || vertices.length !== counts.vertices * 2) {
			throw new TargetingFileError("invalid_content", "sections PCHN and PXYS do not hold what META counts");
		}
		this.#polygons = new PolygonGeometry(polygonStarts, container.u32("PVTX"), vertices, verified?.chainBounds ?? null);
		this.#largeCircles = new PackedTree(container.f32("CBOX"), counts.large_circles, "CBOX", isVerified);
		this.#largePolygons = new PackedTree(container.f32("PBOX"), counts.large_polygons, "PBOX", isVerified);
		const tree = readTree(container, sets.length);
		const limits = { circles: counts.circles, polygons: counts.polygons, sets: sets.length };
		this.#cells = new CellTree(tree, limits, isVerified);
		const circles = { geometry: this.#circles, sets: this.#circleSets };
		this.shortcuts = verified ?? makeShortcuts(this.#polygons.bounds, circles, tree, sets.length);
		const { numbers, setBits } = this.shortcuts.circles;
		this.#records = numbers;
		this.#recordWords = new Uint32Array(numbers.buffer);
		this.#setMask = 2 ** setBits - 1;
		this.#chordError = chordError(setBits);
		this.#matcher = new CellMatcher(this.#cells, numbers, this.shortcuts.masks, sets.length);
		this.#found = new SetCollector(sets.length);
		this.sharedBytes = this.bytes + shortcutBytes(this.shortcuts);
		this.memory = this.sharedBytes + READER_BYTES;
	}

	/**
	 * Gives the sets with a geofence that contains the point, as ascending indexes into
	 * `meta.sets`. Exact: circles contain their rim, polygons are half-open (`meta.border_rule`),
	 * and longitude 180 is the same as -180.
	 *
	 * @throws {RangeError} for a latitude outside -90 to 90 or a longitude outside -180 to 180
	 */
	match(latitude: number, longitude: number): number[] {
		matches.clear(1);
		wave.count = 0;
		this.#addPoint(latitude, longitude);
		this.#matchWave();
		const { sets, ends } = matches;
		const matched = new Array<number>(ends[0] as number);
		for (let i = 0; i < matched.length; i++) matched[i] = sets[i] as number;
		return matched;
	}

	/**
	 * Like `match` for each of the points, 1.5 times as fast: they are looked up in waves.
	 *
	 * @returns valid until the next lookup in any filter on this thread
	 * @throws {RangeError} like `match`
	 */
	matchAll(points: readonly Place[]): Matches {
		matches.clear(points.length);
		for (let first = 0; first < points.length; first += WAVE) {
			wave.count = 0;
			const end = Math.min(first + WAVE, points.length);
			for (let i = first; i < end; i++) {
				const { latitude, longitude } = points[i] as Place;
				this.#addPoint(latitude, longitude);
			}
			this.#matchWave();
		}
		return matches;
	}

	#addPoint(latitude: number, longitude: number): void {
		if (!(latitude >= -90 && latitude <= 90))
			throw new RangeError(`latitude must be from -90 to 90, and is ${latitude}`);
		if (!(longitude >= -180 && longitude <= 180)) {
			throw new RangeError(`longitude must be from -180 to 180, and is ${longitude}`);
		}
		wave.add(lookupLatitude(latitude), lookupLongitude(longitude));
	}

	#matchWave(): void {
		try {
			this.#matcher.find(wave);
			for (let point = 0; point < wave.count; ) {
				const end = this.#matcher.read(wave, point);
				while (point < end) {
					this.#addCovering(wave.combinations[point] as number);
					this.#addFromBorder(point);
					// Then it is the last of them, and what is read next goes on with it.
					if ((wave.left[point] as number) > 0) break;
					this.#finish(point++);
				}
			}
		} catch (error) {
			// Else the next lookup would find them, too: arrays may have no memory to grow.
			this.#found.clear();
			throw error;
		}
	}

	/** Adds the fences that are in no cell, and ends the sets of a point. */
	#finish(point: number): void {
		const { large_circles, large_polygons } = this.meta.counts;
		if (large_circles > 0) this.#addLargeCircles(point);
		if (large_polygons > 0) this.#addLargePolygons(point);
		const sets = matches.room(this.meta.sets.length);
		matches.push(this.#found.drain(sets, matches.end));
	}

	/** Adds the sets that cover the whole cell of a point. */
	#addCovering(combination: number): void {
		const { masks } = this.shortcuts;
		if (masks !== null) {
			this.#found.addMask(masks, combination);
			return;
		}
		const { combinationStarts, combinationSets } = this.#cells;
		const end = combinationStarts[combination + 1] as number;
		for (let i = combinationStarts[combination] as number; i < end; i++) this.#found.add(combinationSets[i] as number);
	}

	/** Adds the sets of the fences on the cell's border that contain the point. */
	#addFromBorder(point: number): void {
		const { starts, entries, squares } = wave;
		const end = starts[point + 1] as number;
		for (let at = starts[point] as number; at < end; at++) {
			const entry = entries[at] as number;
			const position = entry >>> 1;
			if (entry & 1) this.#addPolygon(point, position);
			else this.#addCircle(point, position, squares[at] as number);
		}
	}

	/** @param square of the distance to the center, as the circle's record has it */
	#addCircle(point: number, position: number, square: number): void {
		const chord = this.#records[position * 4 + 3] as number;
		const error = rimError(chord, this.#chordError);
		const outer = chord + error;
		if (square > outer * outer) return;
		const inner = chord - error;
		const isSure = inner > 0 && square < inner * inner;
		if (!isSure && !this.#isInside(point, position)) return;
		const set =
			this.#setMask === 0
				? (this.#circleSets[position] as number)
				: (this.#recordWords[position * 4 + 3] as number) & this.#setMask;
		this.#found.add(set);
	}

	#isInside(point: number, position: number): boolean {
		return beyondCircle(this.#circles, position * 4, wave.vectors, point * 3) <= 0;
	}

	#addLargeCircles(point: number): void {
		const { latitudes, longitudes } = wave;
		const candidates = this.#largeCircles.search(longitudes[point] as number, latitudes[point] as number);
		const positions = this.#largeCircles.hits;
		for (let i = 0; i < candidates; i++) {
			const position = positions[i] as number;
			const set = this.#circleSets[position] as number;
			if (!this.#found.has(set) && this.#isInside(point, position)) this.#found.add(set);
		}
	}

	#addLargePolygons(point: number): void {
		const { latitudes, longitudes } = wave;
		const candidates = this.#largePolygons.search(longitudes[point] as number, latitudes[point] as number);
		const positions = this.#largePolygons.hits;
		for (let i = 0; i < candidates; i++) this.#addPolygon(point, positions[i] as number);
	}

	#addPolygon(point: number, position: number): void {
		const set = this.#polygonSets[position] as number;
		if (this.#found.has(set)) return;
		const { latitudes, longitudes } = wave;
		if (this.#polygons.contains(position, longitudes[point] as number, latitudes[point] as number))
			this.#found.add(set);
	}
}

function readTree(container: Container, setCount: number): CellTreeSections {
	return {
		roots: container.u32("ROOT"),
		nodes: container.u32("NODE"),
		leaves: container.u32("LEAF"),
		combinationStarts: container.u32("TCMB"),
		combinationSets: setCount <= MAX_SETS_IN_16_BITS ? container.u16("TSET") : container.u32("TSET"),
	};
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
