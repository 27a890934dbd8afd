import type { EditPlaceCategory, PlaceCategory } from "@/lib/contract/place";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changesNothing } from "@/lib/platform/db/changed-fields";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { isolate } from "@/lib/rules/text/isolate";
import { categoryInclude, describeCategory } from "./describe-category";
import { findCategoryForChange } from "./find-category";

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
	{ revision }: { readonly revision?: number | undefined },
): Promise<PlaceCategory> {
	return transact(service.prisma, async (tx) => {
		const before = await findCategoryForChange(tx, principal, id, revision);
		if (changesNothing({ name: before.name, sensitive: before.sensitive }, changes)) return describeCategory(before);
		const record = await tx.placeCategory.update({
			where: { id },
			data: {
				...(changes.name === undefined ? {} : { name: changes.name.trim() }),
				...(changes.sensitive === undefined ? {} : { sensitive: changes.sensitive }),
				updated_at: service.now(),
				revision: { increment: 1 },
			},
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
