import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { openDatabase } from "@/lib/platform/db/client";
import { databaseTime, readDatabaseTime } from "@/lib/platform/db/database-time";
import { DatabaseInUseError } from "@/lib/platform/db/embedded/directory-lock";
import { requireMigrated } from "@/lib/platform/db/require-migrated";
import type { Environment } from "@/lib/platform/env";
import { type AdminCommand, type AdminResult, runAdminCommand } from "@/lib/processes/admin/admin-command";
import { AdminError } from "@/lib/processes/admin/admin-error";
import { askService } from "@/lib/processes/admin/admin-socket";
import { openWholeService } from "@/lib/processes/admin/open-whole-service";
import type { AdminAnswer } from "@/lib/processes/admin/serve-admin";
import { isDomainError } from "@/lib/rules/errors";

/**
 * Carries a command of `npm run admin` out (docs/operations.md, Locked out?): by the service that
 * runs on the embedded database, or else on the database itself, which it neither makes nor
 * migrates. Only erasing devices and the audit log need the file store and the secret as well.
 * @throws AdminError, EnvironmentError, DatabaseInUseError, MigrationError in words for people
 */
export async function administer(environment: Environment, command: AdminCommand): Promise<AdminResult> {
	if (environment.DATABASE_URL !== undefined) {
		return onDatabase({ databaseUrl: environment.DATABASE_URL }, command, environment);
	}
	const dataDir = resolve(environment.DATA_DIR);
	const answer = await askService(dataDir, JSON.stringify(command));
	if (answer !== null) return resultOf(JSON.parse(answer));
	requireOwnDatabase(dataDir);
	return onDatabase({ dataDir }, command, environment);
}

/** @throws AdminError with the service's words */
export function resultOf(answer: AdminAnswer): AdminResult {
	if ("result" in answer) return answer.result;
	if ("refusal" in answer) throw new AdminError(answer.refusal, { isInput: true });
	throw new AdminError(answer.failure);
}

async function onDatabase(
	place: { readonly dataDir: string } | { readonly databaseUrl: string },
	command: AdminCommand,
	environment: Environment,
): Promise<AdminResult> {
	const database = await openDatabase(place).catch((cause: Error) => {
		throw cause instanceof DatabaseInUseError ? cause : new AdminError(cause.message);
	});
	try {
		await requireMigrated(database.pool);
		await readDatabaseTime(database);
		const whole = () => openWholeService(environment, database);
		const copyDatabase = () => Promise.reject(new AdminError("only a running service copies its database"));
		const service = { prisma: database.prisma, now: databaseTime, whole, copyDatabase };
		return await runAdminCommand(service, command, {
			PUBLIC_URL: environment.PUBLIC_URL,
			own: addressOf(environment),
		});
	} catch (error) {
		throw isDomainError(error) ? new AdminError(error.message, { isInput: true }) : error;
	} finally {
		await database.close();
	}
}

/** Where the service listens on this machine. */
function addressOf({ TLS_CERT_FILE, PORT, BASE_PATH }: Environment): string {
	return `${TLS_CERT_FILE === undefined ? "http" : "https"}://localhost:${PORT}${BASE_PATH}`;
}

/** A database that another user opens gets files that its service cannot read. */
export function requireOwnDatabase(dataDir: string): void {
	const directory = join(dataDir, "database");
	if (!existsSync(join(directory, "PG_VERSION"))) {
		throw new AdminError(
			`there is no database in ${dataDir}: set DATA_DIR, or DATABASE_URL, as the service has it, and be its user`,
		);
	}
	const { uid } = statSync(directory);
	if (process.getuid !== undefined && process.getuid() !== uid) {
		throw new AdminError(`${dataDir} belongs to the user with the id ${uid}: run the command as that user`);
	}
}
