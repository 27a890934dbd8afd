import type { TargetingFileProblem } from "@/lib/formats/errors";
import type { TargetingFile, VerifiedTargetingFile } from "@/lib/formats/open";

/**
 * The task of a file thread: check a cached file, which takes hardly any memory, or read it into
 * shared memory and verify it there.
 */
export interface FileJob {
	task: "check" | "read";
	path: string;
	/** The kind according to the service. */
	kind: TargetingFile["kind"];
	size: number;
	sha256: string;
}

/** Result of a job; a thread that exits without one has failed. */
export type FileJobOutcome =
	| { verified: VerifiedTargetingFile | null }
	| { refused: { problem: TargetingFileProblem; message: string } };

/** Start data of a file thread, by which the agent's bundle recognizes its role. */
export interface FileThreadData {
	fileJob: FileJob;
}
