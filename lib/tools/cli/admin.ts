/**
 * `npm run admin`: lets an operator in who lost everything but the machine (docs/operations.md,
 * Locked out?), and saves and restores the service (Backup).
 */
import { ArchiveError } from "@/lib/platform/archive/archive-error";
import { DatabaseInUseError } from "@/lib/platform/db/embedded/directory-lock";
import { MigrationError } from "@/lib/platform/db/migrate";
import { EnvironmentError, env } from "@/lib/platform/env";
import { FileStoreUrlError } from "@/lib/platform/files/file-store-url";
import { log } from "@/lib/platform/log";
import { AdminError } from "@/lib/processes/admin/admin-error";
import { administer } from "@/lib/processes/admin/administer";
import { type BackupRequest, runBackup } from "@/lib/processes/backup/run-backup";
import { ServiceIdentityError } from "@/lib/processes/startup/service-identity";
import { ADMIN_USAGE, AdminArgumentError, type AdminRequest, parseAdminArguments } from "@/lib/tools/admin/arguments";
import { type Printed, print } from "@/lib/tools/admin/print";
import { printArchive } from "@/lib/tools/admin/print-archive";
import { readRequest } from "@/lib/tools/admin/read-request";
import { ReleaseError } from "@/lib/tools/releasing/run-ssh-keygen";
import { verifyRelease } from "@/lib/tools/releasing/verify-release";

// Standard output is the answer's.
log.level = "silent";
try {
	const request = parseAdminArguments(process.argv.slice(2));
	if (request === null) console.log(ADMIN_USAGE);
	else {
		const { out, note, isFault } = await carryOut(request);
		process.stderr.write(note);
		process.stdout.write(out);
		if (isFault) process.exitCode = 1;
	}
} catch (error) {
	process.exitCode = error instanceof AdminArgumentError || (error instanceof AdminError && error.isInput) ? 2 : 1;
	const hint = error instanceof AdminArgumentError ? "\nadmin: --help lists the commands" : "";
	console.error(isForPeople(error) ? `admin: ${error.message}${hint}` : error);
}

async function carryOut(request: AdminRequest): Promise<Printed> {
	if (request.name === "verify-release") {
		const names = await verifyRelease(request.release, request.key);
		return { out: names.map((name) => `${name}\n`).join(""), note: "As it was signed:\n", isFault: false };
	}
	if (isAboutArchives(request)) return printArchive(await runBackup(env(), request));
	return print(await administer(env(), await readRequest(request)), process.stdout.isTTY);
}

function isAboutArchives(request: AdminRequest): request is BackupRequest {
	return "path" in request;
}

/** Errors whose message says all: a trace would only hide it. */
function isForPeople(error: unknown): error is Error {
	const known = [AdminArgumentError, AdminError, ArchiveError, DatabaseInUseError, EnvironmentError];
	return [...known, FileStoreUrlError, MigrationError, ReleaseError, ServiceIdentityError].some(
		(kind) => error instanceof kind,
	);
}
