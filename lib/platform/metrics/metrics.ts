import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processCell } from "@/lib/platform/process-state";

/**
 * Background work by part; each part has a sample from the start, so that its first failure is an
 * increase.
 */
const PARTS = ["background job", "build", "build queue", "changes", "database", "sweep"] as const;

/** Targets with samples of their own: each is a series that a collector stores. */
export const MOST_TARGETS = 20;

/** Why a sign-in was refused; single sign-on has one sample for all of its problems. */
const REFUSALS = ["wrong password", "wrong second factor", "throttled", "link not valid", "single sign-on"] as const;

/** Declares metrics in one registry. */
function declareIn(registry: Registry) {
	const registers = [registry];
	return {
		counter: <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
			new Counter({ name, help, labelNames, registers }),
		gauge: <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
			new Gauge({ name, help, labelNames, registers }),
	};
}

/**
 * The metrics of this process, with prom-client's defaults on the process, its event loop and
 * garbage collection.
 */
function ownMetrics() {
	const registry = new Registry();
	const { counter, gauge } = declareIn(registry);
	// At its default of 10 ms the measurement alone takes 1% of a core from a service at rest.
	collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
	const failures = counter("targeting_background_failures_total", "Failures of background work.", ["part"]);
	for (const part of PARTS) failures.inc({ part }, 0);
	const refusedSignIns = counter("targeting_sign_ins_refused_total", "Sign-ins that were refused.", ["why"]);
	for (const why of REFUSALS) refusedSignIns.inc({ why }, 0);
	const disk = ["holds", "directory"] as ("holds" | "directory")[];
	return {
		registry,
		requests: new Histogram({
			name: "targeting_http_request_duration_seconds",
			help: "API requests by route and class of status; streams and long polls last until they close.",
			labelNames: ["route", "status"],
			buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
			registers: [registry],
		}),
		throttled: counter("targeting_throttled_total", "Requests refused by a rate limit."),
		failures,
		refusedSignIns,
		heapUsed: gauge("nodejs_heap_used_bytes", "Memory that JavaScript uses; the same as nodejs_heap_size_used_bytes."),
		eventStreams: gauge("targeting_event_streams", "Open event streams."),
		eventLag: gauge(
			"targeting_event_lag_seconds",
			"Time since changes were last read for open event streams; 0 without any.",
		),
		diskFree: gauge("targeting_disk_free_bytes", "Free room on the disks that this process writes to.", disk),
		diskSize: gauge("targeting_disk_size_bytes", "Size of these disks.", disk),
		fileStoreUp: gauge("targeting_file_store_up", "1 while the file store can be used, as far as this process knows."),
		clockAhead: gauge(
			"targeting_clock_ahead_seconds",
			"Time by which this machine's clock is ahead of the database's.",
		),
		connections: gauge("targeting_database_connections", "Connections to the database.", ["pool", "state"]),
		waiting: gauge("targeting_database_waiting", "Statements and transactions that wait for a connection.", ["pool"]),
		databaseUp: gauge("targeting_database_up", "1 while the database answers."),
		...replicaMetrics(registry),
	};
}

function replicaMetrics(registry: Registry) {
	const { counter, gauge } = declareIn(registry);
	const replicaReads = counter(
		"targeting_replica_reads_total",
		"Lists and exports with DATABASE_REPLICA_URL, by the database that took them; `repeated` began on the replica and went on on the primary.",
		["database"],
	);
	for (const database of ["replica", "primary", "repeated"] as const) replicaReads.inc({ database }, 0);
	const lag = "Write-ahead log that the replica had still to apply when a list or export last asked for it.";
	return { replicaReads, replicaLag: gauge("targeting_replica_lag_bytes", lag) };
}

/** The metrics of the database, which all processes share. */
function sharedMetrics() {
	const registry = new Registry();
	const { gauge } = declareIn(registry);
	return {
		registry,
		builds: gauge("targeting_builds", "Builds that wait for a worker, are running, or have failed for good.", [
			"status",
		]),
		buildWaits: gauge("targeting_oldest_waiting_build_seconds", "Time that the oldest waiting build has waited."),
		agents: gauge("targeting_agents", "Agents of all targets.", ["state"]),
		notLoaded: gauge(
			"targeting_deployments_not_loaded",
			"Activated deployments that an agent refused or failed to load, for each agent that reports.",
		),
		scheduleWaits: gauge("targeting_oldest_due_schedule_seconds", "Time that the oldest due schedule is overdue."),
		...waitingMetrics(registry),
	};
}

/** Gauges of requests that wait for people, and of the service's overdue work. */
function waitingMetrics(registry: Registry) {
	const { gauge } = declareIn(registry);
	const worst = `of the ${MOST_TARGETS} targets whose oldest request has waited longest, by the target's id`;
	return {
		requests: gauge("targeting_pending_requests", "Requests that wait for an administrator's decision."),
		requestWaits: gauge("targeting_oldest_pending_request_seconds", "Time that the oldest of them has waited."),
		targetRequests: gauge("targeting_target_pending_requests", `Pending requests ${worst}.`, ["target"]),
		targetWaits: gauge(
			"targeting_target_oldest_pending_request_seconds",
			`Time that the oldest has waited, ${worst}.`,
			["target"],
		),
		schedulesNotDone: gauge(
			"targeting_schedules_not_done",
			"Schedules of the last 24 hours that were missed, or that the service refused to carry out.",
			["outcome"],
		),
		deliveriesDue: gauge("targeting_deliveries_due", "Events, webhooks' messages, mails and pulls that are due.", [
			"kind",
		]),
		deliveryWaits: gauge("targeting_oldest_due_delivery_seconds", "Time that the oldest of them is overdue.", ["kind"]),
		deliveriesFailing: gauge(
			"targeting_deliveries_failing",
			"Events, webhooks, mails and pulls whose last attempt failed.",
			["kind"],
		),
	};
}

const declareMetrics = () => ({ own: ownMetrics(), shared: sharedMetrics() });

type Metrics = ReturnType<typeof declareMetrics>;

const cell = processCell<Metrics>("metrics");

/** The metrics of this process. */
export function metrics(): Metrics {
	cell.value ??= declareMetrics();
	return cell.value;
}

/**
 * Counts an answered request by its route's pattern; a path has ids, each of which would be a label
 * value.
 */
export function countRequest(route: string | undefined, status: number, milliseconds: number): void {
	const statusClass = status === 0 ? "none" : `${Math.floor(status / 100)}xx`;
	metrics().own.requests.observe({ route: route ?? "none", status: statusClass }, milliseconds / 1_000);
}

/** Counts a request that a rate limit refused. */
export function countThrottled(): void {
	metrics().own.throttled.inc();
}

/** Counts a failure of background work. */
export function countFailure(part: (typeof PARTS)[number]): void {
	metrics().own.failures.inc({ part });
}

/** Counts a sign-in that was refused. */
export function countRefusedSignIn(why: (typeof REFUSALS)[number]): void {
	metrics().own.refusedSignIns.inc({ why });
}
