import { EventEmitter } from "node:events";
import type { CacheDirectory, RememberedState } from "@/lib/agent/cache-directory";
import { countStates, reportDeployments } from "@/lib/agent/compose-report";
import { type DesiredState, type OptOutFile, parseDesiredState, parseKeptOptOuts } from "@/lib/agent/deployment";
import { DeploymentLoader } from "@/lib/agent/deployment-loader";
import { FileFetcher } from "@/lib/agent/file-fetcher";
import { FileSource } from "@/lib/agent/file-source";
import { followTarget } from "@/lib/agent/follow-target";
import { composeStatus } from "@/lib/agent/http/compose-status";
import type { MonitoringRoute } from "@/lib/agent/http/routes";
import { JSON_TYPE, type MonitoringAnswer, type ServedAgent } from "@/lib/agent/http/server";
import { describeError, type Logger } from "@/lib/agent/logger";
import { LookupServer } from "@/lib/agent/lookup-server";
import { MatchCounts } from "@/lib/agent/match-counts";
import { OptOutLists, type OptOutStatus } from "@/lib/agent/opt-out-lists";
import type { AgentOptions } from "@/lib/agent/options";
import { trustFurther } from "@/lib/agent/outbound/authorities";
import { renderMetrics } from "@/lib/agent/render-metrics";
import { Reporter } from "@/lib/agent/reporter";
import { RequestCounters } from "@/lib/agent/request-counters";
import { type AgentReport, ServiceClient } from "@/lib/agent/service-client";
import type { Snapshot } from "@/lib/agent/snapshot";
import type { AgentTiming } from "@/lib/agent/timing";
import type { DeploymentStatus } from "@/lib/agent/tracked-deployment";
import { AGENT_VERSION } from "@/lib/agent/version";

/** A running agent. Emits `change` when its state may have changed. */
export class Agent extends EventEmitter<{ change: [] }> implements ServedAgent {
	readonly log: Logger;
	readonly counters = new RequestCounters();
	readonly #options: AgentOptions;
	readonly #threadScript: URL;
	readonly #timing: AgentTiming;
	readonly #cache: CacheDirectory;
	readonly #client: ServiceClient;
	readonly #source: FileSource;
	readonly #fetcher: FileFetcher;
	readonly #optOuts: OptOutLists;
	readonly #loader: DeploymentLoader;
	readonly #reporter: Reporter;
	readonly #server: LookupServer;
	readonly #stopping = new AbortController();
	#work: Promise<unknown> = Promise.resolve();
	#stopped: Promise<void> | null = null;
	/** Whether a desired state is known, from the service or from an earlier run. */
	#known = false;
	#ready = false;
	#contactAt: number | null = null;
	#syncFailures = 0;

