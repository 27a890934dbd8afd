import type { PersonRef } from "@/lib/contract/person-ref";
import { actorWords } from "@/lib/contract/sentences/actor-words";
import { loadPeople } from "@/lib/domain/access/load-people";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/** The newest audit event of an object, for an error that a change by another person causes. */
export interface LastChange {
	readonly at: Date;
	readonly action: string;
	/** E-mail, rule or part of the service. */
	readonly actor: string;
	readonly person: PersonRef | null;
	/** The actor within a sentence: by name where one is known. */
	readonly words: string;
}

/** Null where nothing is known. */
export async function findLastChange(db: Transaction, where: Prisma.AuditEventWhereInput): Promise<LastChange | null> {
	const event = await db.auditEvent.findFirst({
		where,
		orderBy: { id: "desc" },
		select: { actor_label: true, actor_id: true, credential: true, at: true, action: true },
	});
	if (event === null) return null;
	const { actor_label: actor, actor_id: actorId, credential, at, action } = event;
	const person = (await loadPeople(db, [actorId])).get(actorId ?? "") ?? null;
	return { at, action, actor, person, words: actorWords({ actor, actor_person: person, credential }) };
}
