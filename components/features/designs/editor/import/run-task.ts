import { unpackFences } from "@/components/kit/map/packed-fences";
import { UnknownColumnsError } from "@/lib/rules/documents/unknown-columns-error";
import { ForeignJsonError } from "@/lib/rules/geofences/foreign-json-error";
import type { ImportReply, ImportTask } from "./import-worker";
import type { ImportPreview, ImportProgress } from "./read-import";

/**
 * Runs an import task on a worker, which an abort ends at once.
 * @throws the worker's error, or the abort
 */
export function runTask(
	task: ImportTask,
	{ signal, onProgress }: { signal: AbortSignal; onProgress?: (progress: ImportProgress) => void },
): Promise<Exclude<ImportReply, { kind: "progress" | "fences" | "failed" }>> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" });
		const end = (settle: () => void) => {
			worker.terminate();
			settle();
		};
		signal.addEventListener("abort", () => end(() => reject(signal.reason)), { once: true });
		// The worker reports its own errors; this one means that it did not load, or crashed.
		worker.onerror = () =>
			end(() => reject(new Error("The file could not be read. Check the connection, then choose it again.")));
		const fences: ImportPreview["fences"] = [];
		worker.onmessage = ({ data }: MessageEvent<ImportReply>) => {
			if (data.kind === "progress") onProgress?.(data.progress);
			else if (data.kind === "fences") fences.push(...unpackFences(data.fences));
			else if (data.kind === "preview") end(() => resolve({ ...data, preview: { ...data.preview, fences } }));
			else if (data.kind === "failed") end(() => reject(failureOf(data)));
			else end(() => resolve(data));
		};
		worker.postMessage(task);
	});
}

/** The worker's error, which has no class once it was sent. */
function failureOf({ message, format, table }: Extract<ImportReply, { kind: "failed" }>): Error {
	if (table !== undefined) return new UnknownColumnsError(message, table);
	return format === undefined ? new Error(message) : new ForeignJsonError(message, format);
}
