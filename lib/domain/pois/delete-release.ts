import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Expectation } from "@/lib/domain/lists/define-resource";
import { transact } from "@/lib/platform/db/transact";
import { afterCommit } from "@/lib/platform/in-one-transaction";
import type { Service } from "@/lib/platform/service";
import { releases } from "./releases";

/**
 * `DELETE /api/poi-releases/<id>`: removes the file of a release, as when its license ends. Its row
 * stays, as builds name it; sets keep the geofences that were made over it.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 */
export async function deleteRelease(
	service: Service,
	principal: Principal,
	id: string,
	expected: Expectation,
): Promise<{ id: string }> {
	const fileKey = await transact(service.prisma, async (tx) => {
		const { name, file_key } = await releases.findForChange(tx, principal, id, expected);
		await tx.poiRelease.update({
			where: { id },
			data: { current: false, file_key: null, revision: { increment: 1 } },
			select: { id: true },
		});
		await recordEvent(service, tx, principal, {
			action: "delete",
			object_type: "poi_release",
			object_id: id,
			detail: { name },
		});
		return file_key;
	});
	if (fileKey !== null) await afterCommit(service, () => service.files.remove(fileKey));
	return { id };
}
