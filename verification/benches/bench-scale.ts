/**
 * `npm run bench:scale -- [--sizes 1e4,1e5,1e6]`: the service on PostgreSQL at so many designs, with
 * twice the deployments, a twentieth of the people and a 200th of the organizations: its start, what
 * each page and list takes, decisions, events, exports, background jobs, the size of the database;
 * and the exponent with which each of these grows. `--server` names a PostgreSQL server that keeps
 * the databases for the next run; otherwise one is started for this run. `--figures` names a file that
 * keeps what was measured: a run of one size is printed beside earlier ones.
 */
import { readFile, writeFile } from "node:fs/promises";
import { findPostgres, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";
import { count, print, seconds, timed } from "./figures";
import { readOptions } from "./read-options";
import { printGrowth } from "./scale/growth";
import { MANY_ORGANIZATIONS, proportional } from "./scale/many-organizations";
import { measureSize } from "./scale/measure-size";
import type { Figure } from "./scale/requests";
import { createDatabase, fillDatabase, onServer } from "./service";
import { withDirectory } from "./with-directory";

/** Fewer than this do not fill the targets. */
const LEAST = 10_000;
/** Of a machine with 8 GB; unlike servers of tests it waits for the disk. */
const SETTINGS = [
	"shared_buffers=2GB",
	"effective_cache_size=5GB",
	"maintenance_work_mem=512MB",
	"max_wal_size=4GB",
	"fsync=on",
	"synchronous_commit=on",
	"full_page_writes=on",
];

const options = readOptions(
	"bench:scale",
	{ sizes: "1e4,1e5,1e6", milliseconds: 300, server: "", figures: "", "fill-only": false, all: false },
	({ sizes }) =>
		sizesOf(sizes).every((size) => Number.isInteger(size / LEAST) && size > 0)
			? undefined
			: `--sizes are multiples of ${count(LEAST)}.`,
);
const kept = options.figures === "" ? "[]" : await readFile(options.figures, "utf8").catch(() => "[]");
const measured = new Map(JSON.parse(kept) as [number, Figure[]][]);
const own = options.server === "" ? await startOwn() : undefined;
const server = own?.url ?? options.server;
try {
	for (const designs of sizesOf(options.sizes)) {
		print(`${count(designs)} designs: filling …`);
		const name = `targeting_scale_${designs}`;
		const drop = () => onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name}`));
		const databaseUrl = await filled(name, designs).catch(async (error) => {
			await drop();
			throw error;
		});
		const keep = async (figures: readonly Figure[]) => {
			measured.set(designs, [...figures]);
			if (options.figures !== "") await writeFile(options.figures, JSON.stringify([...measured]));
		};
		if (!options["fill-only"])
			await withDirectory((directory) =>
				measureSize(directory, { designs, databaseUrl, milliseconds: options.milliseconds, keep }),
			);
		if (own !== undefined) await drop();
	}
} finally {
	const sizes = [...measured].sort(([a], [b]) => a - b).map(([designs, figures]) => ({ designs, figures }));
	printGrowth(sizes, options.all);
	await own?.stop();
}
process.exit(0);

/** Creates and fills the database of a size, unless the server has it from an earlier run. */
async function filled(name: string, designs: number): Promise<string> {
	const find = "SELECT FROM pg_database WHERE datname = $1";
	if ((await onServer(server, (client) => client.query(find, [name]))).rowCount === 1) {
		print(`${count(designs)} designs: kept from an earlier run`);
		return Object.assign(new URL(server), { pathname: `/${name}` }).toString();
	}
	const where = await createDatabase(server, name);
	const { took } = await timed(() => fillDatabase(where, proportional(designs), MANY_ORGANIZATIONS));
	print(`${count(designs)} designs: ${seconds(took)} of filling`);
	return where.databaseUrl;
}

async function startOwn() {
	const programs = await findPostgres();
	if (programs === null) throw new Error("PostgreSQL is not installed here: --server names one elsewhere.");
	return startPostgres(programs, { settings: SETTINGS });
}

function sizesOf(text: string): number[] {
	return text
		.split(",")
		.map(Number)
		.sort((a, b) => a - b);
}
