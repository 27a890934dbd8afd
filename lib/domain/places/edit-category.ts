import type { EditPlaceCategory, PlaceCategory } from "@/lib/contract/place";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changedAt, type Expectation } from "@/lib/domain/lists/define-resource";
import { changedFields } from "@/lib/platform/db/changed-fields";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { isolate } from "@/lib/rules/text/isolate";
import { categories, categoryInclude, describeCategory } from "./categories";

/**
 * `PATCH /api/place-categories/<id>`: changes the name, and whether its places are sensitive.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError; InvalidStateError when the name is
 *   taken
 */
export async function editCategory(
	service: Service,
	principal: Principal,
	id: string,
	changes: EditPlaceCategory,
	expected: Expectation,
): Promise<PlaceCategory> {
	return transact(service.prisma, async (tx) => {
		const before = await categories.findForChange(tx, principal, id, expected);
		const data = changedFields(before, changes);
		if (data === null) return describeCategory(before);
		const record = await tx.placeCategory.update({
			where: { id },
			data: { ...data, ...changedAt(service.now()) },
			include: categoryInclude,
		});
		await recordEvent(service, tx, principal, {
			action: "edit",
			object_type: "place_category",
			object_id: id,
			detail: { changes: { ...changes } },
		});
		return describeCategory(record);
	}).catch(translateConflict(`there is a place category '${isolate(changes.name ?? "")}' already`));
}
