import type { AuditFilter } from "@/lib/contract/audit";
import { visibleAuditParts } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { auditConditions } from "./audit-conditions";

interface NewestOptions {
	readonly limit: number;
	/** Older than this event. */
	readonly before: bigint | null;
	/** Without sign-ins and refusals, which change nothing. */
	readonly changes?: boolean;
}

/** Ids of the newest visible audit events, newest first, without a total. */
export async function newestAuditIds(
	db: Transaction,
	principal: Principal,
	filter: AuditFilter,
	{ limit, before, changes = false }: NewestOptions,
): Promise<bigint[]> {
	const where = auditConditions(filter);
	if (before !== null) where.push(Prisma.sql`audit_events.id < ${before}`);
	if (changes) where.push(Prisma.sql`audit_events.action NOT IN ('sign_in', 'sign_in_refused', 'call_refused')`);
	const firsts = visibleAuditParts(principal).map(
		(part) => Prisma.sql`(SELECT audit_events.id FROM audit_events
			WHERE ${Prisma.join([part.where, ...where], " AND ")} ORDER BY audit_events.id DESC LIMIT ${limit})`,
	);
	const rows = await db.$queryRaw<{ id: bigint }[]>`
		SELECT id FROM (${Prisma.join(firsts, " UNION ALL ")}) AS firsts ORDER BY id DESC LIMIT ${limit}`;
	return rows.map(({ id }) => id);
}
