import { NOTICES, type NoticeKind } from "@/lib/contract/events/events";
import type { InboxItem } from "@/lib/contract/inbox";
import type { PersonRef } from "@/lib/contract/person-ref";
import { actorWords } from "@/lib/contract/sentences/actor-words";
import { describeInboxItem } from "@/lib/contract/sentences/inbox-item";
import type { InboxFacts, InboxReader } from "@/lib/contract/sentences/inbox-subject";
import {
	administeredTargets,
	administers,
	namedDesigns,
	seesColleagues,
	visibleDeploymentRecords,
} from "@/lib/domain/access/access";
import { loadPeople } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { type InboxItem as ItemRecord, Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { loadOpenRequests } from "./open-requests";

/**
 * Words items for their reader, in the order given. Access is decided now: the words do not name
 * objects that the reader no longer sees.
 */
export async function describeItems(
	db: Transaction,
	principal: Principal,
	items: readonly ItemRecord[],
): Promise<InboxItem[]> {
	if (items.length === 0) return [];
	const ids = items.map(({ id }) => id);
	const visible = await db.$queryRaw<{ id: bigint; actor_id: string | null; credential: string | null }[]>`
		SELECT i.id, e.actor_id, e.credential
		FROM inbox_items i LEFT JOIN audit_events e ON e.id = i.event_id WHERE i.id = ANY (${ids}::bigint[]) AND ${visibleItems(principal)}`;
	const actors = new Map(visible.map((row) => [row.id, row]));
	const open = await loadOpenRequests(db, items);
	const people = await loadPeople(
		db,
		visible.map(({ actor_id: actorId }) => actorId),
	);
	return items.flatMap((item) => {
		const kind = kindOf(item.kind);
		const { actor_id: actorId = null, credential = null } = actors.get(item.id) ?? {};
		const person = people.get(actorId ?? "") ?? null;
		return kind === undefined
			? []
			: [describeItem(item, kind, { visible: actors.has(item.id), open: open.get(item.id) }, { person, credential })];
	});
}

/**
 * Items (alias `i`) whose objects the caller sees. A deleted deployment or design is named to the
 * people of its former organizations, and to its former owner.
 */
function visibleItems(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	const organization = Prisma.sql`${principal.organizationId}`;
	const onTheirTarget = administers(principal)
		? Prisma.sql`i.facts->>'target_org_id' = ${organization}`
		: Prisma.sql`FALSE`;
	const formerlySeen = seesColleagues(principal)
		? Prisma.sql`i.facts->>'design_org_id' = ${organization}`
		: Prisma.sql`i.facts->>'design_owner_id' = ${principal.userId}`;
	return Prisma.sql`CASE WHEN i.kind = 'webhook.paused' THEN ${administers(principal)}::boolean
		WHEN EXISTS (SELECT FROM deployments WHERE deployments.id = i.deployment_id)
			THEN EXISTS (SELECT FROM deployments WHERE deployments.id = i.deployment_id AND ${visibleDeploymentRecords(principal, "per row")})
		WHEN i.design_id IS NOT NULL THEN ${onTheirTarget}
			OR EXISTS (SELECT FROM designs WHERE designs.id = i.design_id AND ${namedDesigns(principal)})
			OR (${formerlySeen} AND NOT EXISTS (SELECT FROM designs WHERE designs.id = i.design_id))
		WHEN i.target_id IS NOT NULL THEN EXISTS (SELECT FROM targets WHERE targets.id = i.target_id AND ${administeredTargets(principal)})
		ELSE FALSE END`;
}

interface Acting {
	readonly person: PersonRef | null;
	readonly credential: string | null;
}

/** The label of a rule's act names the rule as well. */
function whoOf(who: string | null, { person, credential }: Acting): Pick<InboxItem, "who" | "who_person"> {
	if (who === null || credential !== "rule") return { who, who_person: who === null ? null : person };
	return { who: actorWords({ actor: who, actor_person: person, credential }), who_person: null };
}

interface Present {
	readonly visible: boolean;
	/** {@link loadOpenRequests} */
	readonly open: string[] | undefined;
}

function describeItem(item: ItemRecord, kind: NoticeKind, { visible, open }: Present, acting: Acting): InboxItem {
	const { design_id: designId, build_id: buildId, deployment_id: deploymentId, target_id: targetId } = item;
	const at = item.at.toISOString();
	// The columns are written by the inbox's sink alone.
	const [reader, facts] = [item.reader as InboxReader, item.facts as unknown as InboxFacts];
	const { when: _, ...text } = describeInboxItem({
		kind,
		reader,
		at,
		design_id: designId,
		deployment_id: deploymentId,
		target_id: targetId,
		facts,
		name: acting.credential === "rule" ? whoOf(facts.by, acting).who : (acting.person?.name ?? null),
		...(open === undefined ? {} : { open }),
		visible,
	});
	const none = { design_id: null, build_id: null, deployment_id: null, target_id: null };
	// Several requests have their target in common.
	const joined = (facts.requests?.length ?? 0) > 1;
	const objects = joined
		? { ...none, target_id: targetId }
		: { design_id: designId, build_id: buildId, deployment_id: deploymentId, target_id: targetId };
	return {
		id: String(item.id),
		kind,
		at,
		read_at: item.read_at?.toISOString() ?? null,
		...text,
		...whoOf(text.who, acting),
		...(visible ? objects : none),
	};
}

/** A newer version of the service may have written a kind that this one does not know. */
const kindOf = (kind: string): NoticeKind | undefined =>
	Object.hasOwn(NOTICES, kind) ? (kind as NoticeKind) : undefined;
