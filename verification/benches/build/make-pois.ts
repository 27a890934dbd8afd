import { literal, withDuckDb } from "@/lib/engine/audience/duckdb";

/** Writes made-up points of interest as Parquet, in the columns of Foursquare OS Places. */
export function makePois(directory: string, path: string, count: number): Promise<void> {
	return withDuckDb({ tempDirectory: directory, memoryLimitMb: 1_024 }, (db) =>
		db.run(`COPY (
			SELECT 'p' || i AS fsq_place_id, word[1 + (hash(i) % 4000)::INTEGER] || ' ' || word[1 + (hash(i * 7 + 1) % 4000)::INTEGER]
					|| CASE WHEN i % 3 = 0 THEN ' Apotheke' WHEN i % 3 = 1 THEN ' Café' ELSE '' END AS name,
				'Street ' || (i % 9000) AS address, 'Locality ' || word[1 + (hash(i * 3) % 2000)::INTEGER] AS locality,
				'Region ' || (i % 300) AS region, chr((65 + i % 20)::INTEGER) || chr((65 + i % 11)::INTEGER) AS country,
				-170 + 340 * (hash(i * 5) % 1000000) / 1000000 AS longitude, -60 + 130 * (hash(i * 11) % 1000000) / 1000000 AS latitude,
				['Retail > Category ' || (i % 400)] AS fsq_category_labels
			FROM range(${count}) AS r(i), (SELECT list('W' || substr(md5(j::VARCHAR), 1, 4 + (j % 6)::INTEGER) || 'é') AS word FROM range(4000) AS w(j)))
		TO ${literal(path)} (FORMAT parquet)`),
	);
}
