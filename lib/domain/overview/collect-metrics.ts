import { changeFeed } from "@/lib/domain/events/change-feed";
import { silentBefore } from "@/lib/domain/targets/silence";
import { askBriefly } from "@/lib/platform/db/ask-briefly";
import { type Database, database } from "@/lib/platform/db/database";
import { clockAheadMs } from "@/lib/platform/db/watch-clock";
import { type Disk, disks } from "@/lib/platform/files/disks";
import { fileStoreState } from "@/lib/platform/files/watch-file-store";
import { line, metric, type Sample } from "@/lib/platform/metrics/exposition";
import { BUCKETS, registry } from "@/lib/platform/metrics/registry";
import type { Service } from "@/lib/platform/service";

/**
 * `GET /metrics`: this process and its requests, and what all processes share (builds, agents, schedules), in Prometheus' text
 * format (version 0.0.4). While the database is away, what is known without it. No label names a person, an organization or a secret.
 */
export async function collectMetrics(service: Service): Promise<string> {
	const shared = await askBriefly(readShared(service));
	const feed = changeFeed(database(), service);
	return [
		...aboutProcess(),
		requests(),
		metric("targeting_throttled_total", "counter", "Calls refused because of a rate limit.", [
			[{}, registry().throttled],
		]),
		metric(
			"targeting_background_failures_total",
			"counter",
			"What this process does by itself, and could not do.",
			[...registry().failures].map(([part, count]) => [{ part }, count]),
		),
		metric("targeting_event_streams", "gauge", "Open streams of events.", [[{}, feed.readers]]),
		metric(
			"targeting_event_lag_seconds",
			"gauge",
			"For how long changes have not been read for those who follow them; 0 while nobody does.",
			[[{}, feed.lagSeconds]],
		),
		...aboutDisks(),
		metric("targeting_file_store_up", "gauge", "1 while the file store can be used, as far as this process knows.", [
			[{}, fileStoreState() === "up" ? 1 : 0],
		]),
		...aboutClock(),
		...aboutConnections(database()),
		metric("targeting_database_up", "gauge", "1 while the database answers.", [[{}, shared === undefined ? 0 : 1]]),
		...(shared === undefined ? [] : aboutAllProcesses(shared)),
	].join("");
}

function aboutProcess(): string[] {
	const { user, system } = process.cpuUsage();
	const { rss, heapUsed } = process.memoryUsage();
	return [
		metric("process_cpu_seconds_total", "counter", "CPU time of this process.", [[{}, (user + system) / 1e6]]),
		metric("process_resident_memory_bytes", "gauge", "Memory of this process.", [[{}, rss]]),
		metric("process_start_time_seconds", "gauge", "When this process started.", [
			[{}, Math.round(performance.timeOrigin) / 1_000],
		]),
		metric("nodejs_heap_used_bytes", "gauge", "Memory that JavaScript uses.", [[{}, heapUsed]]),
	];
}

function aboutDisks(): string[] {
	const seen = disks();
	if (seen.length === 0) return [];
	const each = (bytes: (disk: Disk) => number) =>
		seen.map((disk): Sample => [{ holds: disk.holds.join(" "), directory: disk.directory }, bytes(disk)]);
	return [
		metric(
			"targeting_disk_free_bytes",
			"gauge",
			"Room that is left on the disks of this machine that this process writes to.",
			each(({ freeBytes }) => freeBytes),
		),
		metric(
			"targeting_disk_size_bytes",
			"gauge",
			"Size of these disks.",
			each(({ totalBytes }) => totalBytes),
		),
	];
}

function aboutClock(): string[] {
	const aheadMs = clockAheadMs();
	if (aheadMs === undefined) return [];
	const help = "By how much this process's clock is ahead of the database's; negative where it is behind.";
	return [metric("targeting_clock_ahead_seconds", "gauge", help, [[{}, aheadMs / 1_000]])];
}

