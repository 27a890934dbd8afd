import type pg from "pg";
import type { Figure } from "./requests";

/** Smaller tables are not listed. */
const LISTED_MB = 1;

/** Sizes of the database and of its tables with their indexes. */
export async function sizesOfTables(pool: pg.Pool): Promise<Figure[]> {
	const { rows } = await pool.query<{ name: string; megabytes: number }>(
		`SELECT 'all' AS name, pg_database_size(current_database()) / 1e6 AS megabytes
		 UNION ALL SELECT relname, pg_total_relation_size(oid) / 1e6 FROM pg_class
		 WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC`,
	);
	return rows
		.filter(({ megabytes }) => Number(megabytes) >= LISTED_MB)
		.map(({ name, megabytes }) => ({
			...{ group: "database", name, who: "", unit: "MB" as const },
			values: [Number(megabytes)],
		}));
}
