import type { TargetOverview } from "@/lib/contract/target";
import type { Service } from "@/lib/platform/service";
import { loadSync } from "./load-sync";
import { silentBefore } from "./silence";

interface Load {
	readonly target_id: string;
	readonly status: "activated" | "requested";
	readonly count: number;
	readonly bytes: bigint;
}

interface Agents {
	readonly target_id: string;
	readonly living: number;
	readonly silent: number;
	readonly last_seen_at: Date;
}

/** Counts and sizes of the deployments on targets, in three queries. */
export async function loadOverviews(
	service: Service,
	targets: readonly { readonly id: string; readonly memory_capacity: bigint | null }[],
): Promise<Map<string, TargetOverview>> {
	const ids = targets.map(({ id }) => id);
	if (ids.length === 0) return new Map();
	const loads = await service.prisma.$queryRaw<Load[]>`
		SELECT target_id, status, count(*)::int AS count, sum(build_size)::bigint AS bytes FROM deployments
		WHERE target_id = ANY (${ids}::uuid[]) AND status IN ('activated', 'requested') GROUP BY target_id, status`;
	const agents = await service.prisma.$queryRaw<Agents[]>`
		SELECT target_id, count(*) FILTER (WHERE last_seen_at >= ${silentBefore(service)})::int AS living,
			count(*) FILTER (WHERE last_seen_at < ${silentBefore(service)})::int AS silent, max(last_seen_at) AS last_seen_at
		FROM agents WHERE target_id = ANY (${ids}::uuid[]) GROUP BY target_id`;
	const listened = agents.filter(({ living }) => living > 0).map(({ target_id }) => target_id);
	const syncs = await loadSync(service, listened);
	return new Map(
		targets.map(({ id, memory_capacity: memoryCapacity }) => {
			const of = (status: Load["status"]) => loads.find((row) => row.target_id === id && row.status === status);
			const activated = of("activated")?.count ?? 0;
			const seen = agents.find((row) => row.target_id === id);
			return [
				id,
				{
					memory: memoryOf(memoryCapacity, of("activated")?.bytes ?? 0n, of("requested")?.bytes ?? 0n),
					activated,
					requested: of("requested")?.count ?? 0,
					agents: {
						living: seen?.living ?? 0,
						silent: seen?.silent ?? 0,
						last_seen_at: seen?.last_seen_at.toISOString() ?? null,
					},
					sync: syncs.get(id) ?? { loaded: 0, pending: activated, failed: 0 },
				},
			];
		}),
	);
}

/** Bytes and the capacity, which may be unknown. */
export function memoryOf(capacity: bigint | null, activated: bigint, requested: bigint): TargetOverview["memory"] {
	return {
		capacity: capacity === null ? null : Number(capacity),
		activated: Number(activated),
		requested: Number(requested),
		free: capacity === null ? null : Number(capacity - activated),
	};
}
