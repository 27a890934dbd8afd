import type { SetOverlaps } from "@/lib/contract/place";
import { ReplacedError, readChunks } from "@/lib/domain/designs/read-set-geofences";
import { inspect } from "@/lib/engine/inspection/inspect";
import type { Overlaps } from "@/lib/engine/inspection/jobs";
import { Prisma } from "@/lib/generated/prisma/client";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service, Transaction } from "@/lib/platform/service";
import type { JobCaller } from "@/lib/platform/threads/thread-pool";
import { SENSITIVE_PLACES_KEY } from "./load-build-overlaps";

/** The current sensitive places. */
interface ComparedPlaces {
	/** Collections are written once, so their ids say which places these are; empty without any. */
	readonly key: string;
	readonly categories: readonly { readonly id: string; readonly collection_id: string }[];
}

async function loadSensitivePlaces(db: Transaction): Promise<ComparedPlaces> {
	const rows = await db.$queryRaw<{ id: string; collection_id: string; key: string }[]>(Prisma.sql`
		SELECT p.id, p.geofence_collection_id AS collection_id, ${SENSITIVE_PLACES_KEY} AS key
		FROM place_categories p WHERE p.sensitive AND p.geofence_collection_id IS NOT NULL ORDER BY p.id`);
	return { key: rows[0]?.key ?? "", categories: rows };
}

/** Hardly anything is replaced in so many comparisons in a row. */
const MOST_BEGINNINGS = 5;

/**
 * Compares, and begins again when places or geofences were replaced during the comparison.
 * @throws ReplacedError when that keeps happening; the errors of `compare`
 */
export async function beginningAgain<Found>(compare: () => Promise<Found>): Promise<Found> {
	for (let begun = 1; ; begun += 1) {
		try {
			return await compare();
		} catch (error) {
			if (!(error instanceof ReplacedError) || begun === MOST_BEGINNINGS) throw error;
		}
	}
}

/** Milliseconds that a caller waits, and that the background job gives a collection. */
const REQUEST_TIMEOUT_MS = 30_000;
const JOB_TIMEOUT_MS = 120_000;

/**
 * Finds the geofences of stored chunks that overlap sensitive places, on an inspection thread.
 * @returns the ids of the sensitive categories, and the overlaps by index in that list
 * @throws ThrottledError, UnavailableError when too much is compared at once, it takes too long, or
 *   the service stops
 */
export async function findSensitive(
	service: Service,
	chunks: () => AsyncIterable<Uint8Array>,
	options: { readonly signal?: AbortSignal; readonly caller?: JobCaller; readonly timeoutMs?: number },
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
						timeoutMs: options.timeoutMs ?? REQUEST_TIMEOUT_MS,
						chunkSource: (set) => {
							const category = categories[set];
							return category === undefined ? chunks() : readChunks(service, category.collection_id);
						},
					},
				);
	return { categories: categories.map(({ id }) => id), found };
}

/**
 * Compares geofence collections with the sensitive places, unless they were compared with the
 * current ones already, and stores the result.
 * @returns how many were compared
 * @throws UnavailableError when it takes too long, or the service stops
 */
export async function compareWithPlaces(
	service: Service,
	collectionIds: readonly string[],
	options: { readonly signal?: AbortSignal; readonly caller?: JobCaller; readonly timeoutMs?: number } = {},
): Promise<number> {
	const places = await loadSensitivePlaces(service.prisma);
	const { key } = places;
	if (key === "") return 0;
	const known = await service.prisma.sensitiveOverlaps.findMany({
		where: { collection_id: { in: [...collectionIds] }, places_key: key },
		select: { collection_id: true },
	});
	const compared = new Set(known.map(({ collection_id: collectionId }) => collectionId));
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
		// It may have been replaced since.
		await service.prisma.$executeRaw(Prisma.sql`
			INSERT INTO sensitive_overlaps (collection_id, places_key, geofence_count, categories, geofences)
			SELECT c.id, ${data.placesKey}, ${data.geofenceCount}, ${JSON.stringify(data.categories)}::jsonb, ${JSON.stringify(data.geofences)}::jsonb
			FROM geofence_collections c WHERE c.id = ${collectionId}::uuid
			ON CONFLICT (collection_id) DO UPDATE SET places_key = EXCLUDED.places_key, geofence_count = EXCLUDED.geofence_count,
				categories = EXCLUDED.categories, geofences = EXCLUDED.geofences`);
	}
	return missing.length;
}

