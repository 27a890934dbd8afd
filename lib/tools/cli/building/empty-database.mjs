import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { inProject, versionOf } from "./project.mjs";

const PGLITE = "@electric-sql/pglite";
const PREFIX = "empty-database-";

/**
 * Makes the empty database that a first start copies (lib/platform/db/embedded/create-data-directory.ts),
 * once for each version of PGlite: `initdb` takes 750 MB of memory and ten seconds of a small machine.
 */
export async function ensureEmptyDatabase() {
	const name = `${PREFIX}${versionOf(PGLITE)}`;
	const directory = inProject("dist", name);
	if (existsSync(join(directory, "PG_VERSION"))) return;
	await mkdir(inProject("dist"), { recursive: true });
	for (const entry of await readdir(inProject("dist"))) {
		if (entry.startsWith(PREFIX)) await rm(inProject("dist", entry), { recursive: true });
	}
	const unfinished = `${directory}.new`;
	await mkdir(unfinished, { mode: 0o700 });
	const worker = new Worker(inProject("lib", "platform", "db", "embedded", "pglite-worker.mjs"), {
		workerData: { directory: unfinished, durable: false },
	});
	await once(worker, "message");
	worker.postMessage({ kind: "close", id: 0 });
	await once(worker, "exit");
	await rename(unfinished, directory);
}
