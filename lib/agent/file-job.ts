import type { TargetingFileProblem } from "@/lib/formats/errors";
import type { TargetingFile, VerifiedTargetingFile } from "@/lib/formats/open";

/**
 * What a thread is to do with a file of the cache: only check it, which takes hardly any memory, or read it into shared memory and
 * verify it there.
 */
export interface FileJob {
	task: "check" | "read";
	path: string;
	/** What the service says of the file. */
	kind: TargetingFile["kind"];
	size: number;
	sha256: string;
}

/** How a job ended; a thread that ends without one has died. */
export type FileJobOutcome =
	| { verified: VerifiedTargetingFile | null }
	| { refused: { problem: TargetingFileProblem; message: string } };

/** What a thread is started with: it tells the agent's bundle that it is to be a thread and not an agent. */
export interface FileThreadData {
	fileJob: FileJob;
}
