import type { AuditEvent } from "@/lib/contract/audit";
import type { AuditEvent as AuditEventRecord } from "@/lib/generated/prisma/client";
import { asObject } from "@/lib/rules/documents/as-object";

/** An audit event in the API's form; with the address only where the caller may see it. */
export function describeAuditEvent(event: AuditEventRecord, withAddress: boolean): AuditEvent {
	return {
		id: String(event.id),
		at: event.at.toISOString(),
		actor_id: event.actorId,
		actor: event.actorLabel,
		credential: event.credential,
		address: withAddress ? event.address : null,
		action: event.action,
		status_before: event.statusBefore,
		status_after: event.statusAfter,
		reason: event.reason,
		detail: asObject(event.detail) ?? null,
	};
}
