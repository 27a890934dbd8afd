import { DEVICE_ID_BYTES, type DeviceIdKind } from "@/lib/formats/meta";
import type { Dialect } from "./dialect";
import type { DuckDbOptions } from "./duckdb";
import type { GroupQuery } from "./evaluation-sql";

/** Reads the visits of sources and evaluates audiences over them. */
export interface AudienceEngine {
	readonly dialect: Dialect;
	/** The relation `device_id, segment, seen_at` of a source's Parquet files, at least one. */
	relation(parquetPaths: readonly string[]): string;
	/** The kind of a relation's device ids (undefined: unknown), and its newest `seen_at`. */
	describe(relation: string): Promise<{ kind: DeviceIdKind | undefined; newestSeenAt: bigint | null }>;
	/** Makes a table of a group's members in the DuckDB of the evaluation. */
	evaluate(table: string, query: GroupQuery): Promise<void>;
}

/** The kind of hashed ids of so many bytes; of a source without ids, any of them. */
export function kindOfHashes(bytes: number | null): DeviceIdKind | undefined {
	return (["sha1", "sha256"] as const).find((kind) => DEVICE_ID_BYTES[kind] === (bytes ?? DEVICE_ID_BYTES.sha1));
}

/** How audiences are evaluated. */
export interface EvaluationOptions extends DuckDbOptions {
	/** AUDIENCE_ENGINE_URL; null for DuckDB in this process, which reads files of this machine. */
	readonly engineUrl: string | null;
}
