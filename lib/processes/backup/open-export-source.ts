import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { type Database, openDatabase } from "@/lib/platform/db/client";
import { type OpenSnapshot, snapshotsOf } from "@/lib/platform/db/copy/snapshots";
import { requireMigrated } from "@/lib/platform/db/require-migrated";
import type { Environment } from "@/lib/platform/env";
import type { DatabaseCopy } from "@/lib/processes/admin/admin-command";
import { AdminError } from "@/lib/processes/admin/admin-error";
import { askService } from "@/lib/processes/admin/admin-socket";
import { requireOwnDatabase, resultOf } from "@/lib/processes/admin/administer";
import { openWholeService } from "@/lib/processes/admin/open-whole-service";
import type { ExportSource } from "./export-archive";

/** The service to export, until it is closed. */
export interface OpenExportSource extends ExportSource {
	close(): Promise<void>;
}

/**
 * Opens the service to export. A running service on the embedded database makes a copy for each
 * snapshot, which is opened here; anything else is opened as it is.
 * @throws AdminError, DatabaseInUseError, MigrationError, ServiceIdentityError
 */
export async function openExportSource(environment: Environment, actor: string): Promise<OpenExportSource> {
	const { DATABASE_URL: databaseUrl } = environment;
	if (databaseUrl !== undefined) return openHere(environment, await openDatabase({ databaseUrl }));
	const dataDir = resolve(environment.DATA_DIR);
	const copied = await askForCopy(dataDir, actor);
	if (copied !== null) return openCopies(environment, copied, () => askForCopy(dataDir, actor));
	requireOwnDatabase(dataDir);
	return openHere(environment, await openDatabase({ dataDir }));
}

async function openHere(environment: Environment, database: Database): Promise<OpenExportSource> {
	const { close } = database;
	const service = await openChecked(environment, database);
	return { ...service, openSnapshot: snapshotsOf(database.pool), close };
}

async function openCopies(
	environment: Environment,
	first: DatabaseCopy,
	askAgain: () => Promise<DatabaseCopy | null>,
): Promise<OpenExportSource> {
	let copy: OpenCopy | null = await openCopy(first);
	const service = await openChecked(environment, copy);
	const openSnapshot: OpenSnapshot = async () => {
		const opened = copy ?? (await openCopy(await askAgain()));
		copy = null;
		const { client, close } = await snapshotsOf(opened.pool)();
		return { client, takenAt: opened.copiedAt, close: () => close().finally(opened.close) };
	};
	return { ...service, openSnapshot, close: async () => copy?.close() };
}

async function openChecked(
	environment: Environment,
	database: Database,
): Promise<Pick<ExportSource, "files" | "secrets">> {
	try {
		await requireMigrated(database.pool);
		const { files, secret, previousSecret } = await openWholeService(environment, database);
		return { files, secrets: { secret, previousSecret } };
	} catch (error) {
		await database.close();
		throw error;
	}
}

/** Gives the copy; null where no service listens. */
async function askForCopy(dataDir: string, actor: string): Promise<DatabaseCopy | null> {
	const answer = await askService(dataDir, JSON.stringify({ name: "copy-database", actor }));
	if (answer === null) return null;
	const result = resultOf(JSON.parse(answer));
	if (!("copiedTo" in result) || result.copiedAt === undefined)
		throw new AdminError("the running service has another version: restart it");
	return result;
}

interface OpenCopy extends Database {
	readonly copiedAt: Date;
}

/** Opens a copy, which goes when it is closed. */
async function openCopy(copy: DatabaseCopy | null): Promise<OpenCopy> {
	if (copy === null) throw new AdminError("the service stopped before it copied its database: run the command again");
	const { copiedTo: dataDir, copiedAt } = copy;
	const remove = () => rm(dataDir, { recursive: true, force: true });
	try {
		const database = await openDatabase({ dataDir });
		return { ...database, copiedAt: new Date(copiedAt), close: () => database.close().finally(remove) };
	} catch (error) {
		await remove();
		throw error;
	}
}
