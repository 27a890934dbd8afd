import type { AuditEvent } from "@/lib/contract/audit";
import type { PersonRef } from "@/lib/contract/person-ref";
import type { AuditEvent as AuditEventRecord } from "@/lib/generated/prisma/client";
import { asObject } from "@/lib/rules/documents/as-object";

/**
 * An audit event in the API's form; with the address only where the caller may see it.
 * @param people by id, the actors at least
 */
export function describeAuditEvent(
	event: AuditEventRecord,
	withAddress: boolean,
	people: ReadonlyMap<string, PersonRef>,
): AuditEvent {
	return {
		id: String(event.id),
		at: event.at.toISOString(),
		actor_id: event.actorId,
		actor: event.actorLabel,
		actor_person: people.get(event.actorId ?? "") ?? null,
		credential: event.credential,
		address: withAddress ? event.address : null,
		action: event.action,
		status_before: event.statusBefore,
		status_after: event.statusAfter,
		reason: event.reason,
		detail: asObject(event.detail) ?? null,
	};
}
