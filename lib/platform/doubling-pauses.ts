/** Pauses by key, each twice as long as the one before, until an attempt succeeds. */
export class DoublingPauses {
	readonly #firstMs: number;
	readonly #longestMs: number;
	readonly #now: () => number;
	readonly #pauses = new Map<string, { readonly ms: number; readonly until: number }>();

	constructor({ firstMs, longestMs }: { readonly firstMs: number; readonly longestMs: number }, now = Date.now) {
		this.#firstMs = firstMs;
		this.#longestMs = longestMs;
		this.#now = now;
	}

	isPaused(key: string): boolean {
		return (this.#pauses.get(key)?.until ?? 0) > this.#now();
	}

	/** After a failure. */
	begin(key: string): void {
		const ms = Math.min((this.#pauses.get(key)?.ms ?? this.#firstMs / 2) * 2, this.#longestMs);
		this.#pauses.set(key, { ms, until: this.#now() + ms });
	}

	/** After a success: the next failure has the first pause again. */
	end(key: string): void {
		this.#pauses.delete(key);
	}
}
