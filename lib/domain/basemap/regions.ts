import { type MapRegion, mapRegion } from "@/lib/contract/basemap";
import { mayOperate } from "@/lib/domain/access/access";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { MapRegion as RegionRecord } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";

/** The streets of a large country. */
export const REGION_MAX_BYTES = 17_179_869_184;

/** @throws ForbiddenError unless the caller is an operator, or the machine's */
export function requireMapKeeper(actor: Principal | SystemActor): void {
	if ("system" in actor || mayOperate(actor)) return;
	throw new ForbiddenError("only operators may bring regions of the map");
}

/** A region in the API's form. */
export function describeRegion(record: RegionRecord): MapRegion {
	const [west, south, east, north] = record.bounds;
	return rowOf(mapRegion, record, {
		state: record.problem !== null ? "failed" : record.file_key === null ? "fetching" : "ready",
		schema: record.schema as MapRegion["schema"],
		bounds: north === undefined ? null : ([west, south, east, north] as MapRegion["bounds"]),
	});
}

/** Regions by name; those that are not ready for operators alone. */
export async function listRegions({ prisma }: Service, principal: Principal): Promise<MapRegion[]> {
	const regions = await prisma.mapRegion.findMany({
		where: mayOperate(principal) ? {} : { file_key: { not: null } },
		orderBy: { id: "asc" },
	});
	return regions.map(describeRegion).sort((one, other) => one.name.localeCompare(other.name, "en"));
}
