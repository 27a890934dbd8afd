import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/**
 * The people who may have decided with a credential (docs/contract.md, Roles and rights): its user,
 * first, and those who were shown the secret. An API key has its issuer and whoever regenerated it;
 * a session the issuers of links by which its user set a password in the 7 days before it began;
 * each of them counts with those behind the credential that they issued it with; and a rule those
 * behind the credential with which its author wrote it or turned it on, as has a schedule.
 */
export async function peopleBehind(
	db: Transaction,
	{ userId, credential, session }: Principal,
): Promise<readonly string[]> {
	const keyId = credential.kind === "api_key" ? credential.id : null;
	const sessionId = session?.id ?? null;
	const ruleId = credential.kind === "rule" ? credential.id : null;
	const scheduleId = credential.kind === "schedule" ? credential.id : null;
	if ([keyId, sessionId, ruleId, scheduleId].every((id) => id === null)) return [userId];
	const found = await db.$rows<{ id: string }>(Prisma.sql`
		SELECT k.issued_by_id AS id FROM api_keys k WHERE k.id = ${keyId}::uuid
		UNION SELECT e.actor_id FROM audit_events e
			WHERE e.object_type = 'api_key' AND e.object_id = ${keyId}::uuid AND e.action = 'regenerate' AND e.actor_id IS NOT NULL
		UNION SELECT l.issued_by_id FROM sign_in_links l JOIN sessions s ON s.user_id = l.user_id
			WHERE s.id = ${sessionId}::uuid AND l.issued_by_id IS NOT NULL
				AND l.used_at BETWEEN s.created_at - interval '7 days' AND s.created_at
		UNION SELECT unnest(k.voucher_ids) FROM api_keys k WHERE k.id = ${keyId}::uuid
		UNION SELECT unnest(l.voucher_ids) FROM sign_in_links l JOIN sessions s ON s.user_id = l.user_id
			WHERE s.id = ${sessionId}::uuid AND l.used_at BETWEEN s.created_at - interval '7 days' AND s.created_at
		UNION SELECT unnest(r.voucher_ids) FROM activation_rules r WHERE r.id = ${ruleId}::uuid
		UNION SELECT unnest(s.voucher_ids) FROM deployment_schedules s WHERE s.id = ${scheduleId}::uuid`);
	return [userId, ...found.map(({ id }) => id).filter((id) => id !== userId)];
}
