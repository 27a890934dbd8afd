import { createHash } from "node:crypto";
import { Prisma } from "@/lib/generated/prisma/client";

/**
 * SHA-256 of the fields of event `e` that never change: all but its texts. `design_org_id` is left
 * out: it is a copy that follows the design.
 */
export const eventDigest = Prisma.sql`sha256(convert_to(jsonb_build_array(e.id, (extract(epoch FROM e.at) * 1000)::bigint,
	e.actor_id, e.credential, e.credential_id, e.action, e.object_type, e.object_id, e.organization_id, e.design_id, e.target_id,
	e.status_before, e.status_after)::text, 'UTF8'))`;

/**
 * SHA-256 of the texts of the event `e`, which an erasure may rewrite. The function
 * `audit_text_digest` of the database makes the same one.
 */
export const textDigest = Prisma.sql`sha256(e.salt || convert_to(jsonb_build_array(e.actor_label, e.address, e.request_id,
	e.reason, e.detail)::text, 'UTF8'))`;

/** An event's hash: over the one before it, the event, and its texts as they were first. */
export function linkHash(before: Uint8Array, event: Uint8Array, texts: Uint8Array): Uint8Array {
	return createHash("sha256").update(before).update(event).update(texts).digest();
}
