/**
 * Opens the embedded database in a directory and writes rows forever; prints the number of each
 * once it is committed.
 */
import { openEmbeddedPool } from "@/lib/platform/db/embedded/open-embedded-pool";

const [dataDir = ""] = process.argv.slice(2);
const { pool } = await openEmbeddedPool({
	dataDir,
	onError: (error) => {
		throw error;
	},
});
await pool.query("CREATE TABLE IF NOT EXISTS written (number int PRIMARY KEY, content text NOT NULL)");
const { rows } = await pool.query("SELECT coalesce(max(number), 0) AS last FROM written");
process.stdout.write("open\n");
for (let number = rows[0].last + 1; ; number++) {
	await pool.query("INSERT INTO written VALUES ($1, repeat('x', 500))", [number]);
	process.stdout.write(`${number}\n`);
}
