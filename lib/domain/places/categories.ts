import { type ListPlaceCategories, type PlaceCategory, placeCategory } from "@/lib/contract/place";
import { mayOperate } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { containsWords } from "@/lib/domain/lists/contains-words";
import { defineResource } from "@/lib/domain/lists/define-resource";
import type { Page } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";

export const categoryInclude = {
	geofenceCollection: { select: { geofence_count: true } },
} satisfies Prisma.PlaceCategoryInclude;
type CategoryRecord = Prisma.PlaceCategoryGetPayload<{ include: typeof categoryInclude }>;

/** All users see the categories of the operator's places. */
export const categories = defineResource({
	name: "place category",
	...{ from: Prisma.sql`place_categories c`, id: Prisma.sql`c.id`, sort: Prisma.sql`c.name`, order: "asc" },
	visible: (_: Principal) => Prisma.sql`TRUE`,
	requireRight: requirePlaceKeeper,
	load: (db, ids) => db.placeCategory.findMany({ where: { id: { in: ids } }, include: categoryInclude }),
});

/** @throws ForbiddenError unless the caller is an operator */
export function requirePlaceKeeper(principal: Principal): void {
	if (!mayOperate(principal)) throw new ForbiddenError("only operators may manage places");
}

/** A category in the API's form. */
export const describeCategory = (record: CategoryRecord): PlaceCategory =>
	rowOf(placeCategory, record, { place_count: record.geofenceCollection?.geofence_count ?? 0 });

/** `GET /api/place-categories`: the categories of the operator's places, by name. */
export async function listCategories(
	{ prisma }: Service,
	principal: Principal,
	{ q, ...paging }: ListPlaceCategories,
): Promise<Page<PlaceCategory>> {
	const { rows, total } = await categories.page(prisma, principal, paging, [containsWords([Prisma.sql`c.name`], q)]);
	return { rows: rows.map(describeCategory), total };
}
