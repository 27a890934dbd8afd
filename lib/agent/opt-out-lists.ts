import { EventEmitter } from "node:events";
import type { DesiredState, OptOutFile } from "@/lib/agent/deployment";
import type { AgentReport } from "@/lib/agent/service-client";
import {
	joinOptOuts,
	OptOutLoader,
	type OptOutLoaderOptions,
	type OptOuts,
	type SharedOptOuts,
} from "./opt-out-loader";

/** For `GET /ready` and the metrics. */
export type OptOutStatus = OptOutLoader["status"] & {
	/** Of the lists from before the service was restored. */
	readonly kept_revisions?: readonly number[];
};

/**
 * The list of opt-outs that the service serves, and those from before it was restored from an
 * archive. Opt-outs that the archive lacks stay in force until an operator has confirmed the
 * restored list (docs/contract.md, Opt-outs). Emits `change` after every visible step.
 */
export class OptOutLists extends EventEmitter<{ change: [] }> {
	readonly #options: OptOutLoaderOptions;
	readonly #current: OptOutLoader;
	/** One for each restore, while it is not confirmed. */
	#kept: OptOutLoader[] = [];
	/** The restore that is not confirmed. */
	#since: string | null = null;
	#parts: readonly OptOuts[] = [];
	#optOuts: OptOuts | null = null;
	#shared: readonly SharedOptOuts[] = [];

	constructor(options: OptOutLoaderOptions) {
		super();
		this.#options = options;
		this.#current = this.#open();
	}

	/** The opt-outs that lookups check; null without any. Another object when it changes. */
	get optOuts(): OptOuts | null {
		return this.#optOuts;
	}

	/** The same for other threads. */
	get shared(): readonly SharedOptOuts[] {
		return this.#shared;
	}

	/** The lists from before the service was restored, to be remembered. */
	get keptFiles(): OptOutFile[] {
		return this.#kept.flatMap(({ file }) => file ?? []);
	}

	get isCurrent(): boolean {
		return this.#lists.every(({ isCurrent }) => isCurrent);
	}

	get settled(): boolean {
		return this.#lists.every(({ settled }) => settled);
	}

	/** Bytes in memory. */
	get memoryUsed(): number {
		return this.#optOuts?.bytes ?? 0;
	}

	/** Bytes that deployments must leave free. */
	get memoryReserved(): number {
		const all = this.#lists.reduce((sum, { memoryReserved }) => sum + memoryReserved, 0);
		// Two loaders may have one list.
		return all - this.#lists.reduce((sum, { memoryUsed }) => sum + memoryUsed, 0) + this.memoryUsed;
	}

	/** Whether a cache file must stay. */
	keeps(sha256: string): boolean {
		return this.#lists.some((list) => list.keeps(sha256));
	}

	get status(): OptOutStatus {
		const states = this.#lists.map(({ status }) => status.state);
		const state = (["failed", "pending", "loaded"] as const).find((each) => states.includes(each)) ?? "loaded";
		const kept_revisions = this.keptFiles.map(({ revision }) => revision);
		return { ...this.#current.status, state, ...(kept_revisions.length > 0 && { kept_revisions }) };
	}

	/** For the report; undefined until the desired state is known. */
	get report(): AgentReport["opt_outs"] {
		const { report } = this.#current;
		return report && { ...report, error: report.error ?? this.#kept.find((list) => list.error)?.error ?? null };
	}

	/**
	 * Follows the service.
	 * @param remembered the lists that an earlier run kept
	 */
	apply(
		desired: Pick<DesiredState, "optOuts" | "optOutsUnconfirmedSince">,
		remembered: readonly OptOutFile[] = [],
	): void {
		const { optOuts, optOutsUnconfirmedSince: since } = desired;
		const isRestored = since !== null && since !== this.#since;
		this.#since = since;
		if (isRestored && remembered.length === 0) this.#keepCurrent(optOuts);
		else if (isRestored) for (const file of remembered) this.#keep((list) => list.apply(file));
		this.#current.apply(optOuts);
		this.#join();
	}

	#keepCurrent(wanted: OptOutFile | null): void {
		const { file } = this.#current;
		if (file === null || file.sha256 === wanted?.sha256) return;
		const fields = { kept: file.revision, restored: wanted?.revision ?? null };
		this.#options.log.warn(
			"the service was restored: opt-outs from before are kept until an operator confirms its list",
			fields,
		);
		this.#keep((list) => list.takeOver(this.#current));
	}

	#keep(begin: (list: OptOutLoader) => void): void {
		const list = this.#open();
		this.#kept.push(list);
		begin(list);
	}

	#open(): OptOutLoader {
		return new OptOutLoader(this.#options).on("change", () => this.#join());
	}

	retryNow(): void {
		for (const list of this.#lists) list.retryNow();
	}

	async stop(): Promise<void> {
		for (const list of this.#lists) await list.stop();
	}

	get #lists(): readonly OptOutLoader[] {
		return [this.#current, ...this.#kept];
	}

	#join(): void {
		// The list that was confirmed may have to be loaded first.
		if (this.#since === null && this.#current.isCurrent) {
			for (const list of this.#kept) void list.stop();
			this.#kept = [];
		}
		const parts = [...new Set(this.#lists.flatMap(({ optOuts }) => optOuts ?? []))];
		if (parts.length !== this.#parts.length || parts.some((part, index) => part !== this.#parts[index])) {
			this.#parts = parts;
			this.#optOuts = joinOptOuts(parts);
			this.#shared = [...new Set(this.#lists.flatMap(({ shared }) => shared ?? []))];
		}
		this.emit("change");
	}
}
