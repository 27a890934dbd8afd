/** Messages to a thread. A chunk answers the pull of its number; null ends a source. */
export type MessageToThread<Job> =
	| { readonly job: Job }
	| { readonly chunk: Uint8Array | null; readonly pull: number }
	| { readonly cancel: true };

/** Messages of a thread. A pull requests a chunk of a source (an index); the outcome comes last. */
export type MessageFromThread =
	| { readonly progress: unknown }
	| { readonly pull: number; readonly source: number }
	| { readonly outcome: unknown };

/** The interface of a job to its process. */
export interface JobContext<Progress = never> {
	/** Chunks of a source, by its index. */
	chunksOf(source: number): AsyncIterable<Uint8Array>;
	onProgress(progress: Progress): void;
	/** Aborted when the caller no longer waits for the outcome. */
	readonly signal: AbortSignal;
}
