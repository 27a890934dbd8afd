import { EventEmitter } from "node:events";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Database } from "@/lib/platform/db/database";
import { databaseTime } from "@/lib/platform/db/database-time";
import type { Environment } from "@/lib/platform/env";
import { openFileStore } from "@/lib/platform/files/open-file-store";
import type { Service } from "@/lib/platform/service";
import { AdminError } from "@/lib/processes/admin/admin-error";
import { refuseOtherService } from "@/lib/processes/startup/service-identity";
import { serviceSecret } from "@/lib/processes/startup/service-secret";

/**
 * The service behind a database that is open, for a command that works on its files, too.
 * @throws AdminError when the files belong to another user
 * @throws ServiceIdentityError, FileStoreUrlError when the settings are not the service's
 */
export async function openWholeService(environment: Environment, database: Database): Promise<Service> {
	const dataDirectory = resolve(environment.DATA_DIR);
	const filesAt = environment.FILE_STORE_URL ?? pathToFileURL(join(dataDirectory, "files")).href;
	const files = openFileStore(filesAt, join(dataDirectory, "work"));
	await requireOwnFiles(files.directory());
	const secret = await serviceSecret(environment.NEXTAUTH_SECRET, dataDirectory);
	const previousSecret = environment.NEXTAUTH_SECRET_PREVIOUS;
	await refuseOtherService(database.pool, { secret, previousSecret, files });
	const signals = new EventEmitter({ captureRejections: false });
	return { prisma: database.prisma, files, secret, previousSecret, settings: environment, signals, now: databaseTime };
}

/** The service could not read files that another user writes. */
async function requireOwnFiles(directory: string | undefined): Promise<void> {
	const found = directory === undefined ? undefined : await stat(directory).catch(() => undefined);
	if (found === undefined || process.getuid === undefined || process.getuid() === found.uid) return;
	throw new AdminError(
		`the files in ${directory} belong to the user with the id ${found.uid}: run the command as that user`,
	);
}
