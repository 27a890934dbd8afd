import { dirname } from "node:path";
import { literal, withDuckDb } from "@/lib/engine/audience/duckdb";

/** Segments of the visits, `s0` to `s39`; the first ones are larger. */
export const VISIT_SEGMENTS = 40;

/**
 * Writes a Parquet file of visits within 90 days, as many of each device. The same in every run.
 */
export async function writeVisits(
	path: string,
	{ devices, visits }: { readonly devices: number; readonly visits: number },
): Promise<void> {
	await withDuckDb({ tempDirectory: dirname(path), memoryLimitMb: 1_024 }, (db) =>
		db.run(`COPY (
			SELECT md5('device ' || (i % ${devices}))::UUID::VARCHAR AS device_id,
				's' || floor(${VISIT_SEGMENTS} * pow((hash(i) % 1000000) / 1000000.0, 1.5))::INTEGER AS segment,
				TIMESTAMP '2026-01-01' + to_seconds((hash(i + 1) % 7776000)::BIGINT) AS seen_at
			FROM range(${visits}) AS visits (i)
		) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd)`),
	);
}
