import type { BuildListRow, ListBuilds } from "@/lib/contract/build";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { buildList } from "./build-list";
import { readBuildRows } from "./read-build-rows";

/**
 * List Builds (docs/contract.md, Lists): designs with a completed build, their builds and current
 * deployments.
 */
export async function listBuilds(
	service: Service,
	principal: Principal,
	filter: ListBuilds,
): Promise<Page<BuildListRow>> {
	return readBuildRows(service.prisma, principal, buildList.page(service, principal, filter));
}