	/** Use startAgent. */
	constructor(options: AgentOptions, threadScript: URL, timing: AgentTiming, cache: CacheDirectory, log: Logger) {
		super();
		// Every pending `when` is a listener.
		this.setMaxListeners(0);
		this.#options = options;
		this.#threadScript = threadScript;
		this.#timing = timing;
		this.#cache = cache;
		this.log = log;
		const { server, key, proxy, storeProxy, signedDownloads: usesStore } = options;
		const trust = trustFurther(options.authorities);
		this.#client = new ServiceClient(server, key, { proxy, trust });
		const routeTo = (address: string) => ({ proxy: storeProxy(address), trust });
		this.#source = new FileSource({ client: this.#client, server, usesStore, routeTo, log });
		this.#fetcher = new FileFetcher(this.#source, cache, timing.downloadIdleMs, threadScript);
		const { tags, memoryLimit } = options;
		const matches = new MatchCounts(timing.matchIntervalMs, options.threads);
		const retry = this.#retry;
		const fetcher = this.#fetcher;
		const optOuts = new OptOutLists({ fetcher, isBusy: (sha256) => this.#loader.isBusy(sha256), retry, log });
		this.#optOuts = optOuts;
		this.#loader = new DeploymentLoader({
			cache,
			fetcher,
			tags,
			memoryLimit: () => Math.max(0, memoryLimit - optOuts.memoryReserved),
			keeps: (sha256) => optOuts.keeps(sha256),
			retry,
			matches,
			publish: (snapshot) => this.#server.publish(snapshot, optOuts.shared),
			log,
		});
		optOuts.on("change", () => this.#loader.useOptOuts(optOuts.optOuts));
		this.#loader.on("change", () => this.#noteChange());
		this.#reporter = new Reporter({
			client: this.#client,
			compose: () => this.#report(),
			matches: {
				next: () => matches.next(new Set(this.#loader.statuses.map(({ deployment }) => deployment.deploymentId))),
				last: () => matches.last(),
				acknowledge: (batch) => matches.acknowledge(batch),
			},
			intervalMs: timing.reportIntervalMs,
			coalesceMs: timing.reportCoalesceMs,
			idleMs: timing.reportIdleMs,
			log,
			signal: this.#stopping.signal,
		});
		this.#server = new LookupServer(this, timing.stopMs);
	}

	/** Address of the HTTP server, such as `http://127.0.0.1:7070`. */
	get url(): string {
		return this.#server.url;
	}

	/** The state that lookups read. */
	get snapshot(): Snapshot {
		return this.#loader.snapshot;
	}

	/** Lookup requests so far: of the main thread, then of the others that answer. */
	get requestsOfThreads(): readonly number[] {
		return this.#server.counters.map(({ requests }) => requests);
	}

	get deployments(): readonly DeploymentStatus[] {
		return this.#loader.statuses;
	}

	get memoryUsed(): number {
		return this.#loader.memoryUsed + this.#optOuts.memoryUsed;
	}

	async start(): Promise<void> {
		await this.#server.start(this.#options, this.#threadScript);
		const { proxy } = this.#options;
		if (proxy) this.log.info("reaching the service through a proxy", { proxy: proxy.name, setting: proxy.variable });
		const remembered = await this.#recall();
		const follow = followTarget({
			client: this.#client,
			cache: this.#cache,
			waitSeconds: this.#timing.pollSeconds,
			idleMs: this.#timing.pollIdleMs,
			retry: this.#retry,
			remembered,
			keptOptOuts: () => this.#optOuts.keptFiles,
			onState: (desired) => this.#takeOver(desired),
			onContact: (returned) => {
				this.#contactAt = performance.now();
				if (returned) {
					this.#optOuts.retryNow();
					this.#loader.retryNow();
				}
				this.#noteChange();
			},
			onFailure: () => {
				this.#syncFailures++;
				this.#noteChange();
			},
			log: this.log,
			signal: this.#stopping.signal,
		});
		this.#work = Promise.all([follow, this.#reporter.run()]);
	}

	/** Resolves once the condition holds; evaluates it now and after every change. */
	when(condition: () => boolean): Promise<void> {
		return new Promise((resolve) => {
			const look = () => {
				if (!condition()) return;
				this.off("change", look);
				resolve();
			};
			this.on("change", look);
			look();
		});
	}

	/** Resolves once the service has answered and every deployment is loaded, refused or failed. */
	whenSynced(): Promise<void> {
		return this.when(() => this.#contactAt !== null && this.#loader.settled && this.#optOuts.settled);
	}

	/** Ends polls and downloads, finishes open responses, releases address and cache directory. */
	stop(): Promise<void> {
		this.#stopped ??= this.#stop();
		return this.#stopped;
	}

	/** Rejects when the agent can no longer answer. */
	get failed(): Promise<never> {
		return this.#server.failed;
	}

	monitor(route: MonitoringRoute): MonitoringAnswer {
		if (route === "metrics")
			return { status: 200, type: "text/plain; version=0.0.4; charset=utf-8", body: this.#renderMetrics() };
		const ready = route === "ready" ? this.readiness() : null;
		const body = JSON.stringify(ready ?? composeStatus(this.#loader.statuses));
		return { status: ready?.ready === false ? 503 : 200, type: JSON_TYPE, body };
	}

	/** Body of `GET /ready`. */
	readiness(): { ready: boolean; deployments: Readonly<Record<string, number>>; opt_outs: OptOutStatus } {
		const ready = this.#ready && !this.#stopping.signal.aborted;
		return { ready, deployments: countStates(this.#loader), opt_outs: this.#optOuts.status };
	}

	#renderMetrics(): string {
		return renderMetrics(this.#server.counters, {
			version: AGENT_VERSION,
			threads: this.#options.threads,
			ready: this.readiness().ready,
			memoryUsed: this.memoryUsed,
			memoryLimit: this.#options.memoryLimit,
			bytesDownloaded: this.#fetcher.bytesDownloaded,
			deployments: countStates(this.#loader),
			optOuts: this.#optOuts.status,
			files: { proximity: this.snapshot.proximity.length, audience: this.snapshot.audience.length },
			matches: this.deployments
				.filter(({ file }) => file !== null)
				.map(({ deployment, matches }) => ({ deploymentId: deployment.deploymentId, matches })),
			syncAgeSeconds: this.#contactAt === null ? null : (performance.now() - this.#contactAt) / 1000,
			syncFailures: this.#syncFailures,
		});
	}

	get #retry() {
		return { baseMs: this.#timing.retryBaseMs, maxMs: this.#timing.retryMaxMs };
	}

	async #recall(): Promise<RememberedState | null> {
		const remembered = await this.#cache.recall();
		if (!remembered) return null;
		try {
			this.#takeOver(parseDesiredState(remembered.body), parseKeptOptOuts(remembered.keptOptOuts));
			return remembered;
		} catch (error) {
			this.log.warn("desired state of the last run is not usable", { error: describeError(error) });
			return null;
		}
	}

	#takeOver(desired: DesiredState, keptOptOuts?: readonly OptOutFile[]): void {
		this.log.info("following the desired state of the target", { deployments: desired.deployments.length });
		for (const { deploymentId, reason } of desired.unusable)
			this.log.error("deployment is not usable", { deployment_id: deploymentId, error: reason });
		// Before files are loaded that could answer a device of the list.
		this.#optOuts.apply(desired, keptOptOuts);
		this.#loader.apply(desired);
		// The list of opt-outs changes first: until then nothing seemed left to load.
		this.#known = true;
		this.#noteChange();
	}

	#noteChange(): void {
		// Ready stays ready, or every activation would empty the load balancer.
		const { pending, downloading, failed } = countStates(this.#loader);
		this.#ready ||= this.#known && this.#optOuts.isCurrent && pending + downloading + failed === 0;
		this.#reporter.notice();
		this.emit("change");
	}

	#report(): AgentReport {
		return {
			instance_id: this.#cache.instanceId,
			version: AGENT_VERSION,
			tags: this.#options.tags,
			memory_used: this.memoryUsed,
			memory_limit: this.#options.memoryLimit,
			deployments: reportDeployments(this.#loader),
			...(this.#optOuts.report ? { opt_outs: this.#optOuts.report } : {}),
		};
	}

	async #stop(): Promise<void> {
		this.#stopping.abort();
		await this.#server.stop();
		await this.#optOuts.stop();
		await this.#loader.stop();
		await this.#work;
		await this.#reporter.reportLast(AbortSignal.timeout(this.#timing.lastReportMs));
		this.#source.close();
		this.#client.close();
		await this.#cache.close();
	}
}
