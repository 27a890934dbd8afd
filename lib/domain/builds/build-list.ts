import type { ListBuilds } from "@/lib/contract/build";
import {
	directGrounds,
	directlyVisibleDesigns,
	groundsThroughTarget,
	listedDeployments,
	onTargetAlone,
	throughTarget,
	visibleThroughTarget,
} from "@/lib/domain/access/access";
import { type Ground, partsOf } from "@/lib/domain/access/grounds";
import { anyStatus, countedOnTargetAlone, typeFilter, visibilityCondition } from "@/lib/domain/designs/design-list";
import { defineList, type Request, type Rows, unorderedPart } from "@/lib/domain/lists/define-list";
import { DesignType, Prisma } from "@/lib/generated/prisma/client";
import { type DesignColumns, deployedByGrounds, deploymentStatusCondition, isPlain } from "./deployment-status-filter";

/**
 * The newest completed build that the caller sees of a design, and the deployments they see of it.
 */
interface Columns {
	readonly design: DesignColumns;
	readonly date: Prisma.Sql;
	readonly request: Prisma.Sql;
	readonly size: Prisma.Sql;
	readonly visible: (alias: "deployments" | "others") => Prisma.Sql;
	/** Whether the caller sees the design itself, with its visibility tags. */
	readonly direct: boolean;
	/** The same as `visible`, where each reason has an index that finds its deployments. */
	readonly grounds?: readonly Ground[];
}

const DESIGN: DesignColumns = {
	id: Prisma.sql`designs.id`,
	type: Prisma.sql`designs.type`,
	newestBuildDate: Prisma.sql`designs.last_build_date`,
};

/** A caller who sees a design directly sees all of its builds and listed deployments. */
const DIRECT: Columns = {
	design: DESIGN,
	date: Prisma.sql`designs.last_build_date`,
	request: Prisma.sql`designs.last_build_request`,
	size: Prisma.sql`designs.last_build_size`,
	visible: listedDeployments,
	direct: true,
};

/** Designs with a completed build that a caller sees. */
export const buildList = defineList<ListBuilds, Columns>({
	alias: "designs",
	rows: (request) => [...directRows(request), ...rowsThroughTarget(request)],
	filters: {
		type: {
			...typeFilter("designs"),
			where: (type, _, { design }) => Prisma.sql`${design.type} = ${Prisma.raw(`'${DesignType[type]}'`)}`,
		},
		visibility: {
			where: (tags, _, { direct }) => (direct ? visibilityCondition(tags) : Prisma.sql`FALSE`),
			unknownSelectivity: () => true,
		},
		deployment_status: {
			where: (statuses, { principal, filter }, { design, visible }) =>
				deploymentStatusCondition(statuses, { principal, targets: filter.deployment_target, design, visible }),
			forCounting: (statuses, { principal, filter }, { design, grounds }) =>
				grounds === undefined
					? null
					: deployedByGrounds(statuses, { principal, targets: filter.deployment_target, design, grounds }),
			counted: (statuses, list) => (list === "deployed_designs" ? anyStatus("list_counts", statuses) : null),
			inlined: true,
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
	if (!inOrder) {
		const where = Prisma.sql`designs.most_recent_build_id IS NOT NULL AND ${directlyVisibleDesigns(principal)}`;
		return [{ ...unorderedPart(where), from: Prisma.sql`designs`, columns: DIRECT }];
	}
	const list = isCounted(filter) ? "deployed_designs" : "builds";
	const [onTarget] = throughTarget(principal);
	return partsOf(directGrounds(principal)).map((part) => ({
		from: Prisma.sql`designs`,
		where: Prisma.sql`designs.most_recent_build_id IS NOT NULL AND ${part.where}`,
		personal: part.personal,
		counted: part.counted && { ...part.counted, list },
		...(part.personal && onTarget?.counted
			? { countedElsewhere: { list: onTarget.counted.list, where: onTarget.where } }
			: {}),
		columns: DIRECT,
	}));
}

/** Counters know the designs with a deployment in one status, wherever it is. */
function isCounted({ deployment_status, deployment_target }: ListBuilds): boolean {
	const [only, ...others] = deployment_status ?? [];
	return only !== undefined && others.length === 0 && isPlain(only) && deployment_target === undefined;
}

/** The newest build that is on a target of the caller's may be an older one than the design's. */
function rowsThroughTarget({ principal }: Request<ListBuilds>): Rows<Columns>[] {
	const [ground] = throughTarget(principal);
	if (ground?.counted === undefined) return [];
	return [
		{
			from: Prisma.sql`design_targets`,
			id: Prisma.sql`design_targets.design_id`,
			where: onTargetAlone(principal),
			search: { alias: "design_targets", organizationId: principal.organizationId },
			personal: false,
			counted: countedOnTargetAlone(principal, ground.counted),
			columns: {
				design: {
					id: Prisma.sql`design_targets.design_id`,
					type: Prisma.sql`design_targets.type`,
					newestBuildDate: Prisma.sql`(SELECT designs.last_build_date FROM designs WHERE designs.id = design_targets.design_id)`,
				},
				date: Prisma.sql`design_targets.build_date`,
				request: Prisma.sql`design_targets.build_request`,
				size: Prisma.sql`design_targets.build_size`,
				visible: (alias) => visibleThroughTarget(principal, alias),
				direct: false,
				grounds: groundsThroughTarget(principal),
			},
		},
	];
}
