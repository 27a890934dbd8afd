import type { DeploymentStatusFilter, ListBuilds } from "@/lib/contract/build";
import { directlyVisibleDesigns, listedDeployments, visibleThroughTarget } from "@/lib/domain/access/access";
import { directGrounds, throughTarget } from "@/lib/domain/access/designs";
import { anyGround, type Counted, partsOf } from "@/lib/domain/access/grounds";
import { anyStatus, typeFilter, visibilityCondition } from "@/lib/domain/designs/design-list";
import { allAtOnce, defineList, type Request, type Rows } from "@/lib/domain/lists/define-list";
import { Prisma } from "@/lib/generated/prisma/client";
import { deploymentStatusCondition } from "./deployment-status-filter";

/** Facts of the newest completed build that the caller sees of a design, and which of its deployments they see. */
interface Columns {
	readonly date: Prisma.Sql;
	readonly request: Prisma.Sql;
	readonly size: Prisma.Sql;
	readonly seen: (alias: "x" | "r") => Prisma.Sql;
}

/** Whoever sees a design directly sees all of its builds and listed deployments. */
const DIRECT: Columns = {
	date: Prisma.sql`d.last_build_date`,
	request: Prisma.sql`d.last_build_request`,
	size: Prisma.sql`d.last_build_size`,
	seen: listedDeployments,
};

/** Designs with a completed build that a caller sees. */
export const buildList = defineList<ListBuilds, Columns>({
	alias: "d",
	rows: (request) => [...directRows(request), ...rowsThroughTarget(request)],
	filters: {
		type: typeFilter("d"),
		visibility: { where: (tags) => visibilityCondition(tags), unpredictable: () => true },
		deployment_status: {
			where: (statuses, { principal, filter }, { seen }) => {
				const targets = filter.deployment_target?.split(",").map((slug) => slug.trim());
				const newestBuildDate = Prisma.sql`d.last_build_date`;
				return deploymentStatusCondition(principal, statuses, targets, { seen, newestBuildDate });
			},
			counted: (statuses, list) => (list === "deployed_designs" ? anyStatus("n", statuses) : null),
			inWords: true,
		},
		deployment_target: null,
		min_size: { where: (bytes, _, { size }) => Prisma.sql`${size} >= ${bytes}::bigint` },
		max_size: { where: (bytes, _, { size }) => Prisma.sql`${size} <= ${bytes}::bigint` },
	},
	sorts: {
		build_date: { by: ({ date }) => date },
		requested_at: { by: ({ request }) => request },
		last_build_size: { by: ({ size }) => size },
	},
	defaultSort: "build_date",
});

function directRows({ principal, filter, inOrder }: Request<ListBuilds>): Rows<Columns>[] {
	const list = isCounted(filter) ? "deployed_designs" : "builds";
	const [onTarget] = throughTarget(principal);
	const parts = inOrder ? partsOf(directGrounds(principal)) : [allAtOnce(directlyVisibleDesigns(principal))];
	return parts.map((part) => ({
		from: Prisma.sql`designs d`,
		where: Prisma.sql`d.most_recent_build_id IS NOT NULL AND ${part.where}`,
		personal: part.personal,
		counted: part.counted && { ...part.counted, list },
		...(inOrder && part.personal && onTarget?.counted
			? { countedElsewhere: { list: onTarget.counted.list, where: onTarget.where } }
			: {}),
		columns: DIRECT,
	}));
}

/** Counters know the designs with a deployment in one status, wherever it is. */
function isCounted({ deployment_status, deployment_target }: ListBuilds): boolean {
	const plain: readonly DeploymentStatusFilter[] = ["activated", "deactivated", "requested"];
	const [only, ...others] = deployment_status ?? [];
	return only !== undefined && others.length === 0 && plain.includes(only) && deployment_target === undefined;
}

/** The newest build that is on a target of the caller's may be an older one than the design's. */
function rowsThroughTarget({ principal, inOrder }: Request<ListBuilds>): Rows<Columns>[] {
	const [ground] = throughTarget(principal);
	if (ground?.counted === undefined) return [];
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	const counted: Counted = {
		list: ground.counted.list,
		where: Prisma.sql`${ground.counted.where} AND n.owner_org_id <> ${organization}`,
	};
	return [
		{
			from: inOrder
				? Prisma.sql`design_targets g JOIN designs d ON d.id = g.design_id`
				: Prisma.sql`designs d CROSS JOIN LATERAL (SELECT * FROM design_targets g
					WHERE g.design_id = d.id AND g.target_org_id = ${organization} OFFSET 0) g`,
			where: Prisma.sql`g.target_org_id = ${organization} AND NOT ${anyGround(directGrounds(principal))}`,
			personal: false,
			counted,
			columns: {
				date: Prisma.sql`g.build_date`,
				request: Prisma.sql`g.build_request`,
				size: Prisma.sql`g.build_size`,
				seen: (alias) => visibleThroughTarget(principal, alias),
			},
		},
	];
}
