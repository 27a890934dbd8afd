import type { SetOverlaps } from "@/lib/contract/place";
import { readChunks } from "@/lib/domain/designs/read-set-geofences";
import { inspect } from "@/lib/engine/inspection/inspect";
import type { Overlaps } from "@/lib/engine/inspection/jobs";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { SENSITIVE_PLACES_KEY } from "./load-build-overlaps";

/** The sensitive places of now. */
interface ComparedPlaces {
	/** Collections are written once, so their ids say which places these are; empty without any. */
	readonly key: string;
	readonly categories: readonly { readonly id: string; readonly collectionId: string }[];
}

async function loadSensitivePlaces(db: Transaction): Promise<ComparedPlaces> {
	const rows = await db.$queryRaw<{ id: string; collectionId: string; key: string }[]>(Prisma.sql`
		SELECT p.id, p.geofence_collection_id AS "collectionId", ${SENSITIVE_PLACES_KEY} AS key
		FROM place_categories p WHERE p.sensitive AND p.geofence_collection_id IS NOT NULL ORDER BY p.id`);
	return { key: rows[0]?.key ?? "", categories: rows };
}

/** Milliseconds for a million geofences against hundreds of thousands of places. */
const TIMEOUT_MS = 300_000;

/**
 * Finds the geofences of stored chunks that overlap sensitive places, on an inspection thread.
 * @returns the ids of the sensitive categories, and what came of it by their place among these
 * @throws ThrottledError, UnavailableError when too much is compared at once, it takes too long, or
 *   the service stops
 */
export async function findSensitive(
	service: Service,
	chunks: () => AsyncIterable<Uint8Array>,
	options: { readonly signal?: AbortSignal; readonly caller?: string },
	places?: ComparedPlaces,
): Promise<{ categories: string[]; found: Overlaps }> {
	const { key, categories } = places ?? (await loadSensitivePlaces(service.prisma));
	const found =
		key === ""
			? { geofenceCount: 0, counts: [], geofences: [] }
			: await inspect(
					{ task: "overlaps", categoryCount: categories.length, placesKey: key },
					{
						caller: options.caller ?? "sensitive places",
						signal: options.signal,
						timeoutMs: TIMEOUT_MS,
						chunkSource: (set) => {
							const category = categories[set];
							return category === undefined ? chunks() : readChunks(service, category.collectionId);
						},
					},
				);
	return { categories: categories.map(({ id }) => id), found };
}

/**
 * Compares geofence collections with the sensitive places, where they were not compared with those
 * of now, and stores what came of it.
 * @returns how many were compared
 * @throws UnavailableError when it takes too long, or the service stops
 */
export async function compareWithPlaces(
	service: Service,
	collectionIds: readonly string[],
	options: { readonly signal?: AbortSignal; readonly caller?: string } = {},
): Promise<number> {
	const places = await loadSensitivePlaces(service.prisma);
	const { key } = places;
	if (key === "") return 0;
	const known = await service.prisma.sensitiveOverlaps.findMany({
		where: { collectionId: { in: [...collectionIds] }, placesKey: key },
		select: { collectionId: true },
	});
	const compared = new Set(known.map(({ collectionId }) => collectionId));
	const missing = collectionIds.filter((id) => !compared.has(id));
	for (const collectionId of missing) {
		const { found, categories } = await findSensitive(
			service,
			() => readChunks(service, collectionId),
			options,
			places,
		);
		const idOf = (category: number) => categories[category] ?? "";
		const data = {
			placesKey: key,
			geofenceCount: found.geofenceCount,
			categories: found.counts.flatMap((count, category) => (count === 0 ? [] : [{ id: idOf(category), count }])),
			geofences: found.geofences.map(({ index, categories: own }) => ({ index, categories: own.map(idOf) })),
		};
		// It may have been replaced meanwhile.
		await service.prisma.$executeRaw(Prisma.sql`
			INSERT INTO sensitive_overlaps (collection_id, places_key, geofence_count, categories, geofences)
			SELECT c.id, ${data.placesKey}, ${data.geofenceCount}, ${JSON.stringify(data.categories)}::jsonb, ${JSON.stringify(data.geofences)}::jsonb
			FROM geofence_collections c WHERE c.id = ${collectionId}::uuid
			ON CONFLICT (collection_id) DO UPDATE SET places_key = EXCLUDED.places_key, geofence_count = EXCLUDED.geofence_count,
				categories = EXCLUDED.categories, geofences = EXCLUDED.geofences`);
	}
	return missing.length;
}

/** Collections that a pass compares, so that a stop waits for few. */
const A_PASS = 20;

/**
 * Background job: compares what is designed, requested or activated with the sensitive places,
 * after either has changed.
 * @returns how many collections were compared
 */
export async function compareOutdated(service: Service, signal: AbortSignal): Promise<number> {
	const rows = await service.prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
		SELECT c.id FROM geofence_collections c
		LEFT JOIN sensitive_overlaps o ON o.collection_id = c.id
		WHERE ${SENSITIVE_PLACES_KEY} <> '' AND o.places_key IS DISTINCT FROM ${SENSITIVE_PLACES_KEY} AND c.geofence_count > 0
			AND NOT EXISTS (SELECT FROM place_categories p WHERE p.geofence_collection_id = c.id)
			AND (EXISTS (SELECT FROM design_sets s WHERE s.geofence_collection_id = c.id)
				OR EXISTS (SELECT FROM build_sets b JOIN deployments x ON x.build_id = b.build_id AND x.status IN ('requested', 'activated')
					WHERE b.geofence_collection_id = c.id))
		ORDER BY c.created_at DESC LIMIT ${A_PASS}`);
	let count = 0;
	for (const { id } of rows) {
		if (signal.aborted) break;
		count += await compareWithPlaces(service, [id], { signal });
	}
	return count;
}

/** A set's overlaps, compared now if that is needed. */
export async function overlapsOfSet(
	service: Service,
	collectionId: string | null,
	options: { readonly signal?: AbortSignal; readonly caller: string },
): Promise<SetOverlaps> {
	const nothing: SetOverlaps = { geofence_count: 0, categories: [], geofences: [] };
	if (collectionId === null) return nothing;
	await compareWithPlaces(service, [collectionId], options);
	const [row] = await service.prisma.$queryRaw<SetOverlaps[]>(Prisma.sql`
		SELECT o.geofence_count, o.geofences, COALESCE((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'geofence_count', (e->>'count')::int)
				ORDER BY (e->>'count')::int DESC, p.name)
			FROM jsonb_array_elements(o.categories) AS e JOIN place_categories p ON p.id = (e->>'id')::uuid), '[]'::jsonb) AS categories
		FROM sensitive_overlaps o WHERE o.collection_id = ${collectionId}::uuid AND o.places_key = ${SENSITIVE_PLACES_KEY}`);
	return row ?? nothing;
}
