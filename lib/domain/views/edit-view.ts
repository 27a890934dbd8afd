import type { EditView, SavedView } from "@/lib/contract/view";
import type { Principal } from "@/lib/domain/access/principal";
import { changedAt, type Expectation } from "@/lib/domain/lists/define-resource";
import { changedFields } from "@/lib/platform/db/changed-fields";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { isolate } from "@/lib/rules/text/isolate";
import { setDefault } from "./set-default";
import { describeView, requireOwner, views } from "./views";

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
	expected?: Expectation,
): Promise<SavedView> {
	const { default: isDefault, ...fields } = changes;
	return transact(service.prisma, async (tx) => {
		const before = await views.findForChange(tx, principal, id, expected);
		if (Object.values(fields).some((value) => value !== undefined)) requireOwner(principal, before);
		const data = changedFields(before, fields);
		if (data !== null) {
			await tx.savedView.update({
				where: { id },
				data: { ...data, ...changedAt(service.now()) },
				select: { id: true },
			});
		}
		if (data?.shared === false) {
			await tx.defaultView.deleteMany({ where: { view_id: id, user_id: { not: before.owner_id } } });
		}
		if (isDefault !== undefined) await setDefault(tx, principal, before, isDefault);
		return describeView(principal, await views.find(tx, principal, id));
	}).catch(translateConflict(`you have a view '${isolate(fields.name ?? "")}' of this page already`));
}
