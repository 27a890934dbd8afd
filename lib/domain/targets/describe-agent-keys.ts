import type { AgentKey } from "@/lib/contract/target";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { AgentKey as AgentKeyRecord } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/** Agent keys in the API's form, without hash and value. */
export async function describeAgentKeys(db: Transaction, records: readonly AgentKeyRecord[]): Promise<AgentKey[]> {
	const creators = await db.user.findMany({
		where: { id: { in: records.flatMap(({ createdById }) => createdById ?? []) } },
		select: { ...namedPerson, email: true },
	});
	const byId = new Map(creators.map((creator) => [creator.id, creator]));
	const created = (by: string | null) => {
		const creator = byId.get(by ?? "");
		return {
			created_by: creator?.email ?? null,
			created_by_person: creator === undefined ? null : namePerson(creator),
		};
	};
	return records.map((record) => ({
		id: record.id,
		target_id: record.targetId,
		label: record.label,
		prefix: record.prefix,
		created_at: record.createdAt.toISOString(),
		...created(record.createdById),
		last_used_at: record.lastUsedAt?.toISOString() ?? null,
		revoked_at: record.revokedAt?.toISOString() ?? null,
	}));
}
