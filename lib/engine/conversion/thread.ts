import { serveJobs } from "@/lib/platform/threads/serve-jobs";
import { isDomainError } from "@/lib/rules/errors";
import { convertFile } from "./convert-file";
import type { ConversionJob, ConversionOutcome } from "./jobs";

/** Entry of the thread that converts one file; convert.ts starts it. */
serveJobs(async (job: ConversionJob): Promise<ConversionOutcome> => {
	try {
		return { conversion: await convertFile(job) };
	} catch (error) {
		if (isDomainError(error)) return { refused: { kind: error.kind, message: error.message } };
		// What makes GDAL fail, such as too little memory, is a file and not the service.
		if (error instanceof WebAssembly.RuntimeError) {
			return { refused: { kind: "InvalidArgument", message: `the file cannot be read by GDAL: ${error.message}` } };
		}
		return { failed: error instanceof Error ? error.message : String(error) };
	}
});
