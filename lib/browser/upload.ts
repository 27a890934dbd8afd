import { NetworkError } from "./api-error";
import { type AnswerSchema, inItem, readBody, refusal } from "./fetcher";
import { servicePath } from "./service-path";

export interface Upload {
	file: Blob;
	contentType: string;
	/** PUT by default. */
	method?: "PUT" | "POST" | "DELETE";
	/** The expected revision: another one gives 412. */
	revision?: number | undefined;
	/** Called with the sent share of the file, 0 to 1. */
	onProgress?: (share: number) => void;
	signal?: AbortSignal;
}

/**
 * Uploads a file and gives the answered item. Uses XMLHttpRequest, because fetch does not report
 * progress. Throws as `request` does.
 */
export function uploadFile<T>(path: string, item: AnswerSchema<T>, upload: Upload): Promise<T> {
	const { file, contentType, method = "PUT", onProgress, signal } = upload;
	return new Promise((resolve, reject) => {
		const call = new XMLHttpRequest();
		call.open(method, servicePath(path));
		call.setRequestHeader("Accept", "application/json");
		call.setRequestHeader("Content-Type", contentType);
		if (upload.revision !== undefined) call.setRequestHeader("If-Match", `"${upload.revision}"`);
		call.upload.onprogress = (event) => {
			if (event.lengthComputable) onProgress?.(event.loaded / event.total);
		};
		call.upload.onload = () => onProgress?.(1);
		call.onerror = () => reject(new NetworkError());
		call.onabort = () => reject(new DOMException("the upload was cancelled", "AbortError"));
		const sentAt = performance.now();
		const answer = async () => {
			if (call.status < 200 || call.status > 299) {
				throw refusal(call.status, call.responseText, call.getResponseHeader("x-request-id"), sentAt);
			}
			return (await readBody(call.responseText, inItem(item), `${method} ${path}`)).response.data;
		};
		call.onload = () => void answer().then(resolve, reject);
		if (signal?.aborted === true) {
			reject(new DOMException("the upload was cancelled", "AbortError"));
			return;
		}
		signal?.addEventListener("abort", () => call.abort(), { once: true });
		call.send(file);
	});
}
