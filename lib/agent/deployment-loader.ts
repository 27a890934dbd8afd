import { EventEmitter } from "node:events";
import { backoffDelay } from "@/lib/agent/backoff";
import { carriesOneOf, type Deployment, type DesiredState, type UnusableDeployment } from "@/lib/agent/deployment";
import type { LoadedFile } from "@/lib/agent/file-job";
import type { LoaderOptions } from "@/lib/agent/loader-options";
import { describeError } from "@/lib/agent/logger";
import type { OptOuts } from "@/lib/agent/opt-out-loader";
import { planMemory } from "@/lib/agent/plan-memory";
import { releaseMemory } from "@/lib/agent/release-memory";
import { bytesOf, createSnapshot, type ServedFile, type Snapshot } from "@/lib/agent/snapshot";
import { traceLoad } from "@/lib/agent/trace-load";
import {
	about,
	candidateOf,
	type DeploymentStatus,
	serve,
	statusOf,
	stopWork,
	type Tracked,
	track,
} from "@/lib/agent/tracked-deployment";
import { WantedDigests } from "@/lib/agent/wanted-digests";
import { plannedMemory } from "@/lib/formats/planned-memory";

/**
 * Brings memory to the desired state: downloads, verifies, loads, swaps and unloads
 * (docs/contract.md, Agent API). Emits `change` after every visible step.
 */
export class DeploymentLoader extends EventEmitter<{ change: [] }> {
	readonly #options: LoaderOptions;
	#snapshot: Snapshot = createSnapshot([]);
	#optOuts: OptOuts | null = null;
	#tracked = new Map<string, Tracked>();
	/** Replaced deployments that serve until their successor is loaded; immutable. */
	#retiring: readonly Tracked[] = [];
	#unusable: readonly UnusableDeployment[] = [];
	/** The running task of each digest: never two on the same cache files. */
	readonly #busy = new Map<string, Promise<void>>();
	/** Loads run one by one, so that space freed for one file is not taken by another. */
	#loadQueue: Promise<void> = Promise.resolve();
	#cacheWork: Promise<void> = Promise.resolve();
	/** Whether a cleanup is scheduled, which sees all changes until it starts. */
	#cleaningIsDue = false;
	readonly #wanted = new WantedDigests();
	#stopped = false;

	constructor(options: LoaderOptions) {
		super();
		this.#options = options;
	}

	/** The state that lookups read. */
	get snapshot(): Snapshot {
		return this.#snapshot;
	}

