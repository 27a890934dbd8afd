import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { type DuckDb, parquetRelation, withDuckDb } from "@/lib/engine/audience/duckdb";
import type { DeviceId } from "@/lib/formats/device-id";
import type { DeviceIdKind } from "@/lib/formats/meta";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import type { ExpiredParts, RewrittenPart } from "./expire-parts";
import { holdVersion } from "./hold-version";
import type { PartRecord, Version } from "./load-version";
import { localPaths } from "./open-sources";
import { replaceParts } from "./replace-parts";
import { summarizeVisits } from "./summarize-visits";
import { IMPORT_MEMORY_MB } from "./take-file";
import { writeVisits } from "./write-visits";

/** Changes of the source that may overtake before the erasure is refused. */
const MOST_ATTEMPTS = 5;
const IDS_PER_STATEMENT = 1_000;

/** The erased visits of a source. */
export interface ErasedVisits {
	readonly rows: number;
	/** Files that were written again without the devices. */
	readonly files: number;
}

/**
 * Writes the current data of a source without the visits of devices, as a new version. The files
 * before are removed once no build reads them, within minutes.
 * @throws InvalidStateError when the source keeps changing
 */
export async function eraseVisits(
	service: Service,
	by: Principal | SystemActor,
	sourceId: string,
	devices: readonly DeviceId[],
): Promise<ErasedVisits> {
	for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
		const erased = await holdVersion(service, sourceId, (base) => eraseFrom(service, by, sourceId, base, devices));
		if (erased !== null) return erased;
	}
	throw new InvalidStateError("an inventory source kept changing during the erasure: erase the devices again");
}

/** Null where the base is no longer current. */
async function eraseFrom(
	service: Service,
	by: Principal | SystemActor,
	sourceId: string,
	base: Version | null,
	devices: readonly DeviceId[],
): Promise<ErasedVisits | null> {
	const sought = devices.filter(({ kind }) => kind === base?.device_id_kind);
	if (base === null || sought.length === 0) return { rows: 0, files: 0 };
	const directory = await mkdtemp(join(await service.files.workDirectory(), "inventory-"));
	try {
		const options = { tempDirectory: directory, memoryLimitMb: IMPORT_MEMORY_MB };
		const left = await withDuckDb(options, (db) => writeWithout(service, db, base, sought, directory));
		const rows = Number(base.row_count) - left.summary.rows;
		const files = base.parts.length - left.kept.length;
		if (rows === 0) return { rows, files };
		const isDone = await replaceParts(service, by, sourceId, base, { ...left, mode: "erase", expiredRows: 0 });
		return isDone ? { rows, files } : null;
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function writeWithout(
	service: Service,
	db: DuckDb,
	{ parts, device_id_kind: deviceIdKind }: Version,
	sought: readonly DeviceId[],
	directory: string,
): Promise<ExpiredParts> {
	await createSought(db, deviceIdKind as DeviceIdKind, sought);
	const kept: PartRecord[] = [];
	const keptPaths: string[] = [];
	const rewritten: RewrittenPart[] = [];
	for (const part of parts) {
		const paths = await localPaths(service, [part.file_key]);
		const relation = parquetRelation(paths);
		const [found] = await db.rows(
			`SELECT count(*) AS rows FROM ${relation} WHERE device_id IN (SELECT device_id FROM sought)`,
		);
		if (Number(found?.rows) === 0) {
			kept.push(part);
			keptPaths.push(...paths);
			continue;
		}
		const path = join(directory, `without-${rewritten.length}.parquet`);
		await writeVisits(db, `SELECT * FROM ${relation} WHERE device_id NOT IN (SELECT device_id FROM sought)`, path);
		const summary = await summarizeVisits(db, [path]);
		if (summary.rows > 0) rewritten.push({ path, summary });
	}
	return { kept, rewritten, summary: await summarizeVisits(db, [...keptPaths, ...rewritten.map(({ path }) => path)]) };
}

async function createSought(db: DuckDb, kind: DeviceIdKind, sought: readonly DeviceId[]): Promise<void> {
	await db.run(`CREATE TEMP TABLE sought (device_id ${kind === "uuid" ? "UUID" : "BLOB"})`);
	for (let from = 0; from < sought.length; from += IDS_PER_STATEMENT) {
		const values = sought.slice(from, from + IDS_PER_STATEMENT).map(({ bytes }) => {
			const hex = Buffer.from(bytes).toString("hex");
			return kind === "uuid"
				? `('${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")}'::UUID)`
				: `(from_hex('${hex}'))`;
		});
		await db.run(`INSERT INTO sought VALUES ${values.join(", ")}`);
	}
}
