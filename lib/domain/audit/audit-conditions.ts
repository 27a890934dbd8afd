import type { AuditFilter } from "@/lib/contract/audit";
import { Prisma } from "@/lib/generated/prisma/client";
import { emailKey } from "@/lib/rules/text/email-key";
import { GUID } from "@/lib/rules/text/guid";

/** Conditions for the filters of the audit list. */
export function auditConditions(filter: AuditFilter): Prisma.Sql[] {
	const { actor, action, object_type, object_id, design_id, target_id, since, until } = filter;
	const where: Prisma.Sql[] = [];
	if (actor !== undefined) where.push(actedBy(actor.trim()));
	if (action !== undefined) where.push(Prisma.sql`audit_events.action = ${action}`);
	if (object_type !== undefined) where.push(Prisma.sql`audit_events.object_type = ${object_type}`);
	if (object_id !== undefined) where.push(Prisma.sql`audit_events.object_id = ${object_id}::uuid`);
	if (design_id !== undefined) where.push(Prisma.sql`audit_events.design_id = ${design_id}::uuid`);
	if (target_id !== undefined) where.push(Prisma.sql`audit_events.target_id = ${target_id}::uuid`);
	if (since !== undefined) where.push(Prisma.sql`audit_events.at >= ${new Date(since)}`);
	if (until !== undefined) where.push(Prisma.sql`audit_events.at < ${new Date(until)}`);
	return where;
}

function actedBy(actor: string): Prisma.Sql {
	if (GUID.test(actor)) return Prisma.sql`audit_events.actor_id = ${actor}::uuid`;
	// System actors have a name and no id.
	if (!actor.includes("@")) return Prisma.sql`audit_events.actor_id IS NULL AND audit_events.actor_label = ${actor}`;
	return Prisma.sql`audit_events.actor_id = ANY (ARRAY(SELECT u.id FROM users u WHERE u.email_key = ${emailKey(actor)}))`;
}
