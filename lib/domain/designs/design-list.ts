import type { DesignSort, ListDesignRows } from "@/lib/contract/design-list";
import {
	anySharedDesign,
	directGrounds,
	directlyVisibleDesigns,
	onTargetAlone,
	throughTarget,
	visibleDeployments,
	visibleDesignParts,
} from "@/lib/domain/access/access";
import { type Counted, partsOf } from "@/lib/domain/access/grounds";
import type { Principal } from "@/lib/domain/access/principal";
import { defineList, type Request, type Rows, unorderedPart } from "@/lib/domain/lists/define-list";
import { DesignStatus, DesignType, Prisma } from "@/lib/generated/prisma/client";
import { hasStaleData } from "./load-design-data";

type DesignFilter = ListDesignRows & { sort: DesignSort };

/** The newest build of a design that the caller sees. */
interface Columns {
	readonly date: Prisma.Sql;
	readonly size: Prisma.Sql;
	/** The condition for designs with such a build, where not all have one. */
	readonly built?: Prisma.Sql;
	/** Whether the caller sees the design itself, with its visibility tags. */
	readonly direct: boolean;
}

const DIRECT: Columns = {
	date: Prisma.sql`designs.last_build_date`,
	size: Prisma.sql`designs.last_build_size`,
	built: Prisma.sql`designs.most_recent_build_id IS NOT NULL`,
	direct: true,
};

/** The list of visible designs, with and without `detail=true`. */
export const designList = defineList<DesignFilter, Columns>({
	alias: "designs",
	rows: (request) => {
		const { principal, inOrder, filter } = request;
		const byBuild = filter.sort === "last_build_date" || filter.sort === "last_build_size";
		const searched = filter.q !== undefined || filter.visibility !== undefined;
		if (!inOrder || byBuild || searched || filter.stale_data !== undefined)
			return [...directRows(request), ...rowsThroughTarget(request)];
		return visibleDesignParts(principal).map((part) => ({
			...part,
			from: Prisma.sql`designs`,
			skewed: part.counted?.list === "design_targets",
			columns: DIRECT,
		}));
	},
	filters: {
		owner: { where: (owner) => Prisma.sql`designs.owner_id = ${owner}::uuid` },
		owner_org_id: {
			where: (organization) => Prisma.sql`designs.owner_org_id = ${organization}::uuid`,
			counted: (organization) => Prisma.sql`list_counts.owner_org_id = ${organization}::uuid`,
		},
		type: typeFilter("designs"),
		visibility: {
			where: (tags, _, { direct }) => (direct ? visibilityCondition(tags) : Prisma.sql`FALSE`),
			unknownSelectivity: () => true,
		},
		status: {
			where: (statuses) =>
				anyStatus(
					"designs",
					statuses.map((status) => DesignStatus[status]),
				),
			counted: (statuses, list) =>
				list === "designs"
					? anyStatus(
							"list_counts",
							statuses.map((status) => DesignStatus[status]),
						)
					: null,
			inlined: true,
		},
		mine: {
			where: (mine, { principal }) =>
				Prisma.sql`designs.owner_id ${mine ? Prisma.sql`=` : Prisma.sql`<>`} ${principal.userId}::uuid`,
		},
		shared: {
			where: (shared, { principal }) =>
				shared === "with_me"
					? Prisma.sql`designs.id = ${anySharedDesign(principal)}`
					: Prisma.sql`designs.owner_id = ${principal.userId}::uuid
						AND EXISTS (SELECT 1 FROM design_collaborators c WHERE c.design_id = designs.id)`,
		},
		live: {
			where: (live, { principal }) => {
				const condition = Prisma.sql`EXISTS (SELECT 1 FROM deployments
					WHERE deployments.design_id = designs.id AND deployments.status = 'activated' AND ${visibleDeployments(principal)})`;
				return live ? condition : Prisma.sql`NOT ${condition}`;
			},
		},
		stale_data: {
			// A caller who sees a design through a target alone does not see its data.
			where: (stale, _, { direct }) =>
				direct ? Prisma.sql`${stale ? Prisma.empty : Prisma.sql`NOT`} ${hasStaleData}` : Prisma.sql`FALSE`,
		},
	},
	sorts: {
		updated_at: { by: () => Prisma.sql`designs.updated_at` },
		name: { by: () => Prisma.sql`lower(designs.name) COLLATE "C"` },
		last_build_date: { by: ({ date }) => date, present: ({ built }) => built, type: Prisma.sql`timestamptz` },
		last_build_size: { by: ({ size }) => size, present: ({ built }) => built, type: Prisma.sql`bigint` },
	},
	defaultSort: "updated_at",
});

function directRows({ principal, inOrder }: Request<DesignFilter>): Rows<Columns>[] {
	const [onTarget] = throughTarget(principal);
	const parts = inOrder
		? partsOf(directGrounds(principal))
		: [unorderedPart(directlyVisibleDesigns(principal, "per row"))];
	return parts.map((part) => ({
		...part,
		from: Prisma.sql`designs`,
		...(part.personal && onTarget?.counted
			? { countedElsewhere: { list: onTarget.counted.list, where: onTarget.where } }
			: {}),
		columns: DIRECT,
	}));
}

/**
 * Rows that administrators see through their targets alone. Their newest build there decides
 * search, order and size.
 */
function rowsThroughTarget({ principal }: Request<DesignFilter>): Rows<Columns>[] {
	const [ground] = throughTarget(principal);
	if (ground?.counted === undefined) return [];
	return [
		{
			from: Prisma.sql`design_targets JOIN designs ON designs.id = design_targets.design_id`,
			where: onTargetAlone(principal),
			search: { alias: "design_targets", organizationId: principal.organizationId },
			personal: false,
			counted: countedOnTargetAlone(principal, ground.counted),
			skewed: true,
			columns: {
				date: Prisma.sql`design_targets.build_date`,
				size: Prisma.sql`design_targets.build_size`,
				direct: false,
			},
		},
	];
}

/** The counter of designs of other organizations on the caller's targets. */
export function countedOnTargetAlone(principal: Principal, { list, where }: Counted): Counted {
	return { list, where: Prisma.sql`${where} AND list_counts.owner_org_id <> ${principal.organizationId}::uuid` };
}

/**
 * Filter by design type, of rows and counters alike. Literals let a generic plan know the values.
 */
export function typeFilter(alias: "designs" | "deployments") {
	const is = (column: "designs" | "deployments" | "list_counts", type: DesignType) =>
		Prisma.raw(`${column}.type = '${DesignType[type]}'`);
	return {
		where: (type: DesignType) => is(alias, type),
		counted: (type: DesignType) => is("list_counts", type),
		inlined: true,
	} as const;
}

/**
 * Statuses as literals, which a generic plan knows. A single one is an equation, which an index on
 * status and sort column serves.
 */
export function anyStatus(alias: "designs" | "deployments" | "list_counts", statuses: readonly string[]): Prisma.Sql {
	const [only, ...others] = statuses;
	if (only === undefined) return Prisma.sql`FALSE`;
	if (others.length === 0) return Prisma.raw(`${alias}.status = '${only}'`);
	return Prisma.raw(`${alias}.status IN (${statuses.map((status) => `'${status}'`).join(", ")})`);
}

/**
 * Matches designs with at least one of the tags; an empty list matches none (docs/contract.md,
 * Visibility tags).
 */
export function visibilityCondition(tags: readonly string[]): Prisma.Sql {
	return Prisma.sql`designs.visibility_tags && ${[...tags]}::text[]`;
}
