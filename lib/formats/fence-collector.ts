import type { Box } from "@/lib/formats/box";
import { TargetingInputError } from "@/lib/formats/errors";
import { growableF64, growableU32 } from "@/lib/formats/growable";
import { type Ring, toPolygonParts } from "@/lib/formats/polygon-parts";
import { circleBoxes, squaredChord, writeUnitVector } from "@/lib/formats/sphere";

/** A circle: center in degrees, radius in meters. */
export interface Circle {
	latitude: number;
	longitude: number;
	radius: number;
}

/** A circle or the coordinates of a GeoJSON MultiPolygon; `set` indexes the meta's sets. */
export type FenceInput = { set: number } & ({ circle: Circle } | { polygons: readonly (readonly Ring[])[] });

/** Chain length limit: a lookup skips whole chains whose bounds decide the ray's parity. */
const MAX_CHAIN_EDGES = 32;

/** Collects fences into typed arrays: per entry a box, a set, and its geometry. */
export class FenceCollector {
	readonly circleBoxes = growableF64();
	readonly circleSets = growableU32();
	/** unit vector and squared chord: four numbers a circle */
	readonly circleGeometry = growableF64();
	readonly polygonBoxes = growableF64();
	readonly polygonSets = growableU32();
	/** first chain of each polygon, first vertex of each chain; without the end of the last one */
	readonly polygonStarts = growableU32();
	readonly chainStarts = growableU32();
	readonly vertices = growableF64();
	fences = 0;
	readonly #setCount: number;

	constructor(setCount: number) {
		this.#setCount = setCount;
	}

	/** @throws {TargetingInputError} naming the fence (counted from 1) and the problem */
	add(fence: FenceInput): void {
		this.fences++;
		try {
			if (!Number.isInteger(fence.set) || fence.set < 0 || fence.set >= this.#setCount) {
				throw new TargetingInputError(`set must be an index below ${this.#setCount}, and is ${fence.set}`);
			}
			if ("circle" in fence) this.#addCircle(fence.set, fence.circle);
			else this.#addPolygons(fence.set, fence.polygons);
		} catch (error) {
			if (!(error instanceof TargetingInputError)) throw error;
			throw new TargetingInputError(`geofence ${this.fences}: ${error.message}`);
		}
	}

	#addCircle(set: number, { latitude, longitude, radius }: Circle): void {
		if (!(Math.abs(latitude) <= 90))
			throw new TargetingInputError(`latitude must be from -90 to 90, and is ${latitude}`);
		if (!(Math.abs(longitude) <= 180))
			throw new TargetingInputError(`longitude must be from -180 to 180, and is ${longitude}`);
		if (!(radius > 0 && radius < Infinity))
			throw new TargetingInputError(`radius must be positive and finite, and is ${radius}`);
		const geometry = new Float64Array(4);
		writeUnitVector(latitude, longitude, geometry, 0);
		geometry[3] = squaredChord(radius);
		for (const box of circleBoxes(latitude, longitude, radius)) {
			pushBox(this.circleBoxes, box);
			this.circleSets.push(set);
			for (const value of geometry) this.circleGeometry.push(value);
		}
	}

	#addPolygons(set: number, polygons: readonly (readonly Ring[])[]): void {
		if (polygons.length === 0) throw new TargetingInputError("polygons must not be empty");
		for (const part of polygons.flatMap(toPolygonParts)) {
			pushBox(this.polygonBoxes, part.box);
			this.polygonSets.push(set);
			this.polygonStarts.push(this.chainStarts.length);
			for (const chain of part.chains) this.#addChain(chain);
		}
	}

	/** Cuts long chains into pieces; each piece starts with the last vertex of the one before. */
	#addChain(chain: readonly number[]): void {
		const last = chain.length / 2 - 1;
		for (let from = 0; from < last; from += MAX_CHAIN_EDGES) {
			const to = Math.min(from + MAX_CHAIN_EDGES, last);
			this.chainStarts.push(this.vertices.length / 2);
			for (let i = from * 2; i < (to + 1) * 2; i++) this.vertices.push(chain[i] as number);
		}
	}
}

function pushBox(target: { push(value: number): void }, { west, south, east, north }: Box): void {
	target.push(west);
	target.push(south);
	target.push(east);
	target.push(north);
}
