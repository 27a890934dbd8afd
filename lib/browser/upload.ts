import { NetworkError } from "./api-error";
import { type AnswerSchema, inItem, readBody, toApiError } from "./fetcher";

export interface Upload {
	file: Blob;
	contentType: string;
	/** PUT unless stated. */
	method?: "PUT" | "POST";
	/** The revision that the file is meant for: 412 when somebody has changed the design meanwhile. */
	revision?: number | undefined;
	/** Called with the share of the file that was sent, 0 to 1. */
	onProgress?: (share: number) => void;
	signal?: AbortSignal;
}

/**
 * Sends a file and gives the item that the service answers. XMLHttpRequest, because fetch does not tell how much of a
 * body has been sent. Throws as `request` does.
 */
export function uploadFile<T>(path: string, item: AnswerSchema<T>, upload: Upload): Promise<T> {
	const { file, contentType, method = "PUT", onProgress, signal } = upload;
	return new Promise((resolve, reject) => {
		const call = new XMLHttpRequest();
		call.open(method, path);
		call.setRequestHeader("Accept", "application/json");
		call.setRequestHeader("Content-Type", contentType);
		if (upload.revision !== undefined) call.setRequestHeader("If-Match", `"${upload.revision}"`);
		call.upload.onprogress = (event) => {
			if (event.lengthComputable) onProgress?.(event.loaded / event.total);
		};
		call.upload.onload = () => onProgress?.(1);
		call.onerror = () => reject(new NetworkError());
		call.onabort = () => reject(new DOMException("The upload was cancelled", "AbortError"));
		const sentAt = performance.now();
		const answer = async () => {
			if (call.status < 200 || call.status > 299) {
				throw toApiError(call.status, call.responseText, call.getResponseHeader("x-request-id"), sentAt);
			}
			return (await readBody(call.responseText, inItem(item), `${method} ${path}`)).response.data;
		};
		call.onload = () => void answer().then(resolve, reject);
		if (signal?.aborted === true) {
			reject(new DOMException("The upload was cancelled", "AbortError"));
			return;
		}
		signal?.addEventListener("abort", () => call.abort(), { once: true });
		call.send(file);
	});
}
