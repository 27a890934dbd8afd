/**
 * Applies the migrations of a directory to the PostgreSQL server of a URL; prints the names that
 * this process applied.
 */
import { migrate } from "@/lib/platform/db/migrate";
import { openPostgresPool } from "@/lib/platform/db/postgres-pool";

const [databaseUrl = "", directory = ""] = process.argv.slice(2);
const { pool, close } = await openPostgresPool({
	databaseUrl,
	onError: (error) => {
		throw error;
	},
});
process.stdout.write(`${JSON.stringify(await migrate(pool, directory))}\n`);
await close();
