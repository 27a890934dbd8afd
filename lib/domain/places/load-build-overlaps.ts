import type { SensitivePlaces } from "@/lib/contract/place";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/** The `places_key` of the current sensitive places. */
export const SENSITIVE_PLACES_KEY = digestOfPlaces(Prisma.sql`p.id::text || p.geofence_collection_id::text`);

/** The current sensitive places by their names, as warnings have them; empty without any. */
export const SENSITIVE_PLACES_STATE = digestOfPlaces(
	Prisma.sql`p.id::text || p.name || p.geofence_collection_id::text`,
);

function digestOfPlaces(place: Prisma.Sql): Prisma.Sql {
	return Prisma.sql`(SELECT COALESCE(md5(string_agg(${place}, ',' ORDER BY p.id)), '')
		FROM place_categories p WHERE p.sensitive AND p.geofence_collection_id IS NOT NULL)`;
}

/** A text that changes whenever the known overlaps of a build (by its id) change. */
export const overlapsState = (buildId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
	SELECT string_agg(concat_ws(':', o.collection_id, o.places_key), ',' ORDER BY o.collection_id) FROM build_sets b
	JOIN sensitive_overlaps o ON o.collection_id = b.geofence_collection_id WHERE b.build_id = ${buildId})`;

/**
 * The sensitive places that builds of proximity designs overlap, by the build's id. Null for a
 * build that was not compared yet, or whose geofences are not kept. Without sensitive places
 * nothing overlaps.
 */
export async function loadBuildOverlaps(
	db: Transaction,
	buildIds: readonly string[],
): Promise<Map<string, SensitivePlaces | null>> {
	const rows = await db.$rows<SensitivePlaces & { id: string; known: boolean }>(Prisma.sql`
		WITH now AS MATERIALIZED (SELECT ${SENSITIVE_PLACES_KEY} AS key)
		SELECT builds.id, now.key = '' OR COALESCE(bool_and(o.collection_id IS NOT NULL OR b.item_count = 0), FALSE) AS known,
			COALESCE(sum(o.geofence_count), 0)::int AS geofence_count,
			COALESCE((SELECT jsonb_agg(jsonb_build_object('name', n.name, 'geofence_count', n.count) ORDER BY n.count DESC, n.name)
				FROM (SELECT p.name, sum((e->>'count')::int)::int AS count
					FROM build_sets s JOIN sensitive_overlaps v ON v.collection_id = s.geofence_collection_id AND v.places_key = now.key
					CROSS JOIN LATERAL jsonb_array_elements(v.categories) AS e JOIN place_categories p ON p.id = (e->>'id')::uuid
					WHERE s.build_id = builds.id GROUP BY p.id) n), '[]'::jsonb) AS categories
		FROM builds JOIN designs ON designs.id = builds.design_id CROSS JOIN now
		LEFT JOIN build_sets b ON b.build_id = builds.id
		LEFT JOIN sensitive_overlaps o ON o.collection_id = b.geofence_collection_id AND o.places_key = now.key
		WHERE builds.id = ANY (${[...buildIds]}::uuid[]) AND designs.type = 'proximity'
		GROUP BY builds.id, now.key`);
	return new Map(
		rows.map(({ id, known, geofence_count, categories }) => [id, known ? { geofence_count, categories } : null]),
	);
}

/** A build's overlaps: none of an audience. */
export const overlapsOf = (
	overlaps: ReadonlyMap<string, SensitivePlaces | null>,
	{ build_id: buildId }: { readonly build_id: string },
): SensitivePlaces | null => {
	const known = overlaps.get(buildId);
	return known === undefined ? { geofence_count: 0, categories: [] } : known;
};
