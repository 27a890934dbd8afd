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
	readonly #bits = new Float64Array(1);
	readonly #words = new Uint32Array(this.#bits.buffer);
	#low = 0;
	#high = 0;

	/** Adds a geofence; true when one with the same geometry and radius was added before. */
	add({ geometry, properties }: Geofence): boolean {
		this.#low = 0x811c9dc5;
		this.#high = 0x9e3779b9;
		if (geometry.type === "Point") {
			this.#mixPosition(geometry.coordinates);
			this.#mix((properties as { radius: number }).radius);
		} else {
			const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
			for (const rings of polygons) {
				this.#mix(rings.length);
				for (const ring of rings) for (const position of ring) this.#mixPosition(position);
			}
		}
		return this.#addHash((this.#high & 0x1fffff) * 2 ** 32 + this.#low + 1);
	}

	#mixPosition(position: readonly [number, number]): void {
		this.#mix(position[0]);
		this.#mix(position[1]);
	}

	#mix(value: number): void {
		this.#bits[0] = value;
		for (const word of this.#words) {
			this.#low = Math.imul(this.#low ^ word, 0x85ebca6b) >>> 0;
			this.#low = (this.#low ^ (this.#low >>> 13)) >>> 0;
			this.#high = Math.imul(this.#high ^ word ^ this.#low, 0xc2b2ae35) >>> 0;
			this.#high = (this.#high ^ (this.#high >>> 16)) >>> 0;
		}
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

/** Slot of a hash, or the free slot for it. */
function placeOf(hashes: Float64Array, hash: number): number {
	let place = hash % hashes.length;
	while (hashes[place] !== 0 && hashes[place] !== hash) place = (place + 1) % hashes.length;
	return place;
}
