// node clickhouse-server.mjs DIRECTORY COLLECTION-JSON: ClickHouse's HTTP interface, as far as an
// evaluation uses it, over the engine in process (chdb, installed in DIRECTORY). Prints its port.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const [directory, collection] = process.argv.slice(2);
const { Session } = createRequire(join(directory, "package.json"))("chdb");
const session = new Session();
const quoted = (value) => `'${String(value).replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
const fields = Object.entries(JSON.parse(collection)).map(([name, value]) => `${name} = ${quoted(value)}`);
session.query(`CREATE NAMED COLLECTION targeting_files AS ${fields.join(", ")}`);

/** Parameters of a request that are no settings of its query. */
const OWN = new Set(["database", "query_id", "default_format", "wait_end_of_query"]);

const server = createServer(async (request, response) => {
	const { searchParams } = new URL(request.url, "http://localhost");
	const settings = [...searchParams].filter(([name]) => !OWN.has(name));
	const sql = `${await text(request)} SETTINGS ${settings.map(([name, value]) => `${name} = ${quoted(value)}`).join(", ")}`;
	try {
		const result = await session.queryAsync(sql);
		response.setHeader("x-clickhouse-query-id", searchParams.get("query_id"));
		response.end(Buffer.from(result.bytes()));
	} catch (error) {
		const code = error.clickhouseCode ?? 0;
		response.writeHead(500, { "x-clickhouse-exception-code": String(code) }).end(error.message);
	}
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.on("SIGTERM", () => process.exit(0));
