import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { searchWords } from "@/lib/rules/text/normalize";

/** A place of the operator that a search found. */
export interface FoundPlace {
	readonly name: string;
	readonly category: string;
	/** Degrees. */
	readonly latitude: number;
	readonly longitude: number;
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
	return db.$queryRaw<FoundPlace[]>(Prisma.sql`
		SELECT p.name, c.name AS category, p.latitude, p.longitude
		FROM places p JOIN place_categories c ON c.geofence_collection_id = p.collection_id
		WHERE array_to_tsvector(string_to_array(p.search_document, ' ')) @@ ${query}::tsquery
		ORDER BY strpos(p.search_document, ${words.join(" ")}) <> 1, length(p.name), p.name, p.position LIMIT ${limit}`);
}
