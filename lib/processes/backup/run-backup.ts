import { open, readFile, rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openArchiveKey } from "@/lib/platform/archive/archive-key";
import { openDatabase } from "@/lib/platform/db/client";
import { LoadError } from "@/lib/platform/db/copy/load-tables";
import type { Environment } from "@/lib/platform/env";
import { openFileStore } from "@/lib/platform/files/open-file-store";
import { storageProblem } from "@/lib/platform/files/storage-problem";
import { AdminError } from "@/lib/processes/admin/admin-error";
import type { Manifest } from "./archive-contents";
import { newBackup, newestBackup, removeOldBackups } from "./backup-directory";
import { exportArchive } from "./export-archive";
import { type CheckedArchive, checkedArchive, importArchive } from "./import-archive";
import { openExportSource } from "./open-export-source";
import { requireKnownMigrations } from "./require-known-migrations";
import { restoreSecret } from "./restore-secret";

/** A command of `npm run admin` about archives (docs/operations.md, Backup). */
export interface BackupRequest {
	readonly name: "export" | "import" | "verify" | "backup" | "restore";
	/** An archive; of backup and restore, the directory of archives. */
	readonly path: string;
	/** A file that has the passphrase; else BACKUP_PASSPHRASE has it. */
	readonly passphraseFile?: string;
	/** How many archives a backup leaves in its directory; all without it. */
	readonly keep?: number;
	/** For the service's log. */
	readonly actor: string;
}

export interface BackupResult {
	readonly name: BackupRequest["name"];
	/** Of the archive. */
	readonly path: string;
	readonly size: number;
	readonly manifest: Manifest;
	/** Of an import: the files that were there already. */
	readonly kept?: number;
	/** Of an import: files with secrets that it has written. */
	readonly secrets?: readonly string[];
	/** Of a backup: older archives that it has removed. */
	readonly removed?: readonly string[];
}

/** As short as a password may be. */
const LEAST_PASSPHRASE = 12;

/**
 * Carries a command about archives out.
 * @throws ArchiveError, LoadError, AdminError and the errors of an opened service, in words for people
 */
export async function runBackup(environment: Environment, request: BackupRequest): Promise<BackupResult> {
	const passphrase = await readPassphrase(environment, request.passphraseFile);
	const path = resolve(request.path);
	try {
		switch (request.name) {
			case "export":
				return await exportTo(environment, request, { path, passphrase });
			case "backup": {
				const made = await exportTo(environment, request, { path: await newBackup(path), passphrase });
				// Older ones go only when this one can be read.
				await withArchive(made.path, passphrase, async () => undefined).catch(async (error: unknown) => {
					await rename(made.path, `${made.path}.broken`);
					throw error;
				});
				// Older ones may have the files that the store has lost.
				const isWhole = made.manifest.missing.length === 0;
				const { keep } = request;
				return { ...made, removed: keep === undefined || !isWhole ? [] : await removeOldBackups(path, keep) };
			}
			case "verify":
				return await withArchive(path, passphrase, async (archive) => described(request, path, archive));
			case "import":
				return await importFrom(environment, request, { path, passphrase });
			case "restore":
				return await importFrom(environment, request, { path: await newestBackup(path), passphrase });
		}
	} catch (error) {
		throw inWords(error);
	}
}

interface Archive {
	readonly path: string;
	readonly passphrase: string;
}

async function exportTo(environment: Environment, request: BackupRequest, archive: Archive): Promise<BackupResult> {
	const source = await openExportSource(environment, request.actor);
	try {
		const manifest = await exportArchive(source, archive);
		const handle = await open(archive.path, "r");
		const { size } = await handle.stat().finally(() => handle.close());
		return { name: request.name, path: archive.path, size, manifest };
	} finally {
		await source.close();
	}
}

async function importFrom(environment: Environment, request: BackupRequest, given: Archive): Promise<BackupResult> {
	return withArchive(given.path, given.passphrase, async (archive) => {
		const { manifest } = archive;
		await requireKnownMigrations(manifest.migrations);
		const { DATABASE_URL: databaseUrl, FILE_STORE_URL } = environment;
		const dataDir = resolve(environment.DATA_DIR);
		const secret = await restoreSecret(environment, dataDir, manifest);
		let isLoaded = false;
		try {
			const database = await openDatabase(databaseUrl === undefined ? { dataDir } : { databaseUrl });
			try {
				const filesAt = FILE_STORE_URL ?? pathToFileURL(join(dataDir, "files")).href;
				const files = openFileStore(filesAt, join(dataDir, "work"));
				const { kept } = await importArchive({ pool: database.pool, files }, archive);
				isLoaded = true;
				return { ...(await described(request, given.path, archive)), kept, secrets: secret.written };
			} finally {
				await database.close();
			}
		} catch (error) {
			if (!isLoaded) await secret.takeBack();
			throw error;
		}
	});
}

/** Opens an archive and reads all of it, before anything is done with it. */
async function withArchive<Result>(
	path: string,
	passphrase: string,
	use: (archive: CheckedArchive) => Promise<Result>,
): Promise<Result> {
	const handle = await open(path, "r");
	try {
		return await use(await checkedArchive(handle, await openArchiveKey(handle, passphrase)));
	} finally {
		await handle.close();
	}
}

async function described(
	{ name }: BackupRequest,
	path: string,
	{ handle, manifest }: CheckedArchive,
): Promise<BackupResult> {
	return { name, path, size: (await handle.stat()).size, manifest };
}

async function readPassphrase({ BACKUP_PASSPHRASE }: Environment, file: string | undefined): Promise<string> {
	if (file === undefined && BACKUP_PASSPHRASE === undefined) {
		throw new AdminError("a passphrase is needed: in BACKUP_PASSPHRASE, or in the file of --passphrase-file", {
			isInput: true,
		});
	}
	const passphrase = file === undefined ? BACKUP_PASSPHRASE : (await readFile(file, "utf8")).replace(/[\r\n]+$/, "");
	if (passphrase !== undefined && [...passphrase].length >= LEAST_PASSPHRASE) return passphrase;
	throw new AdminError(`the passphrase must have at least ${LEAST_PASSPHRASE} characters`, { isInput: true });
}

/** Errors of disks, stores and databases say enough; a trace would only hide it. */
function inWords(thrown: unknown): unknown {
	if (!(thrown instanceof Error) || thrown instanceof AdminError) return thrown;
	if (thrown instanceof LoadError) return new AdminError(thrown.message);
	const problem = storageProblem(thrown);
	if (problem !== undefined) return new AdminError(`${problem}: ${thrown.message}`);
	if ("syscall" in thrown) return new AdminError(thrown.message);
	if ("severity" in thrown) return new AdminError(`the database refused it: ${thrown.message}`);
	return thrown;
}
