import type { TargetingFileProblem } from "@/lib/formats/errors";
import type { ContainerKind } from "@/lib/formats/layout";
import type { TargetingFile, VerifiedTargetingFile } from "@/lib/formats/open";
import type { VerifiedOptOutList } from "@/lib/formats/opt-out-list";

/**
 * The task of a file thread: check a cached file, which takes hardly any memory, or read it into
 * shared memory and verify it there.
 */
export interface FileJob<Kind extends ContainerKind = ContainerKind> {
	task: "check" | "read";
	path: string;
	/** The kind according to the service. */
	kind: Kind;
	size: number;
	sha256: string;
}

/** A file that the thread has verified. */
export type VerifiedFile<Kind extends ContainerKind = ContainerKind> = Kind extends "opt-outs"
	? VerifiedOptOutList
	: VerifiedTargetingFile;

/** A targeting file in memory, as this thread and as others open it. */
export interface LoadedFile {
	file: TargetingFile;
	verified: VerifiedTargetingFile;
}

/** Result of a job; a thread that exits without one has failed. */
export type FileJobOutcome =
	| { verified: VerifiedFile | null }
	| { refused: { problem: TargetingFileProblem; message: string } };

/** Start data of a file thread, by which the agent's bundle recognizes its role. */
export interface FileThreadData {
	fileJob: FileJob;
}
