import type { AuditEntry } from "./record-event";

/** The id of the service itself in audit events. */
export const SERVICE_ID = "00000000-0000-0000-0000-000000000000";

/** An audit event about the service itself, which operators read. */
export const serviceEvent = (
	action: "accept_audit_head" | "disk_low" | "job_failed" | "remove_audit_events",
	subject: string,
	reason: string,
): AuditEntry => ({
	action,
	object_type: "service",
	object_id: SERVICE_ID,
	reason,
	detail: { subject },
});
