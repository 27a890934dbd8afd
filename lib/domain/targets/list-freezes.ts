import type { TargetFreeze } from "@/lib/contract/activation-window";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { findAdministeredTarget } from "./find-target";

export const freezeInclude = { createdBy: { select: { email: true } } } satisfies Prisma.TargetFreezeInclude;
type FreezeRecord = Prisma.TargetFreezeGetPayload<{ include: typeof freezeInclude }>;

/** A freeze in the form of the API. */
export const describeFreeze = (record: FreezeRecord): TargetFreeze => ({
	id: record.id,
	target_id: record.targetId,
	starts_at: record.startsAt.toISOString(),
	ends_at: record.endsAt.toISOString(),
	reason: record.reason,
	created_by: record.createdBy?.email ?? null,
	created_at: record.createdAt.toISOString(),
});

/**
 * `GET /api/targets/<id>/freezes`: the freezes that have not ended, the next first.
 * @throws NotFoundError, ForbiddenError
 */
export async function listFreezes(
	service: Service,
	principal: Principal,
	targetId: string,
	{ limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Page<TargetFreeze>> {
	await findAdministeredTarget(service.prisma, principal, targetId);
	const where = { targetId, endsAt: { gt: service.now() } };
	const [total, records] = await Promise.all([
		service.prisma.targetFreeze.count({ where }),
		service.prisma.targetFreeze.findMany({
			where,
			orderBy: [{ startsAt: "asc" }, { id: "asc" }],
			take: limit,
			skip: offset,
			include: freezeInclude,
		}),
	]);
	return { rows: records.map(describeFreeze), total };
}
