import type { CreatePlaceCategory, PlaceCategory } from "@/lib/contract/place";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { isolate } from "@/lib/rules/text/isolate";
import { categoryInclude, describeCategory, requirePlaceKeeper } from "./categories";

/**
 * `POST /api/place-categories`: creates a category without places (docs/contract.md, Places).
 * @throws ForbiddenError unless the caller is an operator; InvalidStateError when the name is taken
 */
export async function createCategory(
	service: Service,
	principal: Principal,
	wanted: CreatePlaceCategory,
): Promise<PlaceCategory> {
	requirePlaceKeeper(principal);
	const name = wanted.name.trim();
	return transact(service.prisma, async (tx) => {
		const now = service.now();
		const record = await tx.placeCategory.create({
			data: { name, sensitive: wanted.sensitive ?? false, created_at: now, updated_at: now },
			include: categoryInclude,
		});
		await recordEvent(service, tx, principal, {
			action: "create",
			object_type: "place_category",
			object_id: record.id,
			detail: { name, sensitive: record.sensitive },
		});
		return describeCategory(record);
	}).catch(translateConflict(`there is a place category '${isolate(name)}' already`));
}
