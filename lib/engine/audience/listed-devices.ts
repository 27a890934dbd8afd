import { createHash, randomUUID } from "node:crypto";
import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type DuckDb, type DuckDbOptions, literal, parquetRelation, withDuckDb } from "./duckdb";
import { findOptOuts } from "./find-opt-outs";
import { type EvaluationSource, kindOfSource } from "./members";

/**
 * Which devices of a source are on a list of opt-outs, as a work file for each part: both are
 * immutable, so an id is hashed once and not with every evaluation (decision 0461). Unused work
 * files are removed after a day.
 */

const digestOf = (path: string) => createHash("sha256").update(path).digest("hex").slice(0, 32);

const prefixOf = (partPath: string) => `opted-out-${digestOf(partPath)}`;

const fileOf = (directory: string, optOutsPath: string, partPath: string) =>
	join(directory, `${prefixOf(partPath)}-${digestOf(optOutsPath)}.parquet`);

const pathsOf = (sources: readonly EvaluationSource[]) => sources.flatMap(({ parquetPaths }) => parquetPaths);

/** The relation of the `device_id` on the list; null unless it was written for all parts. */
export async function findListedDevices(
	sources: readonly EvaluationSource[],
	optOutsPath: string,
	directory: string,
): Promise<string | null> {
	const files = pathsOf(sources).map((path) => fileOf(directory, optOutsPath, path));
	const now = new Date();
	const used = files.map((file) =>
		utimes(file, now, now).then(
			() => true,
			() => false,
		),
	);
	return files.length > 0 && (await Promise.all(used)).every(Boolean) ? parquetRelation(files) : null;
}

/** Removes what was written for parts that are gone. */
export async function forgetListedDevices(partPaths: readonly string[], directory: string): Promise<void> {
	const gone = new Set(partPaths.map(prefixOf));
	for (const name of await readdir(directory)) {
		if (gone.has(name.slice(0, prefixOf("").length))) await rm(join(directory, name), { force: true });
	}
}

/** Writes what {@link findListedDevices} finds. Takes a second for a million devices: on a thread. */
export async function listDevices(
	sources: readonly EvaluationSource[],
	optOutsPath: string,
	options: DuckDbOptions,
): Promise<void> {
	await withDuckDb(options, async (db) => {
		for (const source of sources) await listDevicesOf(db, source, optOutsPath, options.tempDirectory);
	});
}

async function listDevicesOf(
	db: DuckDb,
	source: EvaluationSource,
	optOutsPath: string,
	directory: string,
): Promise<void> {
	const missing: { readonly part: string; readonly file: string }[] = [];
	for (const part of source.parquetPaths) {
		const file = fileOf(directory, optOutsPath, part);
		if ((await stat(file).catch(() => undefined)) === undefined) missing.push({ part, file });
	}
	if (missing.length === 0) return;
	const parquetPaths = missing.map(({ part }) => part);
	const kind = await kindOfSource(db, { ...source, parquetPaths });
	await db.run(`CREATE TEMP TABLE devices AS SELECT DISTINCT device_id FROM ${parquetRelation(parquetPaths)}`);
	await findOptOuts(db, "devices", kind, optOutsPath);
	await db.run(
		`CREATE TEMP TABLE listed AS SELECT device_id FROM devices WHERE rowid IN (SELECT member FROM opted_out)`,
	);
	for (const { part, file } of missing) {
		// Appears whole: other threads may read it, or write the same.
		const staged = `${file}-${randomUUID()}`;
		try {
			await db.run(`COPY (SELECT DISTINCT device_id FROM ${parquetRelation([part])}
				WHERE device_id IN (SELECT device_id FROM listed)) TO ${literal(staged)} (FORMAT parquet)`);
			await rename(staged, file);
		} finally {
			await rm(staged, { force: true });
		}
	}
	for (const table of ["devices", "opted_out", "listed"]) await db.run(`DROP TABLE ${table}`);
}