function aboutConnections({ pool, plannedOnce }: Database): string[] {
	const pools = pool === plannedOnce ? { main: pool } : { main: pool, planned_once: plannedOnce };
	const each = Object.entries(pools);
	return [
		metric(
			"targeting_database_connections",
			"gauge",
			"Connections of this process to the database.",
			each.flatMap(([name, { totalCount, idleCount }]) => [
				[{ pool: name, state: "idle" }, idleCount],
				[{ pool: name, state: "used" }, totalCount - idleCount],
			]),
		),
		metric(
			"targeting_database_waiting",
			"gauge",
			"Statements and transactions that wait for a connection.",
			each.map(([name, { waitingCount }]) => [{ pool: name }, waitingCount]),
		),
	];
}

interface Shared {
	readonly requested: number;
	readonly building: number;
	readonly failed: number;
	readonly build_waits: number;
	readonly agents: number;
	readonly silent: number;
	readonly not_loaded: number;
	readonly schedule_waits: number;
}

async function readShared(service: Service): Promise<Shared> {
	const now = service.now();
	const silent = silentBefore(service);
	const [row] = await service.prisma.$queryRaw<Shared[]>`
		SELECT b.*, a.*,
			(SELECT count(*)::int FROM agent_deployments d JOIN agents g ON g.id = d.agent_id
				WHERE d.state IN ('failed', 'refused') AND g.last_seen_at >= ${silent}) AS not_loaded,
			(SELECT COALESCE(EXTRACT(EPOCH FROM ${now}::timestamptz - min(at)), 0)::float8 FROM deployment_schedules
				WHERE ran_at IS NULL AND at <= ${now}::timestamptz) AS schedule_waits
		FROM (SELECT count(*) FILTER (WHERE status = 'requested')::int AS requested,
				count(*) FILTER (WHERE status = 'building')::int AS building, count(*) FILTER (WHERE status = 'failed')::int AS failed,
				COALESCE(EXTRACT(EPOCH FROM ${now}::timestamptz - min(requested_at) FILTER (WHERE status = 'requested')), 0)::float8
					AS build_waits
			FROM builds WHERE status IN ('requested', 'building', 'failed')) AS b,
			(SELECT count(*)::int AS agents, count(*) FILTER (WHERE last_seen_at < ${silent})::int AS silent FROM agents) AS a`;
	if (row === undefined) throw new Error("Counts have a row, whatever there is.");
	return row;
}

function aboutAllProcesses(shared: Shared): string[] {
	const { requested, building, failed, agents, silent } = shared;
	const gauge = (name: string, help: string, value: number) => metric(name, "gauge", help, [[{}, value]]);
	return [
		metric("targeting_builds", "gauge", "Builds that wait for a worker, are under way, or have failed for good.", [
			[{ status: "requested" }, requested],
			[{ status: "building" }, building],
			[{ status: "failed" }, failed],
		]),
		gauge(
			"targeting_oldest_waiting_build_seconds",
			"How long the build waits that has waited longest.",
			shared.build_waits,
		),
		metric("targeting_agents", "gauge", "Agents of all targets.", [
			[{ state: "reporting" }, agents - silent],
			[{ state: "silent" }, silent],
		]),
		gauge(
			"targeting_deployments_not_loaded",
			"Activated deployments that an agent refused or failed to load, for each agent that reports.",
			shared.not_loaded,
		),
		gauge(
			"targeting_oldest_due_schedule_seconds",
			"How long the schedule of a deployment is overdue that is overdue longest.",
			shared.schedule_waits,
		),
	];
}

function requests(): string {
	const name = "targeting_http_request_duration_seconds";
	const lines = [...registry().routes.values()].flatMap(({ route, statusClass, count, milliseconds, within }) => {
		const labels = { route, status: statusClass };
		return [
			...BUCKETS.map((bound, place) => line(`${name}_bucket`, [{ ...labels, le: String(bound) }, within[place] ?? 0])),
			line(`${name}_bucket`, [{ ...labels, le: "+Inf" }, count]),
			line(`${name}_sum`, [labels, milliseconds / 1_000]),
			line(`${name}_count`, [labels, count]),
		];
	});
	const help = "Requests to the API by route and class of status; streams and long polls last as long as they wait.";
	return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ""].join("\n");
}
