import type { ListBuilds } from "@/lib/contract/build";
import { directlyVisibleDesigns, listedDeployments } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { visibleDesignParts, visibleThroughTarget } from "@/lib/domain/access/visible-parts";
import { visibilityCondition } from "@/lib/domain/designs/list-designs";
import { all } from "@/lib/domain/lists/all";
import type { IdPart } from "@/lib/domain/lists/page";
import { searchedWords } from "@/lib/domain/lists/search-condition";
import { tally } from "@/lib/domain/lists/tallies";
import type { Walk } from "@/lib/domain/lists/walk";
import { designsWithWords } from "@/lib/domain/lists/words-first";
import { Prisma } from "@/lib/generated/prisma/client";
import { type DeploymentSight, deploymentStatusCondition } from "./deployment-status-filter";

/** Columns of the newest completed build: a design's copies of that build's facts. */
const SORTS = {
	build_date: Prisma.sql`d.last_build_date`,
	requested_at: Prisma.sql`d.last_build_request`,
	last_build_size: Prisma.sql`d.last_build_size`,
} as const;

/** The rows of List Builds (alias `d`) as disjoint parts, before the words of `q`: designs seen directly, and those seen through a target. */
export function buildListParts(principal: Principal, filter: ListBuilds): IdPart[] {
	const { direct, throughTarget } = visibleDesignParts(principal);
	const sort = SORTS[filter.sort ?? "build_date"];
	// Whoever sees a design directly sees all of its listed deployments.
	const newestBuildDate = Prisma.sql`d.last_build_date`;
	const conditions = conditionsOn(principal, filter, { seen: listedDeployments, newestBuildDate });
	const wholly = conditions.length === 0 && filter.q === undefined;
	const parts: IdPart[] = direct.map(({ condition, few, tallied }) => ({
		from: Prisma.sql`designs d`,
		where: [Prisma.sql`d.most_recent_build_id IS NOT NULL`, condition, ...conditions],
		sort,
		few,
		...(wholly && tallied !== null ? { counted: tally("built_designs", [tallied]) } : {}),
	}));
	if (throughTarget === null) return parts;
	const search = searchedWords("d", filter.q);
	if (search === undefined) return [...parts, partThroughTarget(principal, filter, throughTarget)];
	// Where few designs have the words, their deployments are looked up, as a target may have tens of thousands.
	const { areFew, anyOfFew } = designsWithWords(search);
	const ofFew = Prisma.sql`${throughTarget} AND ax.design_id = ${anyOfFew}`;
	return [
		...parts,
		{ ...partThroughTarget(principal, filter, ofFew, areFew), few: true },
		partThroughTarget(principal, filter, throughTarget, Prisma.sql`NOT (${areFew})`),
	];
}

/**
 * The rows as one. What is seen through a target alone has the date of its newest build there, which is never later than that of the
 * design's newest build; of other sorts, whoever has a target has the parts alone.
 * @returns nothing for filters that few designs may fulfil
 */
export function buildListWalk(principal: Principal, filter: ListBuilds): Walk | undefined {
	const { sort = "build_date", order, limit, offset, q, deployment_status, ...others } = filter;
	if (principal.role === "operator" || Object.values(others).some((asked) => asked !== undefined)) return undefined;
	const direct = directlyVisibleDesigns(principal, "of few");
	const newestBuildDate = Prisma.sql`d.last_build_date`;
	const seenDirectly = conditionsOn(principal, filter, { seen: listedDeployments, newestBuildDate });
	const walk = {
		table: Prisma.sql`designs`,
		alias: Prisma.sql`d`,
		indexed: [Prisma.sql`d.most_recent_build_id IS NOT NULL`],
	};
	if (principal.role === "designer") return { ...walk, where: [direct, ...seenDirectly] };
	if (sort !== "build_date") return undefined;
	const onTarget = Prisma.sql`FROM deployments ax WHERE ax.design_id = d.id AND ax.target_org_id = ${principal.organizationId}::uuid`;
	const seen = (alias: "x" | "r") => visibleThroughTarget(principal, alias);
	const seenThere = [
		Prisma.sql`EXISTS (SELECT 1 ${onTarget} OFFSET 0)`,
		...conditionsOn(principal, filter, { seen, newestBuildDate }),
	];
	return {
		...walk,
		where: [Prisma.sql`CASE WHEN ${direct} THEN ${all(seenDirectly)} ELSE ${all(seenThere)} END`],
		listedUnder: Prisma.sql`CASE WHEN ${direct} THEN d.last_build_date ELSE (SELECT max(ax.build_date) ${onTarget}) END`,
	};
}

