import { isCircle, polygonsOf } from "@/lib/rules/geofences/covers";
import type { Geofence, Position, Ring } from "@/lib/rules/geofences/geofence";
import { isLarge, positionsOf } from "./packed-ring";

/**
 * Geofences for a message of a worker: the positions of large ones are numbers in one piece of
 * memory, as to receive a hundred thousand lists stalls the page.
 */
export type PackedFences = readonly (Geofence | PackedFence)[];

interface PackedFence {
	/** The geofence without its positions. */
	readonly bare: Geofence;
	/** Positions of each ring of each polygon. */
	readonly counts: readonly (readonly number[])[];
	readonly numbers: Float64Array<ArrayBuffer>;
}

/** With what is handed over rather than copied. */
export function packFences(fences: readonly Geofence[]): { packed: PackedFences; memory: ArrayBuffer[] } {
	const memory: ArrayBuffer[] = [];
	const packed = fences.map((fence) => {
		if (!isLarge(fence)) return fence;
		const own = packFence(fence);
		memory.push(own.numbers.buffer);
		return own;
	});
	return { packed, memory };
}

function packFence(fence: Geofence): PackedFence {
	const polygons = polygonsOf(fence);
	const numbers = new Float64Array(positionsOf(fence) * 2);
	let at = 0;
	for (const rings of polygons) {
		for (const ring of rings) {
			for (const [longitude, latitude] of ring) {
				numbers[at++] = longitude;
				numbers[at++] = latitude;
			}
		}
	}
	const bare = { ...fence, geometry: { ...fence.geometry, coordinates: [] } } as unknown as Geofence;
	return { bare, counts: polygons.map((rings) => rings.map((ring) => ring.length)), numbers };
}

export const unpackFences = (packed: PackedFences): Geofence[] =>
	packed.map((fence) => ("bare" in fence ? unpackFence(fence) : fence));

function unpackFence({ bare, counts, numbers }: PackedFence): Geofence {
	let at = 0;
	const ringOf = (count: number): Ring => {
		const ring: Position[] = [];
		for (let left = count; left > 0; left -= 1) {
			ring.push([numbers[at] as number, numbers[at + 1] as number]);
			at += 2;
		}
		return ring;
	};
	const polygons = counts.map((rings) => rings.map(ringOf));
	const coordinates = bare.geometry.type === "Polygon" ? polygons[0] : polygons;
	return { ...bare, geometry: { ...bare.geometry, coordinates } } as Geofence;
}

/** Positions of a message: more take the page longer than a frame or two to receive. */
const POSITIONS_AT_ONCE = 50_000;
const FENCES_AT_ONCE = 10_000;

/** Geofences in parts that a page receives without a stall; a large one is a part of its own. */
export function* fencePieces(fences: readonly Geofence[]): Generator<Geofence[]> {
	let piece: Geofence[] = [];
	let positions = 0;
	for (const fence of fences) {
		piece.push(fence);
		positions += isCircle(fence) ? 1 : positionsOf(fence);
		if (piece.length < FENCES_AT_ONCE && positions < POSITIONS_AT_ONCE) continue;
		yield piece;
		[piece, positions] = [[], 0];
	}
	if (piece.length > 0) yield piece;
}
