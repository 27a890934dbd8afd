import { EventEmitter } from "node:events";
import { type BackoffBounds, backoffDelay } from "@/lib/agent/backoff";
import type { OptOutFile } from "@/lib/agent/deployment";
import type { FileFetcher } from "@/lib/agent/file-fetcher";
import { describeError, type Logger } from "@/lib/agent/logger";
import type { AgentReport } from "@/lib/agent/service-client";
import { type OptOutList, openVerifiedOptOutList, type VerifiedOptOutList } from "@/lib/formats/opt-out-list";

export interface OptOutLoaderOptions {
	fetcher: FileFetcher;
	/** Whether a cache file is in use for a deployment. */
	isBusy: (sha256: string) => boolean;
	retry: BackoffBounds;
	log: Logger;
}

/** The part of a list that lookups and the release of memory need. */
export type OptOuts = Pick<OptOutList, "has" | "bytes">;

/** A list for other threads. */
export type SharedOptOuts = VerifiedOptOutList | "everybody";

/** Until an agent has its first list, it must not answer a device that may be on it. */
const EVERYBODY: OptOuts = { has: () => true, bytes: 0 };

/** Lists that another thread has loaded, as one. */
export function openOptOuts(shared: readonly SharedOptOuts[]): OptOuts | null {
	return joinOptOuts(shared.map((list) => (list === "everybody" ? EVERYBODY : openVerifiedOptOutList(list))));
}

