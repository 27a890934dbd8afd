import { changeFeed } from "@/lib/domain/events/change-feed";
import { silentBefore } from "@/lib/domain/targets/silence";
import { askBriefly } from "@/lib/platform/db/ask-briefly";
import { type Database, database } from "@/lib/platform/db/database";
import { disks } from "@/lib/platform/files/disks";
import { fileStoreState } from "@/lib/platform/files/watch-file-store";
import { metrics } from "@/lib/platform/metrics/metrics";
import type { Service } from "@/lib/platform/service";
import { readWaiting, type Waiting } from "./read-waiting";

/** Prometheus' text format. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * The metrics of this process and of shared state (builds, agents, schedules, pending work) in
 * Prometheus' text format; without the database only those of this process. Labels must not
 * identify people, organizations or secrets.
 */
export async function collectMetrics(service: Service): Promise<string> {
	const counts = await askBriefly(Promise.all([readShared(service), readWaiting(service)]));
	const { own, shared } = metrics();
	setOwn(service);
	own.databaseUp.set(counts === undefined ? 0 : 1);
	if (counts === undefined) return own.registry.metrics();
	setShared(counts[0]);
	setWaiting(service, counts[1]);
	return (await own.registry.metrics()) + (await shared.registry.metrics());
}

function setOwn(service: Service): void {
	const { own } = metrics();
	const feed = changeFeed(database(), service);
	own.eventStreams.set(feed.readers);
	own.eventLag.set(feed.lagSeconds);
	own.heapUsed.set(process.memoryUsage().heapUsed);
	own.diskFree.reset();
	own.diskSize.reset();
	for (const { holds, directory, freeBytes, totalBytes } of disks()) {
		const labels = { holds: holds.join(" "), directory };
		own.diskFree.set(labels, freeBytes);
		own.diskSize.set(labels, totalBytes);
	}
	own.fileStoreUp.set(fileStoreState() === "up" ? 1 : 0);
	own.clockAhead.set((Date.now() - service.now().getTime()) / 1_000);
	setConnections(database());
}

function setConnections({ pool, genericPool }: Database): void {
	const { own } = metrics();
	const pools = pool === genericPool ? { main: pool } : { main: pool, planned_once: genericPool };
	for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
		own.connections.set({ pool: name, state: "idle" }, idleCount);
		own.connections.set({ pool: name, state: "used" }, totalCount - idleCount);
		own.waiting.set({ pool: name }, waitingCount);
	}
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
			(SELECT COALESCE(EXTRACT(EPOCH FROM ${now}::timestamptz - min(GREATEST(at, held_until))), 0)::float8 FROM deployment_schedules
				WHERE ran_at IS NULL AND at <= ${now}::timestamptz AND (held_until IS NULL OR held_until <= ${now}::timestamptz)) AS schedule_waits
		FROM (SELECT count(*) FILTER (WHERE status = 'requested')::int AS requested,
				count(*) FILTER (WHERE status = 'building')::int AS building, count(*) FILTER (WHERE status = 'failed')::int AS failed,
				COALESCE(EXTRACT(EPOCH FROM ${now}::timestamptz - min(requested_at) FILTER (WHERE status = 'requested')), 0)::float8
					AS build_waits
			FROM builds WHERE status IN ('requested', 'building', 'failed')) AS b,
			(SELECT count(*)::int AS agents, count(*) FILTER (WHERE last_seen_at < ${silent})::int AS silent FROM agents) AS a`;
	if (row === undefined) throw new Error("the counts must have one row");
	return row;
}

function setShared(counts: Shared): void {
	const { shared } = metrics();
	for (const status of ["requested", "building", "failed"] as const) shared.builds.set({ status }, counts[status]);
	shared.buildWaits.set(counts.build_waits);
	shared.agents.set({ state: "reporting" }, counts.agents - counts.silent);
	shared.agents.set({ state: "silent" }, counts.silent);
	shared.notLoaded.set(counts.not_loaded);
	shared.scheduleWaits.set(counts.schedule_waits);
}

function setWaiting(service: Service, { requests, targets, schedules, deliveries }: Waiting): void {
	const { shared } = metrics();
	const now = service.now().getTime();
	const secondsSince = (at: Date | null | undefined) => (at ? Math.max(0, now - at.getTime()) / 1_000 : 0);
	shared.requests.set(requests);
	shared.requestWaits.set(secondsSince(targets[0]?.oldest));
	shared.targetRequests.reset();
	shared.targetWaits.reset();
	for (const { target, requests: pending, oldest } of targets) {
		shared.targetRequests.set({ target }, pending);
		shared.targetWaits.set({ target }, secondsSince(oldest));
	}
	for (const outcome of ["missed", "refused"] as const) shared.schedulesNotDone.set({ outcome }, schedules[outcome]);
	for (const { kind, due, oldest, failing } of deliveries) {
		shared.deliveriesDue.set({ kind }, due);
		shared.deliveryWaits.set({ kind }, secondsSince(oldest));
		shared.deliveriesFailing.set({ kind }, failing);
	}
}
