import { createHash, randomUUID } from "node:crypto";
import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { DeviceIdKind } from "@/lib/formats/meta";
import { type DuckDb, type DuckDbOptions, literal, parquetRelation, withDuckDb } from "./duckdb";
import { kindOfIds } from "./duckdb-engine";
import { findOptOuts } from "./find-opt-outs";
import type { EvaluationSource } from "./members";

/**
 * Which devices of a source are on a list of opt-outs, as a work file for each part: both are
 * immutable, so an id is hashed once and not with every evaluation (docs/decisions/0430). Hashes
 * stored with the part would be read by every estimate; numbers of rows would need a second join of
 * all ids. Unused work files are removed after a day, those of a replaced list within an hour.
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

/** Removes the files of parts that are gone. */
export async function forgetListedDevices(partPaths: readonly string[], directory: string): Promise<void> {
	const gone = new Set(partPaths.map(prefixOf));
	for (const name of await readdir(directory)) {
		if (gone.has(name.slice(0, prefixOf("").length))) await rm(join(directory, name), { force: true });
	}
}

const listIn = (name: string) => /^opted-out-[0-9a-f]{32}-([0-9a-f]{32})\.parquet/.exec(name)?.[1];

/**
 * Removes the files of replaced lists after a while without use: they hold ids that may have left
 * the list. Returns their number.
 * @param findList finds the current list, and is called only if there are files; null: none
 */
export async function forgetReplacedLists(
	findList: () => Promise<string | null>,
	directory: string,
	unusedForMs: number,
): Promise<number> {
	const names = (await readdir(directory)).filter((name) => listIn(name) !== undefined);
	if (names.length === 0) return 0;
	const path = await findList();
	const list = path === null ? null : digestOf(path);
	let removed = 0;
	for (const name of names) {
		if (listIn(name) === list) continue;
		const file = join(directory, name);
		const found = await stat(file).catch(() => undefined);
		if (found === undefined || Date.now() - found.mtimeMs < unusedForMs) continue;
		await rm(file, { force: true });
		removed += 1;
	}
	return removed;
}

/**
 * Writes the results of {@link findListedDevices}, part by part and the smallest first, so that an
 * aborted run resumes where it stopped. A million devices take a second, so it runs on a thread.
 */
export async function listDevices(
	sources: readonly EvaluationSource[],
	optOutsPath: string,
	options: DuckDbOptions,
): Promise<void> {
	await withDuckDb(options, async (db) => {
		for (const source of sources) await listDevicesOf(db, source, optOutsPath, options.tempDirectory);
	});
}

interface MissingPart {
	readonly part: string;
	readonly file: string;
}

async function listDevicesOf(
	db: DuckDb,
	source: EvaluationSource,
	optOutsPath: string,
	directory: string,
): Promise<void> {
	const missing: (MissingPart & { readonly size: number })[] = [];
	for (const part of source.parquetPaths) {
		const file = fileOf(directory, optOutsPath, part);
		if ((await stat(file).catch(() => undefined)) === undefined)
			missing.push({ part, file, size: (await stat(part)).size });
	}
	if (missing.length === 0) return;
	missing.sort((a, b) => a.size - b.size);
	const parquetPaths = missing.map(({ part }) => part);
	const kind = await kindOfIds(db, parquetRelation(parquetPaths));
	if (kind === undefined) throw new Error(`the data of source ${source.slug} have device ids of an unknown type`);
	// Parts have devices in common, which are hashed once.
	for (const table of ["hashed", "listed"])
		await db.run(`CREATE TEMP TABLE ${table} AS SELECT device_id FROM ${parquetRelation(parquetPaths)} LIMIT 0`);
	for (const one of missing) await listDevicesOfPart(db, one, kind, optOutsPath);
	for (const table of ["hashed", "listed"]) await db.run(`DROP TABLE ${table}`);
}

async function listDevicesOfPart(
	db: DuckDb,
	{ part, file }: MissingPart,
	kind: DeviceIdKind,
	optOutsPath: string,
): Promise<void> {
	const relation = parquetRelation([part]);
	await db.run(
		`CREATE TEMP TABLE devices AS SELECT DISTINCT device_id FROM ${relation} ANTI JOIN hashed USING (device_id)`,
	);
	await findOptOuts(db, "devices", kind, optOutsPath);
	await db.run("INSERT INTO listed SELECT device_id FROM devices WHERE rowid IN (SELECT member FROM opted_out)");
	await db.run("INSERT INTO hashed SELECT device_id FROM devices");
	for (const table of ["devices", "opted_out"]) await db.run(`DROP TABLE ${table}`);
	// Appears whole: other threads may read it, or write the same.
	const staged = `${file}-${randomUUID()}`;
	try {
		await db.run(`COPY (SELECT DISTINCT device_id FROM ${relation}
			WHERE device_id IN (SELECT device_id FROM listed)) TO ${literal(staged)} (FORMAT parquet)`);
		await rename(staged, file);
	} finally {
		await rm(staged, { force: true });
	}
}
