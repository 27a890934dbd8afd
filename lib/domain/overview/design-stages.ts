import type { DesignStages } from "@/lib/contract/overview";
import { administers } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";

/** Counts the caller's own designs by stage. Null for callers who decide on others' requests. */
export async function designStages(service: Service, principal: Principal): Promise<DesignStages | null> {
	if (administers(principal)) return null;
	const [stages] = await service.prisma.$queryRaw<DesignStages[]>`
		SELECT count(*) FILTER (WHERE d.status = 'in_design')::int AS in_design,
			count(*) FILTER (WHERE d.status IN ('requested', 'building'))::int AS building,
			count(*) FILTER (WHERE d.status IN ('failed', 'rejected'))::int AS not_built,
			count(*) FILTER (WHERE d.status = 'built' AND NOT d.is_live)::int AS built,
			count(*) FILTER (WHERE d.is_requested)::int AS requested, count(*) FILTER (WHERE d.is_live)::int AS live
		FROM (SELECT designs.status,
				EXISTS (SELECT FROM deployments x WHERE x.design_id = designs.id AND x.status = 'activated') AS is_live,
				EXISTS (SELECT FROM deployments x WHERE x.design_id = designs.id AND x.status = 'requested') AS is_requested
			FROM designs WHERE designs.owner_id = ${principal.userId}::uuid AND designs.owner_org_id = ${principal.organizationId}::uuid) AS d`;
	return stages ?? null;
}
