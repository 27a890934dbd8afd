/**
 * `npm run bench:scale -- [--sizes 1e4,1e5,1e6]`: the service on PostgreSQL at so many designs, with
 * twice the deployments, a twentieth of the people and a 200th of the organizations: its start, what
 * each page and list takes, decisions, events, exports, background jobs, the size of the database;
 * and the exponent with which each of these grows. `--server` names a PostgreSQL server that keeps
 * the databases for the next run; otherwise one is started for this run. `--figures` names a file that
 * keeps what was measured: a run of one size is printed beside earlier ones.
 */
import { readFile, writeFile } from "node:fs/promises";
import { startBrowser } from "@/verification/benches/ui/browser";
import { isCount, readOptions } from "./read-options";
import { printGrowth } from "./scale/growth";
import { measureSize } from "./scale/measure-size";
import type { Figure } from "./scale/requests";
import { scaleDatabase, scaleServer } from "./scale/scale-database";

const USAGE =
	"npm run bench:scale -- [--sizes 1e4,1e5,1e6] [--milliseconds 300] [--server postgresql://…] [--figures FILE] [--fill-only] [--all]";
/** Fewer than this do not fill the targets. */
const LEAST = 10_000;

const options = readOptions(
	USAGE,
	{
		sizes: { type: "string", default: "1e4,1e5,1e6" },
		milliseconds: { type: "string", default: "300" },
		server: { type: "string" },
		figures: { type: "string" },
		"fill-only": { type: "boolean", default: false },
		all: { type: "boolean", default: false },
	},
	({ sizes, milliseconds }) => {
		if (!isCount(milliseconds)) return "--milliseconds is a whole number.";
		return sizesOf(sizes).every((size) => Number.isInteger(size / LEAST) && size > 0)
			? undefined
			: `--sizes are multiples of ${LEAST.toLocaleString("en-US")}.`;
	},
);
const measured = await readFigures(options.figures);
const server = await scaleServer(options.server);
try {
	for (const designs of sizesOf(options.sizes)) {
		const count = designs.toLocaleString("en-US");
		process.stdout.write(`${count} designs: filling …\n`);
		const database = await scaleDatabase(server, designs);
		process.stdout.write(`${count} designs: ${database.filledIn?.toFixed(0) ?? "not"} s of filling\n`);
		if (!options["fill-only"]) {
			const browser = await startBrowser();
			const milliseconds = Number(options.milliseconds);
			const keep = async (figures: readonly Figure[]) => {
				measured.set(designs, figures);
				if (options.figures !== undefined) await writeFile(options.figures, JSON.stringify([...measured]));
			};
			await measureSize({ designs, databaseUrl: database.url, browser, milliseconds, keep });
			await browser.close();
		}
		await database.remove();
	}
} finally {
	const sizes = [...measured].sort(([a], [b]) => a - b).map(([designs, figures]) => ({ designs, figures }));
	printGrowth(sizes, options.all);
	await server.stop();
}
process.exit(0);

async function readFigures(path: string | undefined): Promise<Map<number, readonly Figure[]>> {
	const text = path === undefined ? "[]" : await readFile(path, "utf8").catch(() => "[]");
	return new Map(JSON.parse(text) as [number, Figure[]][]);
}

function sizesOf(text: string): number[] {
	return text
		.split(",")
		.map(Number)
		.sort((a, b) => a - b);
}
