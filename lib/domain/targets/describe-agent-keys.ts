import { type AgentKey, agentKey } from "@/lib/contract/target";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { AgentKey as AgentKeyRecord } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/** Agent keys in the API's form, without hash and value. */
export async function describeAgentKeys(db: Transaction, records: readonly AgentKeyRecord[]): Promise<AgentKey[]> {
	const creators = await db.user.findMany({
		where: { id: { in: records.flatMap(({ created_by_id: createdById }) => createdById ?? []) } },
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
	return records.map((record) =>
		rowOf(agentKey, record, {
			...created(record.created_by_id),
		}),
	);
}
