import { serveJobs } from "@/lib/platform/threads/serve-jobs";
import { isDomainError } from "@/lib/rules/errors";
import { convertFile } from "./convert-file";
import { type StartedGdal, startGdal } from "./gdal";
import type { ConversionJob, ConversionOutcome } from "./jobs";

let started: StartedGdal | undefined;

/** GDAL as it is used again and again: most of its time goes into being started. */
async function start(directory: string, maxBytes: number): Promise<StartedGdal> {
	if (started !== undefined) return started.turnTo(directory, maxBytes);
	started = await startGdal(directory, maxBytes);
	return started;
}

/** Entry of the threads that convert files one after the other; convert.ts starts them. */
serveJobs(async (job: ConversionJob): Promise<ConversionOutcome> => {
	try {
		const conversion = await convertFile(job, start);
		return { conversion, isSpent: started?.isSmall() === false };
	} catch (error) {
		if (isDomainError(error)) {
			const { kind, message } = error;
			return { refused: { kind, message }, isSpent: kind !== "InvalidArgument" || started?.isSmall() === false };
		}
		// GDAL fails because of the file, as with too little memory, and not because of the service.
		if (error instanceof WebAssembly.RuntimeError) {
			const message = `the file cannot be read by GDAL: ${error.message}`;
			return { refused: { kind: "InvalidArgument", message }, isSpent: true };
		}
		return { failed: error instanceof Error ? error.message : String(error), isSpent: true };
	}
});
