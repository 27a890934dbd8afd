import { type TargetFreeze, targetFreeze } from "@/lib/contract/activation-window";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOf } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { findAdministeredTarget } from "./find-administered-target";

export const freezeInclude = { createdBy: { select: { email: true } } } satisfies Prisma.TargetFreezeInclude;
type FreezeRecord = Prisma.TargetFreezeGetPayload<{ include: typeof freezeInclude }>;

/** A freeze in the form of the API. */
export const describeFreeze = (record: FreezeRecord): TargetFreeze =>
	rowOf(targetFreeze, record, {
		created_by: record.createdBy?.email ?? null,
	});

/**
 * `GET /api/targets/<id>/freezes`: the freezes that have not ended, the next first.
 * @throws NotFoundError, ForbiddenError
 */
export async function listFreezes(
	service: Service,
	principal: Principal,
	targetId: string,
	paging: { readonly limit: number; readonly offset: number },
): Promise<Page<TargetFreeze>> {
	await findAdministeredTarget(service.prisma, principal, targetId);
	const list = {
		from: Prisma.sql`target_freezes f`,
		where: [Prisma.sql`f.target_id = ${targetId}::uuid AND f.ends_at > ${service.now()}::timestamptz`],
		...{ sort: Prisma.sql`f.starts_at`, id: Prisma.sql`f.id`, order: "asc" as const, ...paging },
	};
	const { rows, total } = await pageOf(service.prisma, list, (ids) =>
		service.prisma.targetFreeze.findMany({ where: { id: { in: [...ids] } }, include: freezeInclude }),
	);
	return { rows: rows.map(describeFreeze), total };
}
