import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isCount, readOptions } from "@/lib/tools/bench/read-options";
import { type KillReport, killRounds } from "@/lib/tools/testing/kill/kill-rounds";
import { killTelling, type TellingReport } from "@/lib/tools/testing/kill/kill-telling";
import { findPostgres, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";

const values = readOptions(
	"npm run kill:idempotency -- [--of requests|events] [--database embedded|postgres] [--kills N] [--seed N]",
	{
		of: { type: "string", default: "requests" },
		database: { type: "string", default: "embedded" },
		kills: { type: "string", default: "1000" },
		seed: { type: "string", default: "20261125" },
	},
	({ of, database, kills, seed }) => {
		if (of !== "requests" && of !== "events") return "--of must be requests or events";
		if (database !== "embedded" && database !== "postgres") return "--database must be embedded or postgres";
		return isCount(kills) && isCount(seed) ? undefined : "--kills and --seed must be whole numbers above 0";
	},
);

/**
 * `npm run kill:idempotency`: kills a server while it runs requests with an `Idempotency-Key`, or
 * while it tells people of events.
 */
async function main(): Promise<void> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-kill-"));
	let printed = 0;
	const server = values.database === "postgres" ? await startServer() : null;
	try {
		const killing = values.of === "events" ? killTelling : killRounds;
		const report = await killing({
			settings: { DATA_DIR: directory, ...(server === null ? {} : { DATABASE_URL: server.url }) },
			kills: Number(values.kills),
			seed: Number(values.seed),
			onKill: (sofar) => {
				for (const problem of sofar.problems.slice(printed)) console.log(problem);
				printed = sofar.problems.length;
				if (sofar.kills % 25 === 0) console.log(summaryOf(sofar));
			},
		});
		console.log(values.database, summaryOf(report));
		if (report.problems.length > 0) process.exitCode = 1;
	} finally {
		await server?.stop();
		await rm(directory, { recursive: true, force: true });
	}
}

function summaryOf({ problems, ...counts }: KillReport | TellingReport): string {
	return JSON.stringify({ ...counts, problems: problems.length });
}

async function startServer() {
	const programs = await findPostgres();
	if (programs === null) throw new Error("PostgreSQL is not installed here: take --database embedded");
	return startPostgres(programs);
}

await main();
