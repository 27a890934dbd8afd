import type { EditView, SavedView } from "@/lib/contract/view";
import type { Principal } from "@/lib/domain/access/principal";
import { changesNothing } from "@/lib/platform/db/changed-fields";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { isolate } from "@/lib/rules/text/isolate";
import { describeView, viewIncludeFor } from "./describe-view";
import { findViewForChange, requireOwner } from "./find-view";
import { setDefault } from "./set-default";

/**
 * `PATCH /api/views/<id>`: changes the given fields. Every reader has their own default; a view
 * that is no longer shared stays the default of its owner only.
 * @throws NotFoundError, VersionMismatchError; ForbiddenError when another than its owner changes
 * anything but the default; InvalidStateError when the owner has a view of the page by that name
 */
export async function editView(
	service: Service,
	principal: Principal,
	id: string,
	changes: EditView,
	expectation: { readonly revision?: number } = {},
): Promise<SavedView> {
	const { default: isDefault, ...fields } = changes;
	const { name } = fields;
	return transact(service.prisma, async (tx) => {
		const before = await findViewForChange(tx, principal, id, expectation);
		if (Object.values(fields).some((value) => value !== undefined)) requireOwner(principal, before);
		if (!changesNothing({ name: before.name, query: before.query, shared: before.shared }, fields)) {
			await tx.savedView.update({
				where: { id },
				data: {
					...(name === undefined ? {} : { name }),
					...(fields.query === undefined ? {} : { query: fields.query }),
					...(fields.shared === undefined ? {} : { shared: fields.shared }),
					updated_at: service.now(),
					revision: { increment: 1 },
				},
				select: { id: true },
			});
			if (fields.shared === false) {
				await tx.defaultView.deleteMany({ where: { view_id: id, user_id: { not: before.owner_id } } });
			}
		}
		if (isDefault !== undefined) await setDefault(tx, principal, before, isDefault);
		const record = await tx.savedView.findUniqueOrThrow({ where: { id }, include: viewIncludeFor(principal) });
		return describeView(principal, record);
	}).catch(translateConflict(`you have a view '${isolate(name ?? "")}' of this page already`));
}
