import type { Geofence } from "./geofence";

const SMALLEST = 1_024;

/**
 * Detects duplicate geometries by 53-bit hashes: 16 bytes per geofence instead of hundreds of
 * megabytes for a million. One of ten thousand such imports has a false duplicate.
 */
export class GeometryHashes {
	/** Open addressing; 0 is a free slot. */
	#hashes = new Float64Array(SMALLEST);
	#count = 0;

	/** Adds a geofence; true when one with the same geometry and radius was added before. */
	add(geofence: Geofence): boolean {
		return this.#addHash(hashOfGeometry(geofence));
	}

	#addHash(hash: number): boolean {
		if ((this.#count + 1) * 2 > this.#hashes.length) this.#grow();
		const place = placeOf(this.#hashes, hash);
		if (this.#hashes[place] === hash) return true;
		this.#hashes[place] = hash;
		this.#count += 1;
		return false;
	}

	#grow(): void {
		const larger = new Float64Array(this.#hashes.length * 2);
		for (const hash of this.#hashes) if (hash !== 0) larger[placeOf(larger, hash)] = hash;
		this.#hashes = larger;
	}
}

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);
let [low, high] = [0, 0];

/** 53 bits of a geometry and its radius; never 0. */
export function hashOfGeometry({ geometry, properties }: Geofence): number {
	[low, high] = [0x811c9dc5, 0x9e3779b9];
	if (geometry.type === "Point") {
		mixPosition(geometry.coordinates);
		mix((properties as { radius: number }).radius);
	} else {
		const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
		for (const rings of polygons) {
			mix(rings.length);
			for (const ring of rings) for (const position of ring) mixPosition(position);
		}
	}
	return (high & 0x1fffff) * 2 ** 32 + low + 1;
}

function mixPosition(position: readonly [number, number]): void {
	mix(position[0]);
	mix(position[1]);
}

function mix(value: number): void {
	bits[0] = value;
	for (let at = 0; at < 2; at += 1) {
		low = Math.imul(low ^ (words[at] as number), 0x85ebca6b) >>> 0;
		low = (low ^ (low >>> 13)) >>> 0;
		high = Math.imul(high ^ (words[at] as number) ^ low, 0xc2b2ae35) >>> 0;
		high = (high ^ (high >>> 16)) >>> 0;
	}
}

/** Slot of a hash, or the free slot for it. */
function placeOf(hashes: Float64Array, hash: number): number {
	let place = hash % hashes.length;
	while (hashes[place] !== 0 && hashes[place] !== hash) place = (place + 1) % hashes.length;
	return place;
}
