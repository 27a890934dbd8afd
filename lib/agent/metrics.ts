/** Kinds of lookups with separate counters. */
export type LookupKind = "proximity" | "audience";

/** Upper bounds of the latency buckets, in seconds. */
const BOUNDS = [0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.25];

/** Deployments with counters of their own at most: more would be too many series to store. */
const MOST_DEPLOYMENTS = 500;

class Histogram {
	readonly #counts = new Float64Array(BOUNDS.length + 1);
	#sum = 0;

	observe(seconds: number): void {
		let bucket = 0;
		while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket++;
		this.#counts[bucket] = (this.#counts[bucket] as number) + 1;
		this.#sum += seconds;
	}

	lines(name: string, labels: string): string[] {
		let count = 0;
		const lines: string[] = [];
		for (let i = 0; i <= BOUNDS.length; i++) {
			count += this.#counts[i] as number;
			lines.push(`${name}_bucket{${labels},le="${BOUNDS[i] ?? "+Inf"}"} ${count}`);
		}
		return [...lines, `${name}_sum{${labels}} ${this.#sum}`, `${name}_count{${labels}} ${count}`];
	}
}

/** Values read at scrape time. */
export interface Gauges {
	version: string;
	ready: boolean;
	memoryUsed: number;
	memoryLimit: number;
	bytesDownloaded: number;
	deployments: Readonly<Record<string, number>>;
	files: Readonly<Record<LookupKind, number>>;
	/** The list of opt-outs in use. */
	optOuts: { readonly ids: number; readonly state: string };
	/** Matches of each deployment that answers. */
	matches: readonly { readonly deploymentId: string; readonly matches: number }[];
	/** Seconds since the service last answered; null before its first answer. */
	syncAgeSeconds: number | null;
	syncFailures: number;
}

/** Counters of the agent's responses, for `GET /metrics`. */
export class Metrics {
	readonly #lookups: Record<LookupKind, number> = { proximity: 0, audience: 0 };
	readonly #matches: Record<LookupKind, number> = { proximity: 0, audience: 0 };
	readonly #latency = { proximity: new Histogram(), audience: new Histogram() };
	readonly #refused = new Map<number, number>();

	/** Counts a request of `lookups` points or ids, `matched` of which are in a set. */
	countLookups(kind: LookupKind, lookups: number, matched: number, seconds: number): void {
		this.#lookups[kind] += lookups;
		this.#matches[kind] += matched;
		this.#latency[kind].observe(seconds);
	}

	countRefusal(status: number): void {
		this.#refused.set(status, (this.#refused.get(status) ?? 0) + 1);
	}

	render(gauges: Gauges): string {
		const out: string[] = [];
		const metric = (name: string, type: string, help: string, lines: string[]) =>
			out.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines);
		const byKind = (name: string, values: Readonly<Record<LookupKind, number>>) =>
			Object.entries(values).map(([kind, value]) => `${name}{kind="${kind}"} ${value}`);
		const gauge = (name: string, help: string, value: number, type = "gauge") =>
			metric(name, type, help, [`${name} ${value}`]);

		metric("targeting_agent_info", "gauge", "Version of the agent.", [
			`targeting_agent_info{version="${gauges.version}"} 1`,
		]);
		metric(
			"targeting_agent_lookups_total",
			"counter",
			"Points and device ids looked up.",
			byKind("targeting_agent_lookups_total", this.#lookups),
		);
		metric(
			"targeting_agent_matches_total",
			"counter",
			"Lookups that were in at least one set.",
			byKind("targeting_agent_matches_total", this.#matches),
		);
		if (gauges.matches.length <= MOST_DEPLOYMENTS)
			metric(
				"targeting_agent_deployment_matches_total",
				"counter",
				`Lookups that a deployment matched, while at most ${MOST_DEPLOYMENTS} answer.`,
				gauges.matches.map(
					({ deploymentId, matches }) =>
						`targeting_agent_deployment_matches_total{deployment="${deploymentId}"} ${matches}`,
				),
			);
		metric("targeting_agent_request_seconds", "histogram", "Time to answer a lookup request once it has been read.", [
			...this.#latency.proximity.lines("targeting_agent_request_seconds", 'kind="proximity"'),
			...this.#latency.audience.lines("targeting_agent_request_seconds", 'kind="audience"'),
		]);
		metric(
			"targeting_agent_refused_requests_total",
			"counter",
			"Requests answered with an error, by status.",
			[...this.#refused].map(
				([status, count]) => `targeting_agent_refused_requests_total{status="${status}"} ${count}`,
			),
		);
		metric(
			"targeting_agent_deployments",
			"gauge",
			"Desired deployments by state.",
			Object.entries(gauges.deployments).map(
				([state, count]) => `targeting_agent_deployments{state="${state}"} ${count}`,
			),
		);
		metric(
			"targeting_agent_loaded_files",
			"gauge",
			"Targeting files that answer.",
			byKind("targeting_agent_loaded_files", gauges.files),
		);
		gauge("targeting_agent_opt_outs", "Device ids on the list of opt-outs in use.", gauges.optOuts.ids);
		gauge(
			"targeting_agent_opt_outs_current",
			"1 while the list of opt-outs in use is the service's.",
			gauges.optOuts.state === "loaded" ? 1 : 0,
		);
		gauge("targeting_agent_memory_used_bytes", "Memory taken by targeting files.", gauges.memoryUsed);
		gauge("targeting_agent_memory_limit_bytes", "Most memory for targeting files.", gauges.memoryLimit);
		gauge(
			"targeting_agent_downloaded_bytes_total",
			"Bytes of targeting files fetched.",
			gauges.bytesDownloaded,
			"counter",
		);
		if (gauges.syncAgeSeconds !== null)
			gauge("targeting_agent_sync_age_seconds", "Time since the service last answered.", gauges.syncAgeSeconds);
		gauge(
			"targeting_agent_sync_failures_total",
			"Failed attempts to reach the service.",
			gauges.syncFailures,
			"counter",
		);
		gauge("targeting_agent_ready", "1 once everything desired was loaded or refused.", gauges.ready ? 1 : 0);
		gauge("process_resident_memory_bytes", "Resident memory of the process.", process.memoryUsage.rss());
		return `${out.join("\n")}\n`;
	}
}
