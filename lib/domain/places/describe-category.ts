import type { PlaceCategory } from "@/lib/contract/place";
import type { Prisma } from "@/lib/generated/prisma/client";

export const categoryInclude = {
	geofenceCollection: { select: { geofenceCount: true } },
} satisfies Prisma.PlaceCategoryInclude;
export type CategoryRecord = Prisma.PlaceCategoryGetPayload<{ include: typeof categoryInclude }>;

/** A category in the API's form. */
export const describeCategory = (record: CategoryRecord): PlaceCategory => ({
	id: record.id,
	name: record.name,
	sensitive: record.sensitive,
	place_count: record.geofenceCollection?.geofenceCount ?? 0,
	created_at: record.createdAt.toISOString(),
	updated_at: record.updatedAt.toISOString(),
	revision: record.revision,
});
