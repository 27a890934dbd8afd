/** Numbers of geofences that were added to a set and removed from it. */
export interface FenceChanges {
	readonly added: number;
	readonly removed: number;
}

const wordsOf = (bytes: Uint8Array) => new BigUint64Array(bytes.slice().buffer);

/**
 * Compares two runs of digests in ascending order (lib/engine/build-threads/fence-digests.ts). A
 * repeated digest counts each time.
 */
export function compareDigests(before: Uint8Array, after: Uint8Array): FenceChanges {
	const [old, present] = [wordsOf(before), wordsOf(after)];
	let [added, removed] = [0, 0];
	let [i, j] = [0, 0];
	while (i < old.length && j < present.length) {
		const [a, b] = [old[i] as bigint, present[j] as bigint];
		if (a === b) {
			i += 1;
			j += 1;
		} else if (a < b) {
			removed += 1;
			i += 1;
		} else {
			added += 1;
			j += 1;
		}
	}
	return { added: added + present.length - j, removed: removed + old.length - i };
}
