import type { Dismissal, DismissalBody } from "@/lib/contract/overview-dismissal";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";

/**
 * `POST /api/overview/dismissals`: hides a failure from the caller's overview until it happens
 * again, or shows it again. It says nothing of the object, which the caller may not see: it only
 * leaves out rows of their own.
 */
export async function dismissFailure(
	service: Pick<Service, "prisma" | "now">,
	principal: Principal,
	{ kind, object_id, dismissed }: DismissalBody,
): Promise<Dismissal> {
	const subject = { user_id: principal.userId, kind, object_id };
	await transact(service.prisma, async (tx) => {
		const at = service.now();
		const where = { user_id_kind_object_id: subject };
		if (dismissed) await tx.overviewDismissal.upsert({ where, create: { ...subject, at }, update: { at } });
		else await tx.overviewDismissal.deleteMany({ where: subject });
	});
	return { kind, object_id, dismissed };
}

/**
 * Whether the caller has dismissed a failure since it happened.
 * @param object its design or deployment
 * @param since when it happened
 */
export const isDismissed = (
	{ userId }: Principal,
	kind: DismissalBody["kind"],
	object: Prisma.Sql,
	since: Prisma.Sql,
): Prisma.Sql => Prisma.sql`EXISTS (SELECT FROM overview_dismissals v WHERE v.user_id = ${userId}::uuid AND v.kind = ${kind}
	AND v.object_id = ${object} AND v.at >= ${since})`;
