import type { SilentTarget } from "@/lib/contract/overview";
import { administeredTargets, administers } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { silentBefore } from "@/lib/domain/targets/silence";
import type { Service } from "@/lib/platform/service";
import { SECTION_ROWS, type Section, sectionOf } from "./section";

interface Found {
	readonly target_id: string;
	readonly target: string;
	readonly activated: number;
	readonly last_seen_at: Date | null;
	readonly total: number;
}

/**
 * The caller's targets with activated deployments and without a responsive agent, whose loads are
 * thus unknown. Null for callers who administer no targets.
 */
export async function silentTargets(service: Service, principal: Principal): Promise<Section<SilentTarget> | null> {
	if (!administers(principal)) return null;
	const found = await service.prisma.$queryRaw<Found[]>`
		WITH silent AS (
			SELECT targets.id, targets.name, (SELECT max(a.last_seen_at) FROM agents a WHERE a.target_id = targets.id) AS last_seen_at,
				count(*) OVER ()::int AS total
			FROM targets WHERE ${administeredTargets(principal)}
				AND NOT EXISTS (SELECT 1 FROM agents a WHERE a.target_id = targets.id AND a.last_seen_at >= ${silentBefore(service)})
				AND EXISTS (SELECT 1 FROM deployments WHERE deployments.target_id = targets.id AND deployments.status = 'activated')
			ORDER BY targets.name, targets.id LIMIT ${SECTION_ROWS})
		SELECT s.id AS target_id, s.name AS target, s.last_seen_at, s.total,
			(SELECT count(*)::int FROM deployments WHERE deployments.target_id = s.id AND deployments.status = 'activated') AS activated
		FROM silent s ORDER BY s.name, s.id`;
	return sectionOf("/targets", found, ({ total: _, last_seen_at, ...row }) => ({
		...row,
		last_seen_at: last_seen_at?.toISOString() ?? null,
	}));
}
