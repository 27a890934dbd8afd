/**
 * `npm run bench:api`: requests per second and p99 of the API at 100,000 designs and 200,000
 * deployments, on PostgreSQL (a server for this run) and on the embedded database, beside a
 * node:http server that runs the same SQL; also the time of lists with totals beside that at 2,000
 * rows. Server and load have one core each.
 */
import { fileURLToPath } from "node:url";
import { openDatabase } from "@/lib/platform/db/client";
import { FULL_SCALE, SMALL_SCALE } from "@/lib/tools/testing/scale/scale-sizes";
import { type BenchDatabases, filledDatabases } from "./databases";
import { measureServers } from "./measure-servers";
import { LOAD_CORE, pinTo, type ReferenceOrder } from "./processes";
import { isCount, readOptions } from "./read-options";
import { serveRecording } from "./reference-server";
import { printRates, printTimes } from "./tables";
import { timeLists } from "./totals";

const USAGE =
	"npm run bench:api -- [--seconds 2] [--rounds 3] [--connections 32] [--database postgres|embedded] [--only <part of a name>]";
const KINDS = ["postgres", "embedded"] as const;
const program = fileURLToPath(import.meta.url);

if (process.argv[2] === "--reference") {
	process.once("message", async ({ database, recording }: ReferenceOrder) => {
		process.send?.(await serveRecording(await openDatabase(database), recording));
	});
} else {
	await main();
}

async function main(): Promise<void> {
	const values = readOptions(
		USAGE,
		{
			seconds: { type: "string", default: "2" },
			rounds: { type: "string", default: "3" },
			connections: { type: "string", default: "32" },
			database: { type: "string" },
			only: { type: "string", default: "" },
		},
		({ seconds, rounds, connections, database }) => {
			if (![seconds, rounds, connections].every(isCount))
				return "--seconds, --rounds and --connections are whole numbers.";
			if (!KINDS.some((kind) => kind === (database ?? kind))) return `--database is ${KINDS.join(" or ")}.`;
			return undefined;
		},
	);
	const pinned = await pinTo(LOAD_CORE, process.pid);
	if (!pinned) process.stdout.write("There is no taskset here: server and load share the cores as the system likes.\n");
	for (const kind of KINDS.filter((kind) => (values.database ?? kind) === kind)) {
		process.stdout.write(`\n${kind}: filling a database …\n`);
		const databases = await filledDatabases(kind, { full: FULL_SCALE, small: SMALL_SCALE });
		try {
			const options = {
				program,
				milliseconds: Number(values.seconds) * 1000,
				rounds: Number(values.rounds),
				connections: Number(values.connections),
				only: values.only,
			};
			printRates(kind, await measureServers(kind, databases.full, options));
			if (values.only === "" || "totals".includes(values.only)) await compareTotals(databases);
		} finally {
			await databases.remove();
		}
	}
	process.exit(0);
}

async function compareTotals({ full, small }: BenchDatabases): Promise<void> {
	const [atSmall, atFull] = await Promise.all([openDatabase(small), openDatabase(full)]);
	printTimes(await timeLists({ database: atSmall, rareWord: "232" }, { database: atFull, rareWord: "42314" }));
	await Promise.all([atSmall.close(), atFull.close()]);
}
