import {
	LATENCY_BOUNDS,
	type LookupCounts,
	type LookupKind,
	type RequestCounters,
	sumRequests,
} from "@/lib/agent/request-counters";

/** Deployments with counters of their own at most: more would be too many series to store. */
const MOST_DEPLOYMENTS = 500;

/** Values read at scrape time. */
export interface Gauges {
	version: string;
	/** That answer lookups. */
	threads: number;
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

/** The text of `GET /metrics`: the counters of all answering threads, and gauges. */
export function renderMetrics(threads: readonly RequestCounters[], gauges: Gauges): string {
	const out = new MetricsText();
	out.add("info", "gauge", "Version of the agent.", [[`{version="${gauges.version}"}`, 1]]);
	addRequests(out, threads, gauges);
	addState(out, gauges);
	out.gauge("threads", "Threads that answer lookups.", gauges.threads);
	out.addNamed("process_resident_memory_bytes", "gauge", "Resident memory of the process.", [
		["", process.memoryUsage.rss()],
	]);
	return out.text;
}

/** Labels, with braces, or the end of a name before them; and the value. */
type Sample = readonly [labels: string, value: number];

class MetricsText {
	readonly #lines: string[] = [];

	get text(): string {
		return `${this.#lines.join("\n")}\n`;
	}

	add(name: string, type: string, help: string, samples: readonly Sample[]): void {
		this.addNamed(`targeting_agent_${name}`, type, help, samples);
	}

	gauge(name: string, help: string, value: number): void {
		this.add(name, "gauge", help, [["", value]]);
	}

	counter(name: string, help: string, value: number): void {
		this.add(name, "counter", help, [["", value]]);
	}

	addNamed(name: string, type: string, help: string, samples: readonly Sample[]): void {
		this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
		for (const [labels, value] of samples) this.#lines.push(`${name}${labels} ${value}`);
	}
}

const byKind = (values: Readonly<Record<LookupKind, number>>): Sample[] =>
	Object.entries(values).map(([kind, value]) => [`{kind="${kind}"}`, value]);

function addRequests(out: MetricsText, threads: readonly RequestCounters[], { matches }: Gauges): void {
	const { lookups, refusals } = sumRequests(threads);
	const { proximity, audience } = lookups;
	out.add(
		"lookups_total",
		"counter",
		"Points and device ids looked up.",
		byKind({ proximity: proximity.lookups, audience: audience.lookups }),
	);
	out.add(
		"matches_total",
		"counter",
		"Lookups that were in at least one set.",
		byKind({ proximity: proximity.matches, audience: audience.matches }),
	);
	if (matches.length <= MOST_DEPLOYMENTS)
		out.add(
			"deployment_matches_total",
			"counter",
			`Lookups that a deployment matched, while at most ${MOST_DEPLOYMENTS} answer.`,
			matches.map((each): Sample => [`{deployment="${each.deploymentId}"}`, each.matches]),
		);
	if (threads.length > 1)
		out.add(
			"thread_requests_total",
			"counter",
			"Lookup requests by thread; the first one answers until the others listen.",
			threads.map((thread, index): Sample => [`{thread="${index}"}`, thread.requests]),
		);
	out.add("request_seconds", "histogram", "Time to answer a lookup request once it has been read.", [
		...histogram("proximity", proximity),
		...histogram("audience", audience),
	]);
	out.add(
		"refused_requests_total",
		"counter",
		"Requests answered with an error, by status.",
		[...refusals].map(([status, count]): Sample => [`{status="${status}"}`, count]),
	);
}

function histogram(kind: LookupKind, { buckets, seconds }: LookupCounts): Sample[] {
	let count = 0;
	const samples = buckets.map((requests, bucket): Sample => {
		count += requests;
		return [`_bucket{kind="${kind}",le="${LATENCY_BOUNDS[bucket] ?? "+Inf"}"}`, count];
	});
	return [...samples, [`_sum{kind="${kind}"}`, seconds], [`_count{kind="${kind}"}`, count]];
}

function addState(out: MetricsText, gauges: Gauges): void {
	out.add(
		"deployments",
		"gauge",
		"Desired deployments by state.",
		Object.entries(gauges.deployments).map(([state, count]): Sample => [`{state="${state}"}`, count]),
	);
	out.add("loaded_files", "gauge", "Targeting files that answer.", byKind(gauges.files));
	out.gauge("opt_outs", "Device ids on the list of opt-outs in use.", gauges.optOuts.ids);
	out.gauge(
		"opt_outs_current",
		"1 while the list of opt-outs in use is the service's.",
		gauges.optOuts.state === "loaded" ? 1 : 0,
	);
	out.gauge("memory_used_bytes", "Memory taken by targeting files and what is derived from them.", gauges.memoryUsed);
	out.gauge("memory_limit_bytes", "Most memory for targeting files.", gauges.memoryLimit);
	out.counter("downloaded_bytes_total", "Bytes of targeting files fetched.", gauges.bytesDownloaded);
	if (gauges.syncAgeSeconds !== null)
		out.gauge("sync_age_seconds", "Time since the service last answered.", gauges.syncAgeSeconds);
	out.counter("sync_failures_total", "Failed attempts to reach the service.", gauges.syncFailures);
	out.gauge("ready", "1 once everything desired was loaded or refused.", gauges.ready ? 1 : 0);
}
