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
	/** Of the list from before the service was restored. */
	readonly kept_revision?: number;
};

/**
 * The list of opt-outs that the service wants, and beside it the one from before the service was
 * restored from an archive: who has opted out since then stays so until an operator has confirmed the
 * older list (docs/contract.md, Opt-outs). Emits `change` after every visible step.
 */
export class OptOutLists extends EventEmitter<{ change: [] }> {
	readonly #current: OptOutLoader;
	readonly #kept: OptOutLoader;
	readonly #log: OptOutLoaderOptions["log"];
	#isUnconfirmed = false;
	#parts: readonly OptOuts[] = [];
	#optOuts: OptOuts | null = null;
	#shared: readonly SharedOptOuts[] = [];

	constructor(options: OptOutLoaderOptions) {
		super();
		this.#log = options.log;
		this.#current = new OptOutLoader(options);
		this.#kept = new OptOutLoader(options);
		for (const list of this.#lists) list.on("change", () => this.#join());
	}

	/** What lookups ask; null when nobody has opted out. Another object when it changes. */
	get optOuts(): OptOuts | null {
		return this.#optOuts;
	}

	/** The same for other threads. */
	get shared(): readonly SharedOptOuts[] {
		return this.#shared;
	}

	/** The list from before the service was restored, to be remembered. */
	get keptFile(): OptOutFile | null {
		return this.#kept.file;
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
		const both = this.#lists.reduce((sum, { memoryReserved }) => sum + memoryReserved, 0);
		return this.#current.optOuts === this.#kept.optOuts ? both - (this.#kept.optOuts?.bytes ?? 0) : both;
	}

	/** Whether a cache file must stay. */
	keeps(sha256: string): boolean {
		return this.#lists.some((list) => list.keeps(sha256));
	}

	get status(): OptOutStatus {
		const { status } = this.#current;
		return this.keptFile ? { ...status, kept_revision: this.keptFile.revision } : status;
	}

	get report(): AgentReport["opt_outs"] {
		return this.#current.report;
	}

	/**
	 * Follows the service.
	 * @param remembered the list that an earlier run kept
	 */
	apply(
		{ optOuts, optOutsUnconfirmed }: Pick<DesiredState, "optOuts" | "optOutsUnconfirmed">,
		remembered?: OptOutFile,
	) {
		if (optOutsUnconfirmed && !this.#isUnconfirmed) this.#keep(remembered, optOuts);
		else if (!optOutsUnconfirmed && this.keptFile !== null) this.#kept.apply(null);
		this.#isUnconfirmed = optOutsUnconfirmed;
		this.#current.apply(optOuts);
	}

	#keep(remembered: OptOutFile | undefined, wanted: OptOutFile | null | undefined): void {
		if (remembered) {
			this.#kept.apply(remembered);
			return;
		}
		const { file } = this.#current;
		if (file === null || file.sha256 === wanted?.sha256) return;
		const fields = { kept: file.revision, restored: wanted?.revision ?? null };
		this.#log.warn(
			"the service was restored: opt-outs from before are kept until an operator confirms its list",
			fields,
		);
		this.#kept.takeOver(this.#current);
	}

	retryNow(): void {
		for (const list of this.#lists) list.retryNow();
	}

	async stop(): Promise<void> {
		for (const list of this.#lists) await list.stop();
	}

	get #lists(): readonly OptOutLoader[] {
		return [this.#current, this.#kept];
	}

	#join(): void {
		const parts = [...new Set(this.#lists.flatMap(({ optOuts }) => optOuts ?? []))];
		if (parts.length !== this.#parts.length || parts.some((part, index) => part !== this.#parts[index])) {
			this.#parts = parts;
			this.#optOuts = joinOptOuts(parts);
			this.#shared = [...new Set(this.#lists.flatMap(({ shared }) => shared ?? []))];
		}
		this.emit("change");
	}
}
