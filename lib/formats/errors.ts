/** What is wrong with a targeting file, for programs that react to it; the message says it for people. */
export type TargetingFileProblem =
	| "not_a_targeting_file"
	| "unsupported_version"
	| "truncated"
	| "corrupt"
	| "invalid_content"
	| "digest_mismatch"
	/** says nothing about the file: it may be opened where, or when, there is more memory */
	| "out_of_memory";

/** A file that cannot be used as a targeting file. Every malformed file ends in this error and in no other. */
export class TargetingFileError extends Error {
	override readonly name = "TargetingFileError";
	readonly problem: TargetingFileProblem;

	constructor(problem: TargetingFileProblem, message: string) {
		super(message);
		this.problem = problem;
	}
}

/** Input that cannot be written into a targeting file (a fence without extent, a device id twice): the design's fault. */
export class TargetingInputError extends Error {
	override readonly name = "TargetingInputError";
}
