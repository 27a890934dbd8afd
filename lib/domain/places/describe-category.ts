import type { PlaceCategory } from "@/lib/contract/place";
import { placeCategory } from "@/lib/contract/place";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { Prisma } from "@/lib/generated/prisma/client";

export const categoryInclude = {
	geofenceCollection: { select: { geofence_count: true } },
} satisfies Prisma.PlaceCategoryInclude;
export type CategoryRecord = Prisma.PlaceCategoryGetPayload<{ include: typeof categoryInclude }>;

/** A category in the API's form. */
export const describeCategory = (record: CategoryRecord): PlaceCategory =>
	rowOf(placeCategory, record, {
		place_count: record.geofenceCollection?.geofence_count ?? 0,
	});
