import { hash } from "node:crypto";
import type { Geofence } from "@/lib/rules/geofences/geofence";

/**
 * Eight bytes of each geofence's shape, by which a later build finds new and removed geofences
 * without the earlier ones. Names do not count.
 */
export class FenceDigests {
	#digests: BigUint64Array;
	#count = 0;

	/** @param expected the likely number of digests */
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

	/**
	 * All digests in ascending order, in machine byte order: Node.js runs on little-endian machines
	 * only.
	 */
	bytes(): Uint8Array<ArrayBuffer> {
		return new Uint8Array(this.#digests.slice(0, this.#count).sort().buffer);
	}
}
