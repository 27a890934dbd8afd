import { NetworkError } from "./api-error";
import { isEmbedAddress } from "./embedding";
import { address, type QueryParameters, readBody, refusal, request } from "./fetcher";

/** A file as the body of a request. */
export interface Upload {
	file: Blob;
	contentType: string;
	/** Called with the sent share of the file, 0 to 1. */
	onProgress?: ((share: number) => void) | undefined;
}

interface UploadRequest extends Upload {
	method: string;
	query: QueryParameters;
	headers: Readonly<Record<string, string>>;
	signal?: AbortSignal;
}

/**
 * Uploads a file and gives the body of the answer. Uses XMLHttpRequest, because fetch does not
 * report progress; in an embedded page that sends a cookie, too, and there is no progress. Throws as
 * `request` does.
 */
export function uploadFile(path: string, upload: UploadRequest): Promise<unknown> {
	const { file, contentType, method, query, headers, onProgress, signal } = upload;
	if (isEmbedAddress()) {
		const sent = { method, query, headers: { ...headers, "Content-Type": contentType }, body: file };
		return request(path, { ...sent, ...(signal && { signal }) });
	}
	return new Promise((resolve, reject) => {
		const call = new XMLHttpRequest();
		call.open(method, address(path, query));
		for (const [name, value] of Object.entries({ Accept: "application/json", ...headers, "Content-Type": contentType }))
			call.setRequestHeader(name, value);
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
			return readBody(call.responseText);
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
