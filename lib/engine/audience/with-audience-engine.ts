import type { AudienceEngine, EvaluationOptions } from "./audience-engine";
import { type DuckDb, withDuckDb } from "./duckdb";
import { duckDbEngine } from "./duckdb-engine";

/** Opens an engine while `use` runs, and the DuckDB that its results come into. */
export function withAudienceEngine<T>(
	{ engineUrl, ...options }: EvaluationOptions,
	use: (db: DuckDb, engine: AudienceEngine) => Promise<T>,
): Promise<T> {
	return withDuckDb(options, async (db) => {
		if (engineUrl === null) return use(db, duckDbEngine(db));
		const { withClickHouse } = await import("./with-click-house");
		return withClickHouse(db, engineUrl, options.signal, (engine) => use(db, engine));
	});
}
