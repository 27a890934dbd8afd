import type { AgentKey } from "@/lib/contract/target";
import type { AgentKey as AgentKeyRecord } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/** Agent keys in the API's form, without hash and value. */
export async function describeAgentKeys(db: Transaction, records: readonly AgentKeyRecord[]): Promise<AgentKey[]> {
	const creators = await db.user.findMany({
		where: { id: { in: records.flatMap(({ createdById }) => createdById ?? []) } },
		select: { id: true, email: true },
	});
	const emails = new Map(creators.map(({ id, email }) => [id, email]));
	return records.map((record) => ({
		id: record.id,
		target_id: record.targetId,
		label: record.label,
		prefix: record.prefix,
		created_at: record.createdAt.toISOString(),
		created_by: emails.get(record.createdById ?? "") ?? null,
		last_used_at: record.lastUsedAt?.toISOString() ?? null,
		revoked_at: record.revokedAt?.toISOString() ?? null,
	}));
}
