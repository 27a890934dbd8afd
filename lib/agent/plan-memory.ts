export interface Candidate {
	sha256: string;
	/** Bytes it takes in memory. */
	size: number;
}

/** The decision about a candidate: `fits`, or the reason for its refusal. */
export type Admission = { fits: true } | { fits: false; reason: string };

/**
 * Decides in order which candidates fit into `limit` bytes beside the committed files (loaded or
 * loading). Smaller files after a refused one may fit; a shared file counts once. Loaded files are
 * never dropped for waiting ones, to avoid flapping.
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
