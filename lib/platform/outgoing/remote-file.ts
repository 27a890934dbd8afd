import type { Readable } from "node:stream";

/** The validators that the other end gave for the file taken last. */
export interface FileValidators {
	readonly etag: string | null;
	readonly last_modified: string | null;
}

/** An answer to the question for a file, or for its rest. */
export type RemoteAnswer =
	| { readonly outcome: "unchanged" }
	| {
			/** `rest`: the bytes from the requested position on, of the very same file. */
			readonly outcome: "whole" | "rest";
			readonly body: Readable;
			/** Of the whole file, where it is known. */
			readonly size: number | null;
			readonly validators: FileValidators;
	  };

/** A file elsewhere. */
export interface RemoteFile {
	/**
	 * Requests the file unless it is the known one, or its rest from a position on.
	 * @throws OutgoingProblem in words
	 */
	ask(
		question: { readonly known: FileValidators } | { readonly from: number; readonly of: FileValidators },
		signal: AbortSignal,
	): Promise<RemoteAnswer>;
}
