import type { JobContext } from "@/lib/platform/threads/messages";
import { serveJobs } from "@/lib/platform/threads/serve-jobs";
import { produceTargetingFile } from "./produce-targeting-file";
import type { BuildInput, BuildProgress } from "./production";

/** Entry of the thread that produces a targeting file; produce-in-thread.ts starts it. */
serveJobs((input: BuildInput, context: JobContext<BuildProgress>) =>
	produceTargetingFile(input, { ...context, onProgress: changesTo(context.onProgress) }),
);

/** Reports progress only when the displayed value changes. */
function changesTo(onProgress: (progress: BuildProgress) => void): (progress: BuildProgress) => void {
	let last = "";
	return (progress) => {
		const current = `${progress.phase} ${progress.percent}`;
		if (current === last) return;
		last = current;
		onProgress(progress);
	};
}
