import { mayDeleteView } from "@/lib/domain/access/access";
import { nameOfUser } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import type { Expectation } from "@/lib/domain/lists/define-resource";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import { views } from "./views";

/**
 * `DELETE /api/views/<id>`: removes a view, also as the default of others.
 * @throws NotFoundError, VersionMismatchError; ForbiddenError unless the caller is its owner or,
 * for a shared view, an administrator of the organization
 */
export async function deleteView(
	service: Service,
	principal: Principal,
	id: string,
	expected?: Expectation,
): Promise<void> {
	await transact(service.prisma, async (tx) => {
		const view = await views.findForChange(tx, principal, id, expected);
		if (!mayDeleteView(principal, view)) {
			throw new ForbiddenError(
				`only ${isolate(nameOfUser(view.owner))} and administrators of the organization may delete the view '${isolate(view.name)}'`,
			);
		}
		await tx.savedView.delete({ where: { id }, select: { id: true } });
	});
}
