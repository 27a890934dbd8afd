/** A file that could be loaded. */
export interface Candidate {
	sha256: string;
	/** Bytes it takes in memory. */
	size: number;
}

/** The decision about one candidate: `fits`, or the sentence that refuses it. */
export type Admission = { fits: true } | { fits: false; reason: string };

/**
 * Decides in order which candidates fit into `limit` bytes beside the files already committed to (loaded, or on their way). A large one
 * that does not fit does not stop smaller ones after it; a file that two deployments share counts once. Loaded files are never
 * given up for waiting ones, so that nothing flaps.
 */
export function planMemory(
	committed: readonly Candidate[],
	waiting: readonly Candidate[],
	limit: number,
): readonly Admission[] {
	const counted = new Set<string>();
	let free = limit;
	const commit = (candidate: Candidate) => {
		if (counted.has(candidate.sha256)) return;
		counted.add(candidate.sha256);
		free -= candidate.size;
	};
	for (const candidate of committed) commit(candidate);
	return waiting.map((candidate) => {
		if (counted.has(candidate.sha256) || candidate.size <= free) {
			commit(candidate);
			return { fits: true };
		}
		return {
			fits: false,
			reason: `the file needs ${candidate.size} bytes of memory and ${Math.max(0, free)} of the limit of ${limit} bytes are free`,
		};
	});
}
