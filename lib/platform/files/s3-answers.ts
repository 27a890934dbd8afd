import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { ListObjectsV2CommandOutput, S3ServiceException } from "@aws-sdk/client-s3";
import { ForeignAnswerError } from "./only-store-answers";
import { StorageError } from "./storage-problem";

// Reads responses of an object store, and words their errors for the log.

/** Status of an error response; undefined without a response. */
export const statusOf = (error: unknown) => (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;

/** Error of a store that trickles bytes. */
export const TOO_SLOW = new Error("it is too slow to be used");
const NO_STORE = new Error("the answer is not that of an object store");

/** The ETag of an object. @throws Error without one: the server is not an object store */
export function tagOf({ ETag }: { ETag?: string | undefined }): string {
	if (ETag === undefined) throw NO_STORE;
	return ETag;
}

/** A list of objects. @throws Error for any other answer, which would pass for an empty list */
export function listOf(list: ListObjectsV2CommandOutput): ListObjectsV2CommandOutput {
	if (list.Name === undefined) throw NO_STORE;
	return list;
}

/** Whether the object is missing; a missing bucket is another error. */
export const isMissing = (error: unknown) => statusOf(error) === 404 && (error as Error).name !== "NoSuchBucket";

/** The reason of a failure, for the log. */
export const reasonOf = (error: unknown) => {
	if (!(error instanceof Error)) return String(error);
	const isWorded = error instanceof StorageError || error instanceof ForeignAnswerError;
	if (isWorded || error === TOO_SLOW || error === NO_STORE) return error.message;
	const status = statusOf(error);
	// A response to HEAD has no message, only its status.
	if (status !== undefined && error.name === "Unknown")
		return `it answered ${status} ${STATUS_CODES[status] ?? ""}`.trim();
	// For a host with two unreachable addresses only the code is set.
	return `${error.name}: ${error.message || String(Reflect.get(error, "code"))}`;
};

/** Translates errors of a content stream, which look like those of a database connection. */
export function failWith(content: IncomingMessage, translate: (error: Error) => Error): void {
	const destroy = content.destroy.bind(content);
	content.destroy = (error) => destroy(error === undefined ? error : translate(error));
}
