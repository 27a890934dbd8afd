import type { Audience } from "@/lib/contract/audience";
import type { Estimate, EstimateRequest } from "@/lib/contract/estimate";
import { rejection } from "@/lib/contract/sentences/rejections";
import type { DesignRecord } from "@/lib/domain/designs/load-designs";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";
import type { FenceCounts } from "./estimate-size";

/** A set to estimate. */
export interface EstimatedContents {
	readonly setId: string | null;
	readonly name: string;
	readonly fences: FenceCounts;
	readonly audience: Audience | null;
}

/** Why a build would be rejected, and for which set. */
export type EstimateProblem = Estimate["problems"][number];

/**
 * The sets to estimate: the given ones, completed from the saved ones, or else all saved ones.
 * @throws InvalidArgumentError naming a set that the design does not have, or contents of the other
 *   type
 */
export async function estimatedContents(
	service: Service,
	record: DesignRecord,
	wanted: EstimateRequest["sets"],
): Promise<EstimatedContents[]> {
	const collectionIds = record.sets.flatMap((set) => set.geofence_collection_id ?? []);
	const collections = await service.prisma.geofenceCollection.findMany({
		where: { id: { in: collectionIds } },
		select: { id: true, geofence_count: true, polygon_count: true, vertex_count: true },
	});
	const counts = new Map(collections.map((collection) => [collection.id, collection]));
	const saved = new Map(
		record.sets.map((set) => {
			const stored = counts.get(set.geofence_collection_id ?? "");
			const polygons = stored?.polygon_count ?? 0;
			const fences = {
				circles: (stored?.geofence_count ?? 0) - polygons,
				polygons,
				vertices: stored?.vertex_count ?? 0,
			};
			const audience = set.audience as unknown as Audience | null;
			return [set.id, { setId: set.id, name: set.name, fences, audience }] as const;
		}),
	);
	if (wanted === undefined) return [...saved.values()];
	return wanted.map(({ set_id: setId, set_name: name, geofences, audience }, index) => {
		const before = setId === undefined ? undefined : saved.get(setId);
		if (setId !== undefined && before === undefined) {
			throw new InvalidArgumentError(`'sets[${index}].set_id': the design has no set of this id`);
		}
		if ((record.type === "proximity" ? audience : geofences) !== undefined) {
			throw new InvalidArgumentError(`'sets[${index}]': the design is of type '${record.type}'`);
		}
		const polygons = Math.min(geofences?.polygons ?? 0, geofences?.count ?? 0);
		return {
			setId: setId ?? null,
			name: name ?? before?.name ?? `Set ${index + 1}`,
			fences:
				geofences === undefined
					? (before?.fences ?? { circles: 0, polygons: 0, vertices: 0 })
					: { circles: geofences.count - polygons, polygons, vertices: Math.max(geofences.vertices, polygons * 4) },
			audience: audience ?? before?.audience ?? null,
		};
	});
}

/**
 * Reasons for a rejection that need no evaluation (lib/processes/build-service/prepare-build.ts).
 */
export function problemsOfContents(record: DesignRecord, sets: readonly EstimatedContents[]): EstimateProblem[] {
	if (sets.length === 0) return [{ set: null, message: rejection.noSets() }];
	return sets.flatMap(({ name, fences, audience }, set) => {
		const empty = record.type === "proximity" ? fences.circles + fences.polygons === 0 : audience === null;
		return empty ? [{ set, message: rejection.emptySet(name, record.type) }] : [];
	});
}
