import type { AuditEvent } from "@/lib/contract/audit";
import { auditEvent } from "@/lib/contract/audit";
import type { PersonRef } from "@/lib/contract/person-ref";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { AuditEvent as AuditEventRecord } from "@/lib/generated/prisma/client";
import { asObject } from "@/lib/rules/documents/as-object";

/**
 * An audit event in the API's form; with the address, and what a rule saw of the target, only where
 * the caller may see it.
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

/** What a rule saw is of the target: its memory, agents and other deployments. */
function openDetail({ detail, credential }: AuditEventRecord): AuditEvent["detail"] {
	const known = asObject(detail) ?? null;
	if (known === null || credential !== "rule") return known;
	const { saw: _saw, rule_id: _rule, rule_revision: _revision, ...open } = known;
	return open;
}
