import { constants, setPriority } from "node:os";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import type { FileJob, FileJobOutcome, FileThreadData, VerifiedFile } from "@/lib/agent/file-job";
import { checkTargetingFile } from "@/lib/formats/check-file";
import { TargetingFileError } from "@/lib/formats/errors";
import { readTargetingBytes, verifyTargetingFile } from "@/lib/formats/open";
import { verifyOptOutList } from "@/lib/formats/opt-out-list";

/** The job of this thread when `runFileJob` started it, else null. */
export function jobOfThisThread(): FileJob | null {
	const data: Partial<FileThreadData> | null = isMainThread ? null : workerData;
	return data?.fileJob ?? null;
}

/** Runs the job and posts its outcome. The thread ends afterwards, which frees its memory. */
export async function answerFileJob(job: FileJob): Promise<void> {
	// Opt-outs must not wait.
	if (job.kind !== "opt-outs") giveWayToLookups();
	parentPort?.postMessage(await outcomeOf(job));
}

/** Lookups get the processor first: on a busy machine a load would make them wait (decision 0549). */
function giveWayToLookups(): void {
	// Elsewhere the priority is that of the whole process.
	if (process.platform !== "linux") return;
	try {
		setPriority(0, constants.priority.PRIORITY_LOW);
	} catch {
		// A sandbox may forbid it; then the load is as quick as a lookup.
	}
}

async function outcomeOf(job: FileJob): Promise<FileJobOutcome> {
	try {
		return { verified: await perform(job) };
	} catch (error) {
		// Class and fields of an error do not survive postMessage.
		if (error instanceof TargetingFileError) return { refused: { problem: error.problem, message: error.message } };
		throw error;
	}
}

async function perform(job: FileJob): Promise<VerifiedFile | null> {
	const expected = { expectedSize: job.size, expectedSha256: job.sha256 };
	if (job.task === "check") {
		requireKind(await checkTargetingFile(job.path, expected), job);
		return null;
	}
	if (job.kind === "opt-outs") return verifyOptOutList(await readTargetingBytes(job.path, expected));
	const verified = verifyTargetingFile(await readTargetingBytes(job.path, expected));
	requireKind(verified, job);
	return verified;
}

function requireKind(file: { kind: FileJob["kind"] }, job: FileJob): void {
	if (file.kind === job.kind) return;
	throw new TargetingFileError("invalid_content", `the file is of kind ${file.kind}, the deployment ${job.kind}`);
}
