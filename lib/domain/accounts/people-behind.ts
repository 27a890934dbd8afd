import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/**
 * The people who may have acted with a credential (docs/contract.md, Roles and rights). First its
 * user, then everybody that has seen the secret, each with the people behind the credential used:
 * - of an API key, its issuer and the people that regenerated it; only the last of them where the
 *   earlier value ended at once and gave no access tokens
 * - of an access token, the people behind the keys by which its organization gets tokens
 * - of a session, the issuers of links by which its user set a password in the 7 days before it
 * - of a rule, a schedule or a design's automation, the people behind the credential that set it
 */
export async function peopleBehind(
	db: Transaction,
	{ userId, organizationId, credential, session }: Principal,
): Promise<readonly string[]> {
	const keyId = credential.kind === "api_key" ? credential.id : null;
	const sessionId = session?.id ?? null;
	const ruleId = credential.kind === "rule" ? credential.id : null;
	const scheduleId = credential.kind === "schedule" ? credential.id : null;
	const tokenOrgId = credential.kind === "access_token" ? organizationId : null;
	if ([keyId, sessionId, ruleId, scheduleId, tokenOrgId].every((id) => id === null)) return [userId];
	const found = await db.$rows<{ id: string }>(Prisma.sql`
		SELECT k.issued_by_id AS id FROM api_keys k WHERE k.id = ${keyId}::uuid
		UNION SELECT l.issued_by_id FROM sign_in_links l JOIN sessions s ON s.user_id = l.user_id
			WHERE s.id = ${sessionId}::uuid AND l.issued_by_id IS NOT NULL
				AND l.used_at BETWEEN s.created_at - interval '7 days' AND s.created_at
		UNION SELECT unnest(k.voucher_ids) FROM api_keys k WHERE k.id = ${keyId}::uuid
		UNION SELECT unnest(k.voucher_ids || k.issued_by_id || k.user_id) FROM api_keys k
			JOIN users ON users.id = k.user_id AND users.organization_id = ${tokenOrgId}::uuid
			JOIN access_tokens t ON t.user_id = ${userId}::uuid
			WHERE 'tokens' = ANY (k.scopes) AND (k.revoked_at IS NULL OR k.revoked_at > t.issued_at)
		UNION SELECT unnest(l.voucher_ids) FROM sign_in_links l JOIN sessions s ON s.user_id = l.user_id
			WHERE s.id = ${sessionId}::uuid AND l.used_at BETWEEN s.created_at - interval '7 days' AND s.created_at
		UNION SELECT unnest(r.voucher_ids) FROM activation_rules r WHERE r.id = ${ruleId}::uuid
		UNION SELECT unnest(a.voucher_ids) FROM design_automations a WHERE a.design_id = ${ruleId}::uuid
		UNION SELECT unnest(s.voucher_ids) FROM deployment_schedules s WHERE s.id = ${scheduleId}::uuid`);
	return [userId, ...found.map(({ id }) => id).filter((id) => id !== userId)];
}