/** Collections that a query finds, and how long a pass goes on. */
const AT_ONCE = 20;
const PASS_MS = 20_000;
/** Until a collection that could not be compared is tried again. */
const PAUSE_MS = 3_600_000;

/** When each may be tried again, by collection and places. */
const failed = new Map<string, number>();

/** Whether {@link compareOutdated} may have something to do. */
export const areSensitivePlaces = () =>
	Prisma.sql`EXISTS (SELECT FROM place_categories WHERE sensitive AND geofence_collection_id IS NOT NULL)`;

/**
 * Background job: compares geofences of designs, requests and activations with the sensitive
 * places, after either has changed; pending requests come first. A collection that is too large or
 * was replaced does not delay others.
 * @returns how many collections were compared
 */
export async function compareOutdated(service: Service, signal: AbortSignal): Promise<number> {
	const until = performance.now() + PASS_MS;
	let count = 0;
	while (performance.now() < until && !signal.aborted) {
		const { key } = await loadSensitivePlaces(service.prisma);
		const found = key === "" ? [] : await findOutdated(service, key);
		if (found.length === 0) break;
		for (const id of found) {
			if (signal.aborted) break;
			try {
				count += await compareWithPlaces(service, [id], { signal, timeoutMs: JOB_TIMEOUT_MS });
			} catch (error) {
				if (signal.aborted) break;
				failed.set(`${id} ${key}`, service.now().getTime() + PAUSE_MS);
				logFailure(error, "geofences could not be compared with sensitive places", { collection_id: id });
			}
		}
	}
	return count;
}

async function findOutdated(service: Service, key: string): Promise<string[]> {
	const now = service.now().getTime();
	for (const [known, at] of failed) if (at <= now || !known.endsWith(` ${key}`)) failed.delete(known);
	const paused = [...failed.keys()].map((known) => known.split(" ")[0] ?? "");
	const rows = await service.prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
		WITH used AS (
			SELECT b.geofence_collection_id AS id, 0 AS rank FROM deployments x JOIN build_sets b ON b.build_id = x.build_id
			WHERE x.status IN ('requested', 'activated') AND b.geofence_collection_id IS NOT NULL
			UNION ALL SELECT s.geofence_collection_id, 1 FROM design_sets s WHERE s.geofence_collection_id IS NOT NULL)
		SELECT c.id FROM (SELECT id, min(rank) AS rank FROM used GROUP BY id) u
		JOIN geofence_collections c ON c.id = u.id AND c.geofence_count > 0
		LEFT JOIN sensitive_overlaps o ON o.collection_id = c.id
		WHERE o.places_key IS DISTINCT FROM ${key} AND c.id <> ALL (${paused}::uuid[])
		ORDER BY u.rank, c.created_at DESC LIMIT ${AT_ONCE}`);
	return rows.map(({ id }) => id);
}

/** A set's overlaps, compared now if that is needed. */
export async function overlapsOfSet(
	service: Service,
	collectionId: string | null,
	options: { readonly signal?: AbortSignal; readonly caller: JobCaller },
): Promise<SetOverlaps> {
	const nothing: SetOverlaps = { geofence_count: 0, categories: [], geofences: [] };
	if (collectionId === null) return nothing;
	await compareWithPlaces(service, [collectionId], options);
	const [row] = await service.prisma.$queryRaw<SetOverlaps[]>(Prisma.sql`
		SELECT o.geofence_count, o.geofences, COALESCE((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'geofence_count', (e->>'count')::int)
				ORDER BY (e->>'count')::int DESC, p.name)
			FROM jsonb_array_elements(o.categories) AS e JOIN place_categories p ON p.id = (e->>'id')::uuid), '[]'::jsonb) AS categories
		FROM sensitive_overlaps o WHERE o.collection_id = ${collectionId}::uuid AND o.places_key = ${SENSITIVE_PLACES_KEY}`);
	if (row !== undefined) return row;
	const { key } = await loadSensitivePlaces(service.prisma);
	if (key === "") return nothing;
	throw new ReplacedError("the places or the geofences changed while they were compared: try again");
}
