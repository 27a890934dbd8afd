import type { ListPlaceCategories, PlaceCategory } from "@/lib/contract/place";
import { containsWords } from "@/lib/domain/lists/contains-words";
import { type Page, pageOf } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { categoryInclude, describeCategory } from "./describe-category";

/** `GET /api/place-categories`: the categories of the operator's places, by name. */
export async function listCategories(
	{ prisma }: Service,
	{ q, ...paging }: ListPlaceCategories,
): Promise<Page<PlaceCategory>> {
	const list = {
		...{ from: Prisma.sql`place_categories c`, where: [containsWords([Prisma.sql`c.name`], q)] },
		...{ sort: Prisma.sql`c.name`, id: Prisma.sql`c.id`, order: "asc" as const, ...paging },
	};
	const { rows, total } = await pageOf(prisma, list, (ids) =>
		prisma.placeCategory.findMany({ where: { id: { in: [...ids] } }, include: categoryInclude }),
	);
	return { rows: rows.map(describeCategory), total };
}
