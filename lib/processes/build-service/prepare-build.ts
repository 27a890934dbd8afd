import type { Audience } from "@/lib/contract/audience";
import { rejection } from "@/lib/contract/sentences/rejections";
import type { BuiltPois, SetBounds } from "@/lib/domain/builds/complete-build";
import type { BuildLease } from "@/lib/domain/builds/lease";
import { refreshPoiSets } from "@/lib/domain/builds/refresh-poi-sets";
import { findSources, type PreparedSource } from "@/lib/domain/inventory/find-sources";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";

/** A set of the design, as the build reads it. */
export interface PreparedSet {
	readonly setId: string;
	readonly name: string;
	readonly targetingCode: string;
	readonly geofenceCollectionId: string | null;
	readonly geofenceCount: number;
	/** The bounding box of its geofences. */
	readonly bounds: SetBounds | null;
	readonly audience: Audience | null;
	/** The query that made its geofences, and over which release; none of a list. */
	readonly pois: BuiltPois;
}

/** The input of a build, read once: the design is frozen until the build is settled. */
export interface PreparedBuild {
	readonly type: "proximity" | "audience";
	readonly designName: string;
	readonly sets: readonly PreparedSet[];
	readonly sources: readonly PreparedSource[];
	/** Devices that each set of an audience design must reach. */
	readonly leastReach: number;
}

/**
 * Reads the input of a build.
 * @returns `refused` with the reason for the designer when the design cannot be built as it is
 *   (docs/contract.md, Design status)
 */
export async function prepareBuild(service: Service, lease: BuildLease): Promise<PreparedBuild | { refused: string }> {
	const tooMany = await refreshPoiSets(service, lease).then(() => null, refusalOf);
	if (tooMany !== null) return { refused: rejection.otherwise(tooMany) };
	const design = await service.prisma.design.findUniqueOrThrow({
		where: { id: lease.design_id },
		include: {
			ownerOrg: { select: { least_reach: true } },
			sets: {
				orderBy: [{ position: "asc" }, { id: "asc" }],
				include: {
					geofenceCollection: { select: { geofence_count: true, west: true, south: true, east: true, north: true } },
				},
			},
		},
	});
	if (design.sets.length === 0) return { refused: rejection.noSets() };
	const empty = design.sets.find((set) =>
		design.type === "proximity" ? (set.geofenceCollection?.geofence_count ?? 0) === 0 : set.audience === null,
	);
	if (empty !== undefined) return { refused: rejection.emptySet(empty.name, design.type) };
	const sets = design.sets.map((set) => ({
		setId: set.id,
		name: set.name,
		targetingCode: set.targeting_code,
		geofenceCollectionId: set.geofence_collection_id,
		geofenceCount: set.geofenceCollection?.geofence_count ?? 0,
		bounds: set.geofenceCollection,
		// Only the contract's parser writes this column.
		audience: set.audience as unknown as Audience | null,
		pois:
			set.poi_query === null
				? {}
				: { poi_query: set.poi_query as Prisma.InputJsonValue, poi_release_id: set.poi_release_id },
	}));
	const slugs = [...new Set(sets.flatMap((set) => set.audience?.sources ?? []))];
	const sources = await findSources(service, design.owner_org_id, slugs);
	const missing = slugs.find((slug) => !sources.some((source) => source.slug === slug));
	if (missing !== undefined) return { refused: rejection.unknownSource(missing) };
	return { type: design.type, designName: design.name, sets, sources, leastReach: design.ownerOrg.least_reach };
}

/** A query that selects too many is no failure of the build. */
function refusalOf(error: unknown): string {
	if (error instanceof InvalidArgumentError) return error.message;
	throw error;
}
