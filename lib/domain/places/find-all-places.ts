import type { FoundPlace, FoundPlaces, PlacesQuery } from "@/lib/contract/found-place";
import { boxAround, findPlaces } from "@/lib/domain/gazetteer/find-places";
import { findPoiPlaces } from "@/lib/domain/pois/read-pois";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { searchWords } from "@/lib/rules/text/normalize";

/** Kilometers around an operator's place that a map shows. */
const AROUND = 0.5;

interface Found {
	readonly name: string;
	readonly category: string;
	readonly latitude: number;
	readonly longitude: number;
}

/**
 * `GET /api/places` (docs/contract.md, Places by name): the operator's own places, those of the
 * gazetteer, points of interest, and those of the geocoder.
 */
export async function findAllPlaces(service: Service, query: PlacesQuery): Promise<FoundPlaces> {
	const { q, limit } = query;
	const own = await searchCategories(service.prisma, q, limit);
	const { places, note } = await findPlaces(service, query);
	const pois = await findPoiPlaces(service, q, limit);
	// A city that begins so must not be crowded out by its branches, nor they by it.
	const [named, addresses] = [true, false].map((wanted) =>
		places.filter(({ source }) => (source === "gazetteer") === wanted),
	) as [FoundPlace[], FoundPlace[]];
	const before = pois.length === 0 ? named : named.slice(0, Math.ceil(limit / 2));
	return { places: [...own, ...before, ...pois, ...named.slice(before.length), ...addresses].slice(0, limit), note };
}

/**
 * Finds the operator's places whose names have every word of `q` as the prefix of a word: those
 * that begin with `q` first, then by length.
 */
export async function searchCategories(db: Transaction, q: string, limit: number): Promise<FoundPlace[]> {
	const words = searchWords(q);
	if (words.length === 0) return [];
	// Words have letters and digits only, so quoting suffices for tsquery.
	const query = words.map((word) => `'${word}':*`).join(" & ");
	const rows = await db.$queryRaw<Found[]>(Prisma.sql`
		SELECT p.name, c.name AS category, p.latitude, p.longitude
		FROM places p JOIN place_categories c ON c.geofence_collection_id = p.collection_id
		WHERE array_to_tsvector(string_to_array(p.search_document, ' ')) @@ ${query}::tsquery
		ORDER BY strpos(p.search_document, ${words.join(" ")}) <> 1, length(p.name), p.name, p.position LIMIT ${limit}`);
	return rows.map(({ name, category, latitude, longitude }) => ({
		kind: "place",
		source: "operator",
		name,
		region: category,
		country: null,
		latitude,
		longitude,
		population: null,
		bounds: boxAround(longitude, latitude, AROUND),
	}));
}
