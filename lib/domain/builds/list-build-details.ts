import type { BuildListDetail, ListBuilds } from "@/lib/contract/build";
import { mayRequestDeployment } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { listBuilds } from "./list-builds";

/** List Builds with `detail=true`: the contract's rows with the caller's permissions. */
export async function listBuildDetails(
	service: Service,
	principal: Principal,
	filter: ListBuilds,
): Promise<Page<BuildListDetail>> {
	const { rows, total } = await listBuilds(service, principal, filter);
	const designs = await service.prisma.design.findMany({
		where: { id: { in: rows.map(({ id }) => id) } },
		select: { id: true, ownerId: true, ownerOrgId: true, collaborators: true },
	});
	const requestable = new Set(
		designs
			.filter((attributes) => mayRequestDeployment(principal, { ...attributes, targetOrganizationIds: [] }))
			.map(({ id }) => id),
	);
	return { total, rows: rows.map((row) => ({ ...row, permissions: { request_deployment: requestable.has(row.id) } })) };
}
