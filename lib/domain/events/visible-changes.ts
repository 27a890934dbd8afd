import type { ChangeEvent, EventType } from "@/lib/contract/event";
import {
	administeredTargets,
	directlyVisibleDesigns,
	mayAdministerTarget,
	namesCaller,
	usableSources,
	visibleBuilds,
	visibleDeploymentRecords,
	visibleDesigns,
	visibleTargets,
} from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Attributes, Change } from "./change";
import type { Query } from "./read-changes";

/** A change as sent to one caller. */
export interface VisibleChange {
	readonly change: Change;
	readonly event: ChangeEvent;
}

/**
 * Filters changes for a caller: objects that they see, and objects that became invisible to them,
 * without a revision. One query by the rules of the access module.
 */
export async function visibleChanges(
	query: Query,
	principal: Principal,
	changes: readonly Change[],
): Promise<VisibleChange[]> {
	const visibleIn = await visibleKeys(query, now(principal, changes), before(principal, changes));
	return changes.flatMap((change) => {
		const key = `${change.type} ${change.objectId}`;
		const visible = visibleIn.now.has(key);
		const gone =
			visibleIn.before.has(key) ||
			change.attributes.some((attributes) => wasTheirs(principal, change.type, attributes));
		if (!visible && !gone) return [];
		const { type, objectId: id, revision } = change;
		return [{ change, event: { type, id, revision: visible ? revision : null } }];
	});
}

async function visibleKeys(query: Query, current: Prisma.Sql[], past: Prisma.Sql[]) {
	const parts = [
		...current.map((part) => Prisma.sql`SELECT 'now' AS at, type, id FROM (${part}) AS n`),
		...past.map((part) => Prisma.sql`SELECT 'before' AS at, type, id FROM (${part}) AS p`),
	];
	const rows =
		parts.length === 0
			? []
			: await query<{ at: "now" | "before"; type: string; id: string }>(Prisma.join(parts, " UNION ALL "));
	const keys = (at: "now" | "before") =>
		new Set(rows.filter((row) => row.at === at).map(({ type, id }) => `${type} ${id}`));
	return { now: keys("now"), before: keys("before") };
}

/** Queries for the changed objects that the caller sees now. */
function now(principal: Principal, changes: readonly Change[]): Prisma.Sql[] {
	const deployments = Prisma.sql`deployments`;
	const targets = Prisma.sql`targets`;
	const filters: Record<EventType, { from: Prisma.Sql; id: Prisma.Sql; where: Prisma.Sql }> = {
		design: { from: Prisma.sql`designs`, id: Prisma.sql`designs.id`, where: visibleDesigns(principal) },
		build: {
			from: Prisma.sql`builds JOIN designs ON designs.id = builds.design_id`,
			id: Prisma.sql`builds.id`,
			where: visibleBuilds(principal),
		},
		deployment: { from: deployments, id: Prisma.sql`deployments.id`, where: visibleDeploymentRecords(principal) },
		deployment_agents: {
			from: deployments,
			id: Prisma.sql`deployments.id`,
			where: visibleDeploymentRecords(principal),
		},
		comment: { from: deployments, id: Prisma.sql`deployments.id`, where: visibleDeploymentRecords(principal) },
		schedule: { from: deployments, id: Prisma.sql`deployments.id`, where: visibleDeploymentRecords(principal) },
		target: { from: targets, id: Prisma.sql`targets.id`, where: visibleTargets(principal) },
		target_agents: { from: targets, id: Prisma.sql`targets.id`, where: administeredTargets(principal) },
		inventory_source: {
			from: Prisma.sql`inventory_sources`,
			id: Prisma.sql`inventory_sources.id`,
			where: usableSources(principal),
		},
		inbox: { from: Prisma.sql`users u`, id: Prisma.sql`u.id`, where: Prisma.sql`u.id = ${principal.userId}::uuid` },
	};
	return [...new Set(changes.map(({ type }) => type))].map((type) => {
		const { from, id, where } = filters[type];
		const ids = changes.filter((change) => change.type === type).map(({ objectId }) => objectId);
		return Prisma.sql`SELECT ${type}::text AS type, ${id} AS id FROM ${from} WHERE ${id} = ANY (${ids}::uuid[]) AND ${where}`;
	});
}

/** Queries for the changed objects that the caller saw before, by their earlier attributes. */
function before(principal: Principal, changes: readonly Change[]): Prisma.Sql[] {
	const attributesOf = (type: EventType, deciding: string) =>
		JSON.stringify(
			changes
				.filter((change) => change.type === type)
				.flatMap((change) =>
					change.attributes.filter((entry) => deciding in entry).map((entry) => ({ id: change.objectId, ...entry })),
				),
		);
	const designs = attributesOf("design", "owner_id");
	const deployments = attributesOf("deployment", "status");
	return [
		...(designs === "[]"
			? []
			: [
					Prisma.sql`SELECT 'design' AS type, designs.id
						FROM jsonb_to_recordset(${designs}::jsonb) AS designs(id uuid, owner_id uuid, owner_org_id uuid)
						WHERE ${directlyVisibleDesigns(principal)}`,
				]),
		...(deployments === "[]"
			? []
			: [
					Prisma.sql`SELECT 'deployment' AS type, deployments.id
						FROM jsonb_to_recordset(${deployments}::jsonb) AS deployments(id uuid, status "DeploymentStatus", design_id uuid,
							requester_id uuid, requester_org_id uuid, owner_id uuid, owner_org_id uuid, target_org_id uuid)
						WHERE ${visibleDeploymentRecords(principal)}`,
				]),
	];
}

/** Whether a removed relation was the caller's: collaboration, target, acceptance, or grant. */
function wasTheirs(principal: Principal, type: EventType, attributes: Attributes): boolean {
	const { user_id: userId = null, organization_id: organizationId = null, accepted_id: acceptedId = null } = attributes;
	if (type === "target" && organizationId !== null)
		return mayAdministerTarget(principal, { organization_id: organizationId });
	return namesCaller(principal, { user_id: userId, organization_id: organizationId ?? acceptedId });
}
