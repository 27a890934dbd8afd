/** Code of a problem with a targeting file; the message explains it. */
export type TargetingFileProblem =
	| "not_a_targeting_file"
	| "unsupported_version"
	| "truncated"
	| "corrupt"
	| "invalid_content"
	| "digest_mismatch"
	/** the file may be fine: it can be opened when more memory is free */
	| "out_of_memory";

/** A malformed targeting file. Every malformed file throws this error and no other. */
export class TargetingFileError extends Error {
	override readonly name = "TargetingFileError";
	readonly problem: TargetingFileProblem;

	constructor(problem: TargetingFileProblem, message: string) {
		super(message);
		this.problem = problem;
	}
}

/** Input that cannot be written into a targeting file, such as a fence without extent. */
export class TargetingInputError extends Error {
	override readonly name = "TargetingInputError";
}
