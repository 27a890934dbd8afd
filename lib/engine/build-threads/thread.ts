import type { JobContext } from "@/lib/platform/threads/messages";
import { serveJobs } from "@/lib/platform/threads/serve-jobs";
import { produceTargetingFile } from "./produce-targeting-file";
import type { BuildInput, BuildProgress } from "./production";

/** The thread on which a targeting file is produced; produce-in-thread.ts is its other end. */
serveJobs((input: BuildInput, context: JobContext<BuildProgress>) =>
	produceTargetingFile(input, { ...context, onProgress: changesTo(context.onProgress) }),
);

/** Progress is worth a message when it is seen to move. */
function changesTo(onProgress: (progress: BuildProgress) => void): (progress: BuildProgress) => void {
	let last = "";
	return (progress) => {
		const current = `${progress.phase} ${progress.percent}`;
		if (current === last) return;
		last = current;
		onProgress(progress);
	};
}
