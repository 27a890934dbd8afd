/**
 * What the process sends to a thread. A chunk answers the pull of that number; it is null after the
 * last one of its source.
 */
export type MessageToThread<Job> =
	| { readonly job: Job }
	| { readonly chunk: Uint8Array | null; readonly pull: number }
	| { readonly cancel: true };

/**
 * What a thread sends. After a pull one chunk of that source (an index) follows; the outcome comes
 * last.
 */
export type MessageFromThread =
	| { readonly progress: unknown }
	| { readonly pull: number; readonly source: number }
	| { readonly outcome: unknown };

/** What a thread's job may use of the process that gave it. */
export interface JobContext<Progress = never> {
	/** Chunks of a source, by its index. */
	chunksOf(source: number): AsyncIterable<Uint8Array>;
	onProgress(progress: Progress): void;
	/** Aborted when nobody waits for the outcome any longer. */
	readonly signal: AbortSignal;
}
