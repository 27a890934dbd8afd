import { type AuditEvent, auditEvent } from "@/lib/contract/audit";
import type { PersonRef } from "@/lib/contract/person-ref";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { AuditEvent as AuditEventRecord } from "@/lib/generated/prisma/client";
import { asObject } from "@/lib/rules/documents/as-object";

/**
 * An audit event in the API's form; the address, and a rule's view of the target, are included only
 * where the caller may see them.
 * @param people by id, the actors at least
 */
export function describeAuditEvent(
	event: AuditEventRecord,
	withAddress: boolean,
	people: ReadonlyMap<string, PersonRef>,
): AuditEvent {
	return rowOf(auditEvent, event, {
		id: String(event.id),
		actor: event.actor_label,
		actor_person: people.get(event.actor_id ?? "") ?? null,
		address: withAddress ? event.address : null,
		detail: withAddress ? (asObject(event.detail) ?? null) : openDetail(event),
	});
}

/**
 * A rule's view names the target's memory, agents and other deployments: for its administrators
 * alone.
 */
function openDetail({ detail, credential }: AuditEventRecord): AuditEvent["detail"] {
	const known = asObject(detail) ?? null;
	if (known === null || credential !== "rule") return known;
	const { saw: _saw, rule_id: _rule, rule_revision: _revision, ...open } = known;
	return open;
}
