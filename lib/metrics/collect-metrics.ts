import { database } from "@/lib/db/database";
import { changeFeed } from "@/lib/events/change-feed";
import type { Service } from "@/lib/service";
import { line, metric } from "./exposition";
import { BUCKETS, registry } from "./registry";

/**
 * `GET /metrics`: this process and its requests, and the queue of builds that all processes share, in Prometheus' text format
 * (version 0.0.4). No label names a person, an organisation or a secret.
 */
export async function collectMetrics(service: Service): Promise<string> {
	const queue = await service.prisma.$queryRaw<{ status: string; count: number; waits: number }[]>`
		SELECT s.status::text AS status, count(b.id)::int AS count,
			COALESCE(EXTRACT(EPOCH FROM ${service.now()}::timestamptz - min(b.requested_at)), 0)::float8 AS waits
		FROM unnest(ARRAY['requested', 'building']::"BuildStatus"[]) AS s (status)
		LEFT JOIN builds b ON b.status = s.status GROUP BY s.status ORDER BY s.status`;
	const { user, system } = process.cpuUsage();
	const { rss, heapUsed } = process.memoryUsage();
	const { throttled } = registry();
	const waiting = queue.find(({ status }) => status === "requested");
	return [
		metric("process_cpu_seconds_total", "counter", "CPU time of this process.", [[{}, (user + system) / 1e6]]),
		metric("process_resident_memory_bytes", "gauge", "Memory of this process.", [[{}, rss]]),
		metric("process_start_time_seconds", "gauge", "When this process started.", [
			[{}, Math.round(performance.timeOrigin) / 1_000],
		]),
		metric("nodejs_heap_used_bytes", "gauge", "Memory that JavaScript uses.", [[{}, heapUsed]]),
		requests(),
		metric("targeting_throttled_total", "counter", "Calls refused because of a rate limit.", [[{}, throttled]]),
		metric(
			"targeting_builds",
			"gauge",
			"Builds that wait for a worker, and those under way, of all processes.",
			queue.map(({ status, count }) => [{ status }, count]),
		),
		metric("targeting_oldest_waiting_build_seconds", "gauge", "How long the build waits that has waited longest.", [
			[{}, waiting?.waits ?? 0],
		]),
		metric("targeting_event_streams", "gauge", "Open streams of events.", [
			[{}, changeFeed(database(), service).readers],
		]),
	].join("");
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
