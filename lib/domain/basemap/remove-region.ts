import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { SERVICE_ID } from "@/lib/domain/audit/service-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { requireMapKeeper } from "./regions";

/**
 * `DELETE /api/basemap/regions/<id>`: removes a region with its file; one that is being fetched is
 * no longer fetched.
 * @throws NotFoundError; ForbiddenError unless the caller is an operator
 */
export async function removeRegion(service: Service, principal: Principal, id: string): Promise<{ id: string }> {
	requireMapKeeper(principal);
	const fileKey = await transact(service.prisma, async (tx) => {
		const region = await tx.mapRegion.findUnique({ where: { id } });
		if (region === null) throw new NotFoundError("region not found");
		await tx.mapRegion.deleteMany({ where: { id } });
		await recordEvent(service, tx, principal, {
			action: "remove_map_region",
			object_type: "service",
			object_id: SERVICE_ID,
			detail: { name: region.name },
		});
		return region.file_key;
	});
	if (fileKey !== null) await service.files.remove(fileKey);
	return { id };
}
