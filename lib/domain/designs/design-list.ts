import type { DesignSort, ListDesignRows } from "@/lib/contract/design-list";
import { anySharedDesign, visibleDeployments, visibleDesignParts, visibleDesigns } from "@/lib/domain/access/access";
import { allAtOnce, defineList } from "@/lib/domain/lists/define-list";
import { DesignStatus, DesignType, Prisma } from "@/lib/generated/prisma/client";

const BUILT = Prisma.sql`d.most_recent_build_id IS NOT NULL`;

/** The list of visible designs, with and without `detail=true`. */
export const designList = defineList<ListDesignRows & { sort: DesignSort }>({
	alias: "d",
	rows: ({ principal, inOrder }) =>
		(inOrder ? visibleDesignParts(principal) : [allAtOnce(visibleDesigns(principal, "one by one"))]).map((part) => ({
			...part,
			from: Prisma.sql`designs d`,
			uneven: part.counted?.list === "design_targets",
			columns: undefined,
		})),
	filters: {
		owner: { where: (owner) => Prisma.sql`d.owner_id = ${owner}::uuid` },
		owner_org_id: {
			where: (organization) => Prisma.sql`d.owner_org_id = ${organization}::uuid`,
			counted: (organization) => Prisma.sql`n.owner_org_id = ${organization}::uuid`,
		},
		type: typeFilter("d"),
		visibility: { where: (tags) => visibilityCondition(tags), unpredictable: () => true },
		status: {
			where: (statuses) =>
				anyStatus(
					"d",
					statuses.map((status) => DesignStatus[status]),
				),
			counted: (statuses, list) =>
				list === "designs"
					? anyStatus(
							"n",
							statuses.map((status) => DesignStatus[status]),
						)
					: null,
			inWords: true,
		},
		mine: {
			where: (mine, { principal }) =>
				Prisma.sql`d.owner_id ${mine ? Prisma.sql`=` : Prisma.sql`<>`} ${principal.userId}::uuid`,
		},
		shared: {
			where: (shared, { principal }) =>
				shared === "with_me"
					? Prisma.sql`d.id = ${anySharedDesign(principal)}`
					: Prisma.sql`d.owner_id = ${principal.userId}::uuid
						AND EXISTS (SELECT 1 FROM design_collaborators c WHERE c.design_id = d.id)`,
		},
		live: {
			where: (live, { principal }) => {
				const condition = Prisma.sql`EXISTS (SELECT 1 FROM deployments x
					WHERE x.design_id = d.id AND x.status = 'activated' AND ${visibleDeployments(principal)})`;
				return live ? condition : Prisma.sql`NOT ${condition}`;
			},
		},
	},
	sorts: {
		updated_at: { by: () => Prisma.sql`d.updated_at` },
		name: { by: () => Prisma.sql`lower(d.name) COLLATE "C"` },
		last_build_date: { by: () => Prisma.sql`d.last_build_date`, present: BUILT, type: Prisma.sql`timestamptz` },
		last_build_size: { by: () => Prisma.sql`d.last_build_size`, present: BUILT, type: Prisma.sql`bigint` },
	},
	defaultSort: "updated_at",
});

/**
 * Filter by design type, of rows and counters alike. Literals let a generic plan know the values.
 */
export function typeFilter(alias: "d" | "x") {
	const is = (column: "d" | "x" | "n", type: DesignType) => Prisma.raw(`${column}.type = '${DesignType[type]}'`);
	return {
		where: (type: DesignType) => is(alias, type),
		counted: (type: DesignType) => is("n", type),
		inWords: true,
	} as const;
}

/**
 * Statuses as literals, which a generic plan knows. A single one is an equation, which an index on
 * status and sort column serves.
 */
export function anyStatus(alias: "d" | "x" | "n", statuses: readonly string[]): Prisma.Sql {
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
	return Prisma.sql`d.visibility_tags && ${[...tags]}::text[]`;
}
