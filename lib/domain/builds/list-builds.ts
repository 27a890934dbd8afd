import type { BuildListRow, ListBuilds } from "@/lib/contract/build";
import type { Principal } from "@/lib/domain/access/principal";
import { type IdQuery, type Page, pageOfIds, pageOfRows } from "@/lib/domain/lists/page";
import { searchedWords } from "@/lib/domain/lists/search-condition";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { buildListParts, buildListWalk } from "./build-list-parts";
import { loadBuildRows } from "./load-build-rows";

/** List Builds (specification, Management API): designs with a completed build, their build history and current deployments. */
export async function listBuilds(
	service: Service,
	principal: Principal,
	filter: ListBuilds,
): Promise<Page<BuildListRow>> {
	const { sort, order, limit, offset, q, ...others } = filter;
	const wholly = Object.values(others).every((value) => value === undefined);
	const query: IdQuery = {
		parts: buildListParts(principal, filter),
		id: Prisma.sql`d.id`,
		search: searchedWords("d", q),
		tagged: filter.visibility !== undefined,
		walk: buildListWalk(principal, filter),
		order: filter.order,
		limit: filter.limit,
		offset: filter.offset,
		// How much is on a target decides about the plan for its administrators.
		planned: wholly && principal.role !== "administrator" ? "once" : "anew",
		counts: {
			sources:
				principal.role !== "administrator" && filter.deployment_status === undefined
					? ["designs"]
					: ["designs", "builds", "deployments", "targets"],
			design: Prisma.sql`d.id`,
		},
	};
	return pageOfRows(
		() => pageOfIds(service.prisma, query),
		(ids) => loadBuildRows(service.prisma, principal, ids),
	);
}
