import type { Principal } from "@/lib/access/principal";
import { transact } from "@/lib/db/transact";
import type { Service } from "@/lib/service";
import { findViewForChange, requireOwner } from "./find-view";

/**
 * `DELETE /api/views/<id>`: the view is gone, also for those whose default it was.
 * @throws NotFoundError, VersionMismatchError; ForbiddenError for everybody but its owner
 */
export async function deleteView(
	service: Service,
	principal: Principal,
	id: string,
	expectation: { readonly revision?: number } = {},
): Promise<void> {
	await transact(service.prisma, async (tx) => {
		requireOwner(principal, await findViewForChange(tx, principal, id, expectation));
		await tx.savedView.delete({ where: { id }, select: { id: true } });
	});
}
