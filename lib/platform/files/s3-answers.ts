import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { S3ServiceException } from "@aws-sdk/client-s3";
import { StorageError } from "./storage-problem";

// What an object store answers, and what becomes of it in the words of the log.

/** The status of an answer that is an error; undefined where none came. */
export const statusOf = (error: unknown) => (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;

/** Of a store that answers one byte after the other. */
export const TOO_SLOW = new Error("it is too slow to be used");
const NO_STORE = new Error("the answer is not that of an object store: it has no ETag");

/** @throws Error where there is none: every object has one, and who answers without may be the console of a store, or a proxy before it */
export function tagOf({ ETag }: { ETag?: string | undefined }): string {
	if (ETag === undefined) throw NO_STORE;
	return ETag;
}

/** Whether there is no such object; a bucket that is not there is no missing object. */
export const isMissing = (error: unknown) => statusOf(error) === 404 && (error as Error).name !== "NoSuchBucket";

/** Why something failed, for the log. */
export const reasonOf = (error: unknown) => {
	if (!(error instanceof Error)) return String(error);
	if (error instanceof StorageError || error === TOO_SLOW || error === NO_STORE) return error.message;
	const status = statusOf(error);
	// An answer to HEAD has no words: what is known of it is its status.
	if (status !== undefined && error.name === "Unknown")
		return `it answered ${status} ${STATUS_CODES[status] ?? ""}`.trim();
	// Of a host with two addresses, neither of which answers, the code alone tells.
	return `${error.name}: ${error.message || String(Reflect.get(error, "code"))}`;
};

/** Lets a content fail with the error that is made of its own, which would look like that of a connection to the database. */
export function failWith(content: IncomingMessage, translate: (error: Error) => Error): void {
	const destroy = content.destroy.bind(content);
	content.destroy = (error) => destroy(error === undefined ? error : translate(error));
}