/** Their newest build is the newest that has a deployment on a target of the caller's, which may be an older one than the design's. */
function partThroughTarget(
	principal: Principal,
	filter: ListBuilds,
	onTarget: Prisma.Sql,
	...when: readonly Prisma.Sql[]
): IdPart {
	const newest = newestOnTarget(filter, onTarget);
	const ofDesign =
		filter.q === undefined && filter.visibility === undefined
			? Prisma.empty
			: Prisma.sql`JOIN (SELECT id, search_document, visibility_tags FROM designs) own USING (id)`;
	// One by one: few of all builds are needed.
	const ofBuild =
		filter.sort === "requested_at"
			? Prisma.sql`CROSS JOIN LATERAL (SELECT b.requested_at AS last_build_request FROM builds b WHERE b.id = seen.build_id OFFSET 0) b`
			: Prisma.empty;
	const conditions = conditionsOn(principal, filter, {
		seen: (alias) => visibleThroughTarget(principal, alias),
		newestBuildDate: Prisma.sql`(SELECT newest.last_build_date FROM designs newest WHERE newest.id = d.id)`,
	});
	const where = [...when, ...conditions];
	const sized = filter.min_size !== undefined || filter.max_size !== undefined;
	return {
		from: Prisma.sql`(SELECT * FROM (${newest}) seen ${ofDesign} ${ofBuild}) d`,
		where,
		sort: SORTS[filter.sort ?? "build_date"],
		counted: sized
			? { from: Prisma.sql`(SELECT * FROM (${newest}) seen ${ofDesign}) d`, where }
			: {
					from: Prisma.sql`(SELECT * FROM (SELECT DISTINCT ax.design_id AS id, ax.type FROM deployments ax WHERE ${onTarget}) seen ${ofDesign}) d`,
					where,
				},
	};
}

/**
 * The newest of each design's builds that are on a target. Where many rows fulfil the conditions, each is asked whether it is
 * the newest, so that the first rows of a page need not wait for all (OFFSET keeps it from being asked of all at once); where few do, or
 * where the order is another's, all are sorted out at once.
 */
function newestOnTarget(filter: ListBuilds, onTarget: Prisma.Sql): Prisma.Sql {
	const columns = Prisma.sql`ax.design_id AS id, ax.type, ax.build_id, ax.build_date AS last_build_date, ax.build_size AS last_build_size`;
	const fewOrOtherwise =
		filter.sort === "requested_at" ||
		(filter.deployment_status !== undefined && filter.deployment_target !== undefined);
	if (fewOrOtherwise) {
		return Prisma.sql`SELECT DISTINCT ON (ax.design_id) ${columns}
			FROM deployments ax WHERE ${onTarget} ORDER BY ax.design_id, ax.build_date DESC, ax.build_id`;
	}
	return Prisma.sql`SELECT ${columns}
		FROM deployments ax WHERE ${onTarget} AND NOT EXISTS (SELECT 1 FROM deployments later
			WHERE later.design_id = ax.design_id AND later.target_org_id = ax.target_org_id
			AND (later.build_date > ax.build_date OR (later.build_date = ax.build_date
				AND (later.build_id < ax.build_id OR (later.build_id = ax.build_id AND later.id < ax.id)))) OFFSET 0)`;
}

function conditionsOn(principal: Principal, filter: ListBuilds, sight: DeploymentSight): Prisma.Sql[] {
	const where: Prisma.Sql[] = [];
	if (filter.visibility !== undefined) where.push(visibilityCondition(filter.visibility));
	if (filter.type !== undefined) where.push(Prisma.sql`d.type = ${filter.type}::"DesignType"`);
	if (filter.min_size !== undefined) where.push(Prisma.sql`d.last_build_size >= ${filter.min_size}::bigint`);
	if (filter.max_size !== undefined) where.push(Prisma.sql`d.last_build_size <= ${filter.max_size}::bigint`);
	if (filter.deployment_status !== undefined) {
		const targets = filter.deployment_target?.split(",").map((slug) => slug.trim());
		where.push(deploymentStatusCondition(principal, filter.deployment_status, targets, sight));
	}
	return where;
}