/** Joins lists: a device on any of them has opted out. Null without a list. */
export function joinOptOuts(lists: readonly OptOuts[]): OptOuts | null {
	const [first, ...others] = lists;
	if (first === undefined || others.length === 0) return first ?? null;
	return { has: (id) => lists.some((list) => list.has(id)), bytes: lists.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** The service's limit in UTF-16 units; it rejects lone surrogates. */
const LONGEST_ERROR = 2000;

/**
 * Keeps the list of opt-outs that the service wants in memory (docs/contract.md, Opt-outs). While a
 * newer one cannot be loaded, the last one applies, be it the empty one. An agent that never had any
 * takes every device for opted out.
 * Emits `change` after every visible step.
 */
export class OptOutLoader extends EventEmitter<{ change: [] }> {
	readonly #options: OptOutLoaderOptions;
	/** Null for an empty list; undefined until it is known. */
	#desired: OptOutFile | null | undefined;
	#loaded: { file: OptOutFile; list: OptOutList; verified: VerifiedOptOutList } | null = null;
	/** Whether the list in use is the empty one. */
	#isEmpty = false;
	#error: string | null = null;
	#failures = 0;
	#retry: NodeJS.Timeout | null = null;
	#running: { sha256: string; controller: AbortController } | null = null;
	#work: Promise<void> = Promise.resolve();
	#stopped = false;

	constructor(options: OptOutLoaderOptions) {
		super();
		this.#options = options;
	}

	/** The opt-outs that lookups check; null without any. */
	get optOuts(): OptOuts | null {
		if (this.#loaded) return this.#loaded.list;
		return this.#desired && !this.#isEmpty ? EVERYBODY : null;
	}

	/** The same for other threads. */
	get shared(): SharedOptOuts | null {
		if (this.#loaded) return this.#loaded.verified;
		return this.optOuts && "everybody";
	}

	/** The list in use, or the one that is to come while there is none; null for the empty one. */
	get file(): OptOutFile | null {
		return this.#loaded?.file ?? (this.#isEmpty ? null : (this.#desired ?? null));
	}

	/** Whether the desired list is loaded. */
	get isCurrent(): boolean {
		return !this.#desired || this.#loaded?.file.sha256 === this.#desired.sha256;
	}

	/** Whether it is loaded, or failed and waits to retry. */
	get settled(): boolean {
		return this.#running === null;
	}

	/** Bytes in memory. */
	get memoryUsed(): number {
		return this.#loaded?.list.bytes ?? 0;
	}

	/** Bytes that deployments must leave free: a list is in memory until the next one is loaded. */
	get memoryReserved(): number {
		return this.memoryUsed + (this.isCurrent ? 0 : (this.#desired?.size ?? 0));
	}

	/** Whether a cache file must stay. */
	keeps(sha256: string): boolean {
		return sha256 === this.#desired?.sha256 || sha256 === this.#loaded?.file.sha256;
	}

	/** For `GET /ready` and the metrics. */
	get status(): { revision: number | null; ids: number; state: "loaded" | "pending" | "failed" } {
		const state = this.isCurrent ? "loaded" : this.#error === null ? "pending" : "failed";
		return { revision: this.#loaded?.file.revision ?? null, ids: this.#loaded?.list.meta.counts.ids ?? 0, state };
	}

	/** Why the desired list is not loaded; null while it is, or is under way. */
	get error(): string | null {
		return this.#error?.slice(0, LONGEST_ERROR).toWellFormed() ?? null;
	}

	/** For the report; undefined until the desired list is known. */
	get report(): AgentReport["opt_outs"] {
		if (this.#desired === undefined) return undefined;
		const digest = this.#loaded ? `sha256:${this.#loaded.file.sha256}` : null;
		return { digest, error: this.error };
	}

	/** Follows the service. */
	apply(desired: OptOutFile | null): void {
		if (this.#stopped) return;
		this.#desired = desired;
		if (this.#running === null || this.#running.sha256 !== desired?.sha256) {
			this.#cancel();
			this.#error = null;
			this.#failures = 0;
			if (desired === null) {
				this.#loaded = null;
				this.#isEmpty = true;
			} else if (this.#loaded?.file.sha256 === desired.sha256) this.#loaded.file = desired;
			else this.#start(desired);
		}
		this.emit("change");
	}

	/** Applies the list that another loader applies, which may have it in memory. */
	takeOver(other: OptOutLoader): void {
		this.#loaded = other.#loaded && { ...other.#loaded };
		this.apply(other.file);
	}

	/** Retries a failed list without its remaining delay: the service is back. */
	retryNow(): void {
		if (this.#retry === null || !this.#desired) return;
		this.#cancel();
		this.#start(this.#desired);
	}

	/** Stops all work; the loaded list stays in use. */
	async stop(): Promise<void> {
		this.#stopped = true;
		this.#cancel();
		await this.#work;
	}

	#cancel(): void {
		this.#running?.controller.abort();
		this.#running = null;
		if (this.#retry) clearTimeout(this.#retry);
		this.#retry = null;
	}

	#start(file: OptOutFile): void {
		const running = { sha256: file.sha256, controller: new AbortController() };
		this.#running = running;
		// An aborted attempt may still use the files of the same digest.
		this.#work = this.#work
			.then(() => this.#bring(file, running.controller.signal))
			.finally(() => {
				if (this.#running === running) this.#running = null;
				this.emit("change");
			});
	}

	async #bring(file: OptOutFile, signal: AbortSignal): Promise<void> {
		const { fetcher, isBusy, log } = this.#options;
		try {
			signal.throwIfAborted();
			await fetcher.fetchAtOnce(file, isBusy, signal);
			const { list, verified } = await fetcher.loadOptOuts(file, signal);
			signal.throwIfAborted();
			this.#loaded = { file, list, verified };
			this.#isEmpty = false;
			this.#error = null;
			this.#failures = 0;
			log.info("list of opt-outs loaded", { revision: file.revision, ids: list.meta.counts.ids });
		} catch (error) {
			if (!signal.aborted) this.#fail(file, error);
		}
	}

	#fail(file: OptOutFile, error: unknown): void {
		this.#error = describeError(error);
		this.#failures++;
		const delay = backoffDelay(this.#failures, this.#options.retry);
		this.#retry = setTimeout(() => {
			this.#retry = null;
			this.#start(file);
		}, delay);
		this.#options.log.error("list of opt-outs not loaded", {
			revision: file.revision,
			error: this.#error,
			applies: this.#loaded
				? `revision ${this.#loaded.file.revision}`
				: this.#isEmpty
					? "the empty list"
					: "every device counts as opted out",
			retry_in_ms: delay,
		});
	}
}
