import { type Design, design as designSchema } from "@/lib/contract/design";
import {
	type DesignAttributes,
	designVisibility,
	visibleDeployments,
	visibleDesigns,
} from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { PageColumns } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { effectivePrice, priceCpmOf } from "@/lib/rules/price";
import { orderedSets, type ReadSet, readSets } from "./ordered-sets";

/** A design as one statement reads it, with amounts as text. */
export interface ReadDesign {
	readonly id: string;
	readonly name: string;
	readonly type: Design["type"];
	readonly status: Design["status"];
	readonly created_at: Date;
	readonly updated_at: Date;
	readonly external_build: boolean;
	readonly design_size: number;
	readonly most_recent_build_id: string | null;
	readonly owner_id: string;
	readonly owner_org_id: string;
	readonly ownerEmail: string;
	readonly price_cpm: string | null;
	readonly price_proximity_cpm: string | null;
	readonly price_audience_cpm: string | null;
	readonly activeBuilds: number;
	readonly sets: readonly ReadSet[] | null;
	readonly collaborators: readonly ReadCollaborator[] | null;
	/** The newest build on targets of the caller's organization; the date is in JSON's form. */
	readonly onTarget:
		| readonly [buildId: string, sets: readonly ReadSet[] | null, items: number, date: string, bytes: number]
		| null;
}

interface ReadCollaborator {
	/** Seconds since 1970. */
	readonly created_at: number;
	readonly id: string;
	readonly type: Design["collaborators"][number]["type"];
	readonly user_id: string | null;
	readonly organization_id: string | null;
	readonly label: string;
	readonly can_view: boolean;
	readonly can_edit: boolean;
}

/**
 * Columns of designs for {@link designRow}. `active_builds` counts visible builds
 * only. Sets and collaborators are unordered: see `readSets`.
 */
export const designColumns = (principal: Principal): PageColumns => ({
	from: Prisma.sql`designs JOIN organizations o ON o.id = designs.owner_org_id`,
	columns: Prisma.sql`designs.id, designs.name, designs.type::text AS type, designs.status::text AS status,
	designs.created_at, designs.updated_at, designs.external_build, designs.design_size,
	designs.most_recent_build_id, designs.owner_id, designs.owner_org_id,
	(SELECT u.email FROM users u WHERE u.id = designs.owner_id) AS "ownerEmail",
	designs.price_cpm::text AS price_cpm, o.price_proximity_cpm::text AS price_proximity_cpm, o.price_audience_cpm::text AS price_audience_cpm,
	(SELECT count(DISTINCT deployments.build_id)::int FROM deployments
		WHERE deployments.design_id = designs.id AND deployments.status = 'activated'
			AND ${visibleDeployments(principal, "deployments", "per row")}) AS "activeBuilds",
	${readSets("design_sets", Prisma.sql`designs.id`)} AS sets,
	(SELECT json_agg(json_build_object('created_at', extract(epoch FROM c.created_at), 'id', c.id, 'type', c.type, 'user_id', c.user_id,
			'organization_id', c.organization_id, 'label', COALESCE((SELECT cu.email FROM users cu WHERE cu.id = c.user_id),
			(SELECT co.name FROM organizations co WHERE co.id = c.organization_id), ''), 'can_view', c.can_view, 'can_edit', c.can_edit))
		FROM design_collaborators c WHERE c.design_id = designs.id) AS collaborators,
	${principal.role === "administrator" ? onTargetOf(principal) : Prisma.sql`NULL::json`} AS "onTarget"`,
});

/**
 * The size is that of the draft: geofences; of an audience, whose conditions no build keeps, sets.
 */
const onTargetOf = (
	principal: Principal,
) => Prisma.sql`CASE WHEN designs.owner_org_id <> ${principal.organizationId}::uuid THEN (
		SELECT json_build_array(design_targets.build_id, ${readSets("build_sets", Prisma.sql`design_targets.build_id`)},
			(SELECT CASE WHEN design_targets.type = 'proximity' THEN COALESCE(sum(s.item_count), 0) ELSE count(*) END
				FROM build_sets s WHERE s.build_id = design_targets.build_id), design_targets.build_date, design_targets.build_size)
		FROM design_targets
		WHERE design_targets.design_id = designs.id AND design_targets.target_org_id = ${principal.organizationId}::uuid) END`;

/** Reads the contract's row of a design with one statement; null unless the caller sees it. */
export async function findDesignRow(db: Transaction, principal: Principal, designId: string): Promise<Design | null> {
	const [row] = await rowsWhere(
		db,
		principal,
		Prisma.sql`designs.id = ${designId}::uuid AND ${visibleDesigns(principal, "per row")}`,
	);
	return row ?? null;
}

/** Reads the contract's rows of visible designs with one statement, in the order of the ids. */
export async function loadDesignRows(db: Transaction, principal: Principal, ids: readonly string[]): Promise<Design[]> {
	if (ids.length === 0) return [];
	const rows = await rowsWhere(db, principal, Prisma.sql`designs.id = ANY (${[...ids]}::uuid[])`);
	const byId = new Map(rows.map((row) => [row.id, row]));
	return ids.flatMap((id) => byId.get(id) ?? []);
}

async function rowsWhere(db: Transaction, principal: Principal, condition: Prisma.Sql): Promise<Design[]> {
	const { columns, from } = designColumns(principal);
	const found = await db.$rows<ReadDesign>(Prisma.sql`SELECT ${columns} FROM ${from} WHERE ${condition}`);
	return found.map((design) => designRow(principal, design));
}

/** The attributes of a design, as a list reads it, that decide about access. */
export function attributesOfRead(design: ReadDesign): DesignAttributes {
	return { ...design, collaborators: design.collaborators ?? [], targetOrganizationIds: [] };
}

/** The contract's row of a design that was read by {@link designColumns}. */
export function designRow(principal: Principal, design: ReadDesign): Design {
	const collaborators = inOrder(design.collaborators ?? []);
	const direct = designVisibility(principal, attributesOfRead(design)) === "direct";
	// Through a target only the deployed builds are visible, not the draft.
	const [build, readOfSets, size] = direct
		? [design.most_recent_build_id, design.sets, design.design_size]
		: (design.onTarget ?? [null, null, 0]);
	const sets = orderedSets(readOfSets);
	const price = effectivePrice(design, design);
	return rowOf(designSchema, design, {
		design_size: size,
		most_recent_build: build,
		owner_name: design.ownerEmail,
		price_cpm: priceCpmOf(price),
		active_builds: design.activeBuilds,
		is_shared_to_current_user: collaborators.some((entry) => entry.user_id === principal.userId),
		is_shared_to_current_org:
			collaborators.some((entry) => entry.organization_id === principal.organizationId) ||
			(design.owner_org_id === principal.organizationId && principal.membersSee === "all"),
		sets,
		set_ids: sets.map((set) => set.set_id),
		collaborators: direct ? collaborators.map(collaboratorRow) : [],
	});
}

function inOrder(collaborators: readonly ReadCollaborator[]): ReadCollaborator[] {
	return collaborators.toSorted((one, other) => one.created_at - other.created_at || (one.id < other.id ? -1 : 1));
}

function collaboratorRow(entry: ReadCollaborator): Design["collaborators"][number] {
	return {
		type: entry.type,
		id: entry.user_id ?? entry.organization_id ?? "",
		label: entry.label,
		permissions: { view: entry.can_view || entry.can_edit, edit: entry.can_edit },
	};
}
