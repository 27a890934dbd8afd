import { AUDIT_OBJECT_TYPES, type AuditObjectType, type AuditRecord } from "@/lib/contract/audit";
import { mayKnowAddress, namedDesigns, visibleDeploymentRecords } from "@/lib/domain/access/access";
import { loadPeople } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { describeAuditEvent } from "./describe-audit-event";

/**
 * Sources of object names. A reader of an event may have lost access since, so a design's current
 * name is only shown to callers that see it or a deployment of it.
 */
function namesFor(principal: Principal): Record<AuditObjectType, Prisma.Sql> {
	const visible = namedDesigns(principal);
	return {
		design: Prisma.sql`SELECT designs.id, designs.name FROM designs WHERE ${visible}`,
		build: Prisma.sql`SELECT builds.id, builds.name FROM builds JOIN designs ON designs.id = builds.design_id WHERE ${visible}`,
		deployment: Prisma.sql`SELECT deployments.id, designs.name FROM deployments JOIN designs ON designs.id = deployments.design_id
			WHERE ${visibleDeploymentRecords(principal, "per row")}`,
		target: Prisma.sql`SELECT id, name FROM targets`,
		inventory_source: Prisma.sql`SELECT id, name FROM inventory_sources`,
		organization: Prisma.sql`SELECT id, name FROM organizations`,
		user: Prisma.sql`SELECT id, email AS name FROM users`,
		api_key: Prisma.sql`SELECT id, label AS name FROM api_keys`,
		agent_key: Prisma.sql`SELECT id, label AS name FROM agent_keys`,
		service: Prisma.sql`SELECT NULL::uuid AS id, NULL::text AS name WHERE FALSE`,
		place_category: Prisma.sql`SELECT id, name FROM place_categories`,
		poi_release: Prisma.sql`SELECT id, name FROM poi_releases`,
		webhook: Prisma.sql`SELECT id, COALESCE(NULLIF(description, ''), left(id::text, 8)) AS name FROM webhooks`,
	};
}

/** Loads audit events with the names of their objects, newest first, in three queries. */
export async function loadAuditRecords(
	db: Transaction,
	principal: Principal,
	ids: readonly bigint[],
): Promise<AuditRecord[]> {
	if (ids.length === 0) return [];
	const events = await db.auditEvent.findMany({ where: { id: { in: [...ids] } }, orderBy: { id: "desc" } });
	const typeOf = (type: string) => AUDIT_OBJECT_TYPES.find((known) => known === type);
	const wanted: Record<AuditObjectType, Set<string>> = {
		design: new Set(events.flatMap(({ design_id: designId }) => designId ?? [])),
		target: new Set(events.flatMap(({ target_id: targetId }) => targetId ?? [])),
		build: new Set(),
		deployment: new Set(),
		inventory_source: new Set(),
		organization: new Set(),
		user: new Set(),
		api_key: new Set(),
		agent_key: new Set(),
		service: new Set(),
		webhook: new Set(),
		place_category: new Set(),
		poi_release: new Set(),
	};
	for (const { object_type: objectType, object_id: objectId } of events) {
		const type = typeOf(objectType);
		if (type !== undefined) wanted[type].add(objectId);
	}
	const names = await loadNames(db, principal, wanted);
	const people = await loadPeople(
		db,
		events.map(({ actor_id: actorId }) => actorId),
	);
	return events.flatMap((event) => {
		const type = typeOf(event.object_type);
		if (type === undefined) return [];
		return {
			...describeAuditEvent(event, mayKnowAddress(principal, event), people),
			object_type: type,
			object_id: event.object_id,
			object_name: names.get(`${type} ${event.object_id}`) ?? null,
			design_id: event.design_id,
			design_name: names.get(`design ${event.design_id}`) ?? null,
			target_id: event.target_id,
			target_name: names.get(`target ${event.target_id}`) ?? null,
		};
	});
}

async function loadNames(
	db: Transaction,
	principal: Principal,
	wanted: Record<AuditObjectType, ReadonlySet<string>>,
): Promise<Map<string, string>> {
	const names = namesFor(principal);
	const parts = AUDIT_OBJECT_TYPES.filter((type) => wanted[type].size > 0).map(
		(type) => Prisma.sql`SELECT ${type}::text AS type, n.id, n.name FROM (${names[type]}) AS n
			WHERE n.id = ANY (${[...wanted[type]]}::uuid[])`,
	);
	const rows =
		parts.length === 0
			? []
			: await db.$queryRaw<{ type: string; id: string; name: string }[]>(Prisma.join(parts, " UNION ALL "));
	return new Map(rows.map(({ type, id, name }) => [`${type} ${id}`, name]));
}