	/** Bytes of the files that answer, and of what their readers derived from them. */
	get memoryUsed(): number {
		return bytesOf(this.#snapshot.files);
	}

	get statuses(): DeploymentStatus[] {
		return [
			...[...this.#tracked.values()].map((tracked) => statusOf(tracked, false)),
			...this.#retiring.map((tracked) => statusOf(tracked, true)),
		];
	}

	/** Rows of the service's list that cannot be used. */
	get unusable(): readonly UnusableDeployment[] {
		return this.#unusable;
	}

	/** Whether every deployment is loaded, refused, or failed and waiting to retry. */
	get settled(): boolean {
		return [...this.#tracked.values()].every(({ state, running }) => !running && state !== "pending");
	}

	/** Applies a new desired state; removed deployments without a successor stop at once. */
	apply(desired: Pick<DesiredState, "deployments" | "unusable">): void {
		if (this.#stopped) return;
		const before = this.#tracked;
		const after = new Map<string, Tracked>();
		for (const deployment of desired.deployments) {
			if (!carriesOneOf(deployment, this.#options.tags)) continue;
			after.set(deployment.deploymentId, this.#track(deployment));
		}
		this.#unusable = desired.unusable;
		this.#tracked = after;
		const left: Tracked[] = [];
		for (const tracked of before.values()) {
			if (after.get(tracked.deployment.deploymentId) === tracked) continue;
			stopWork(tracked);
			if (tracked.served) left.push(tracked);
		}
		this.#retiring = [...this.#retiring, ...left];
		this.#publish();
		this.#discardUnwanted();
		this.#startWaiting();
	}

	/** From now on lookups take these devices for unknown. */
	useOptOuts(optOuts: OptOuts | null): void {
		this.#optOuts = optOuts;
		this.#discardUnwanted();
		this.#startWaiting();
	}

	/** Whether a cache file is in use, by a running task or another part of the agent. */
	readonly isBusy = (sha256: string) => this.#busy.has(sha256) || this.#options.keeps(sha256);

	/** Stops all work; loaded files stay served. */
	async stop(): Promise<void> {
		this.#stopped = true;
		for (const tracked of this.#tracked.values()) stopWork(tracked);
		// Another agent may use the cache after this.
		await Promise.all(this.#busy.values());
		await this.#cacheWork;
	}

	#track(deployment: Deployment): Tracked {
		const id = deployment.deploymentId;
		const sameFile = (tracked: Tracked | undefined) => tracked?.deployment.sha256 === deployment.sha256;
		const current = this.#tracked.get(id);
		const returning = this.#retiring.find((tracked) => tracked.deployment.deploymentId === id && sameFile(tracked));
		const known = sameFile(current) ? current : returning;
		if (!known) return track(deployment, this.#options.matches.countersOf(id));
		this.#retiring = this.#retiring.filter((tracked) => tracked !== known);
		known.deployment = deployment;
		if (known.served) known.served = serve(known, known.served);
		return known;
	}

	/** Starts idle deployments that fit into memory, and refuses those that do not. */
	#startWaiting(): void {
		if (this.#stopped) return;
		const all = [...this.#tracked.values()];
		const committed = all.filter(({ served, running }) => served || running);
		// A failed file reserves no memory between two attempts.
		const waiting = all.filter(({ served, running, retry }) => !served && !running && !retry);
		const candidates = (list: Tracked[]) => list.map(candidateOf);
		const admissions = planMemory(candidates(committed), candidates(waiting), this.#options.memoryLimit());
		for (const [index, tracked] of waiting.entries()) {
			const admission = admissions[index];
			if (admission && !admission.fits) {
				if (tracked.state !== "refused" || tracked.error !== admission.reason) this.#refuse(tracked, admission.reason);
				continue;
			}
			if (tracked.state === "refused") tracked.state = "pending";
			if (tracked.state === "pending") tracked.error = null;
			const { sha256 } = tracked.deployment;
			if (!this.#busy.has(sha256))
				this.#busy.set(
					sha256,
					traceLoad(tracked, () => this.#bring(tracked)),
				);
		}
		this.#publish();
	}

	#refuse(tracked: Tracked, reason: string): void {
		tracked.state = "refused";
		tracked.error = reason;
		this.#options.log.warn("targeting file refused", { ...about(tracked), error: reason });
	}

	async #bring(tracked: Tracked): Promise<void> {
		const { fetcher, log } = this.#options;
		const { deployment } = tracked;
		const running = new AbortController();
		tracked.running = running;
		try {
			// A failed deployment keeps its state and reason during a retry. No `change` event
			// here: the caller emits one for all that it starts.
			if (tracked.state !== "failed") tracked.state = "downloading";
			if (!this.#inMemory(deployment.sha256)) await fetcher.fetch(deployment, this.isBusy, running.signal);
			await this.#inLoadQueue(() => this.#load(tracked, running.signal));
			log.info("targeting file loaded", about(tracked));
		} catch (error) {
			if (running.signal.aborted) return;
			this.#fail(tracked, error);
		} finally {
			this.#busy.delete(deployment.sha256);
			if (tracked.running === running) tracked.running = null;
			this.#startWaiting();
			this.#discardUnwanted();
		}
	}

	async #load(tracked: Tracked, signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		const { deployment } = tracked;
		const { fetcher } = this.#options;
		const shared = this.#inMemory(deployment.sha256);
		if (!shared && this.#lacksRoomFor(deployment)) {
			// Detect an invalid file before its predecessor is unloaded.
			await fetcher.check(deployment, signal);
			signal.throwIfAborted();
			this.#makeRoomFor(deployment);
		}
		const file = shared ?? (await fetcher.load(deployment, signal));
		signal.throwIfAborted();
		// The deployment may have been renamed since, so read `tracked.deployment`.
		tracked.served = serve(tracked, file);
		tracked.state = "loaded";
		tracked.error = null;
		tracked.failures = 0;
		this.#publish();
	}

	/**
	 * Unloads retiring deployments until `deployment` fits, those of its design first. Their
	 * lookups stop until the successor is loaded, a trade that the operator made by the memory
	 * limit.
	 */
	#makeRoomFor(deployment: Deployment): void {
		const ofDesign = (tracked: Tracked) => tracked.deployment.designId === deployment.designId;
		const victims = [...this.#retiring.filter(ofDesign), ...this.#retiring.filter((tracked) => !ofDesign(tracked))];
		for (const victim of victims) {
			if (!this.#lacksRoomFor(deployment)) return;
			this.#retiring = this.#retiring.filter((tracked) => tracked !== victim);
			this.#options.log.warn("unloaded before its successor to make room", about(victim));
			this.#publish();
		}
	}

	#lacksRoomFor(deployment: Deployment): boolean {
		return this.memoryUsed + plannedMemory(deployment.type, deployment.size) > this.#options.memoryLimit();
	}

	#fail(tracked: Tracked, error: unknown): void {
		tracked.state = "failed";
		tracked.error = describeError(error);
		tracked.failures++;
		const delay = backoffDelay(tracked.failures, this.#options.retry);
		tracked.retry = setTimeout(() => {
			tracked.retry = null;
			this.#startWaiting();
		}, delay);
		const fields = { ...about(tracked), error: tracked.error, retry_in_ms: delay };
		this.#options.log.error("targeting file not loaded", fields);
	}

	/** Retries everything that failed, without its remaining delay: the service is back. */
	retryNow(): void {
		for (const tracked of this.#tracked.values()) {
			clearTimeout(tracked.retry ?? undefined);
			tracked.retry = null;
		}
		this.#startWaiting();
	}

	/** Swaps the snapshot synchronously: the successor and its predecessor are never both in it. */
	#publish(): void {
		const wanted = [...this.#tracked.values()];
		const awaited = new Set(
			wanted.filter(({ served, state }) => !served && state !== "refused").map(({ deployment }) => deployment.designId),
		);
		this.#retiring = this.#retiring.filter(({ deployment }) => awaited.has(deployment.designId));
		const served = [...wanted, ...this.#retiring].flatMap((tracked) => tracked.served ?? []);
		const current = this.#snapshot.files;
		const unchanged = served.length === current.length && served.every((file, index) => file === current[index]);
		if (!unchanged || this.#snapshot.optOuts !== this.#optOuts) this.#replaceSnapshot(served);
		this.emit("change");
	}

	#replaceSnapshot(served: ServedFile[]): void {
		const { files, optOuts } = this.#snapshot;
		this.#snapshot = createSnapshot(served, this.#optOuts);
		this.#options.publish(this.#snapshot);
		const kept = new Set(served.map(({ file }) => file));
		const letGo = bytesOf(files.filter(({ file }) => !kept.has(file)));
		releaseMemory(letGo + (optOuts === this.#optOuts ? 0 : (optOuts?.bytes ?? 0)));
	}

	#inMemory(sha256: string): LoadedFile | undefined {
		return this.#snapshot.files.find(({ deployment }) => deployment.sha256 === sha256);
	}

	#discardUnwanted(): void {
		if (this.#cleaningIsDue) return;
		this.#cleaningIsDue = true;
		const clean = () => {
			this.#cleaningIsDue = false;
			// Evaluated per file at its deletion: it may be wanted again by then.
			return this.#options.cache.discardUnless(
				(sha256) => this.isBusy(sha256) || this.#wanted.has(sha256, this.#tracked, this.#retiring),
			);
		};
		this.#cacheWork = this.#cacheWork
			.then(clean)
			.catch((error) => this.#options.log.warn("could not clean the cache", { error: describeError(error) }));
	}

	#inLoadQueue(task: () => Promise<void>): Promise<void> {
		const result = this.#loadQueue.then(task);
		this.#loadQueue = result.catch(() => undefined);
		return result;
	}
}
