import { hash } from "node:crypto";
import type { Geofence } from "@/lib/rules/geofences/geofence";

/**
 * Eight bytes of each geofence's shape, so that a later build can tell which geofences are new and which have gone without
 * having those of now at hand. Names do not count: a geofence that is renamed stays the same one.
 */
export class FenceDigests {
	#digests: BigUint64Array;
	#count = 0;

	/** @param expected how many there are likely to be */
	constructor(expected: number) {
		this.#digests = new BigUint64Array(Math.max(expected, 16));
	}

	add({ geometry, properties }: Geofence): void {
		if (this.#count === this.#digests.length) {
			const larger = new BigUint64Array(this.#digests.length * 2);
			larger.set(this.#digests);
			this.#digests = larger;
		}
		const shape = JSON.stringify([geometry.coordinates, "radius" in properties ? properties.radius : geometry.type]);
		this.#digests[this.#count] = hash("sha1", shape, "buffer").readBigUInt64LE();
		this.#count += 1;
	}

	/** All of them in ascending order, as bytes in this machine's order: little-endian on every one that Node.js runs on. */
	bytes(): Uint8Array<ArrayBuffer> {
		return new Uint8Array(this.#digests.slice(0, this.#count).sort().buffer);
	}
}
