import type { Design, ListDesigns } from "@/lib/contract/design";
import { visibleDesigns } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { visibleDesignParts } from "@/lib/domain/access/visible-parts";
import { type IdPart, type IdQuery, type Page, pageOfIds, pageOfRows } from "@/lib/domain/lists/page";
import { searchedWords } from "@/lib/domain/lists/search-condition";
import { tally } from "@/lib/domain/lists/tallies";
import type { Walk } from "@/lib/domain/lists/walk";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { designsOnTarget } from "./designs-on-target";
import { loadDesignRows } from "./load-design-rows";

/** List Designs (specification, Management API): all designs that the caller may see, newest update first. */
export async function listDesigns(service: Service, principal: Principal, filter: ListDesigns): Promise<Page<Design>> {
	const where = [visibilityCondition(filter.visibility)];
	if (filter.owner !== undefined) where.push(Prisma.sql`d.owner_id = ${filter.owner}::uuid`);
	if (filter.owner_org_id !== undefined) where.push(Prisma.sql`d.owner_org_id = ${filter.owner_org_id}::uuid`);
	if (filter.type !== undefined) where.push(Prisma.sql`d.type = ${filter.type}::"DesignType"`);
	const { direct, throughTarget } = visibleDesignParts(principal);
	const own = { from: Prisma.sql`designs d`, sort: Prisma.sql`d.updated_at` };
	const { order, limit, offset, q, ...others } = filter;
	const wholly = Object.values(others).every((value) => value === undefined);
	const parts: IdPart[] = direct.map(({ condition, few, tallied }) => ({
		...own,
		where: [condition, ...where],
		few,
		...(wholly && q === undefined && tallied !== null ? { counted: tally("designs", [tallied]) } : {}),
	}));
	const search = searchedWords("d", q);
	if (throughTarget !== null) {
		const onTarget = designsOnTarget(throughTarget, search);
		parts.push(...onTarget.map(({ condition, few }) => ({ ...own, where: [condition, ...where], few })));
	}
	const query: IdQuery = {
		parts,
		id: Prisma.sql`d.id`,
		search,
		tagged: filter.visibility !== undefined,
		walk: wholly ? walkOfDesigns(principal) : undefined,
		order: filter.order,
		limit: filter.limit,
		offset: filter.offset,
		// How much is on a target decides about the plan for its administrators.
		planned: wholly && throughTarget === null ? "once" : "anew",
		counts: {
			sources: throughTarget === null ? ["designs"] : ["designs", "deployments"],
			design: Prisma.sql`d.id`,
		},
	};
	return pageOfRows(
		() => pageOfIds(service.prisma, query),
		(ids) => loadDesignRows(service.prisma, principal, ids),
	);
}

/** All designs that the caller sees, by their last change. */
export function walkOfDesigns(principal: Principal): Walk {
	return {
		table: Prisma.sql`designs`,
		alias: Prisma.sql`d`,
		indexed: [],
		where: [visibleDesigns(principal, "of few")],
	};
}

/** A design stays when it carries at least one of the tags; an empty list matches nothing (design.md section 4, items 7 and 10). */
export function visibilityCondition(tags: readonly string[] | undefined): Prisma.Sql {
	if (tags === undefined) return Prisma.sql`TRUE`;
	return Prisma.sql`d.visibility_tags && ${[...tags]}::text[]`;
}
