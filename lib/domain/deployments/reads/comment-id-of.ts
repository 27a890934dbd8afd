import type { AuditEvent } from "@/lib/generated/prisma/client";
import { asObject } from "@/lib/rules/documents/as-object";

/** The id of the comment that an audit event is about; null where it is about none. */
export function commentIdOf(detail: AuditEvent["detail"]): bigint | null {
	const { comment_id: id } = asObject(detail) ?? {};
	return typeof id === "string" ? BigInt(id) : null;
}
