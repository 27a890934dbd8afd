/**
 * `npm run admin`: lets an operator in who lost everything but the machine (docs/operations.md,
 * Locked out?).
 */
import { DatabaseInUseError } from "@/lib/platform/db/embedded/directory-lock";
import { MigrationError } from "@/lib/platform/db/migrate";
import { EnvironmentError, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { AdminError } from "@/lib/processes/admin/admin-error";
import { administer } from "@/lib/processes/admin/administer";
import { ADMIN_USAGE, AdminArgumentError, parseAdminArguments } from "@/lib/tools/admin/arguments";
import { print } from "@/lib/tools/admin/print";

// Standard output is the answer's.
log.level = "silent";
try {
	const command = parseAdminArguments(process.argv.slice(2));
	if (command === null) console.log(ADMIN_USAGE);
	else {
		const { out, note } = print(await administer(env(), command), process.stdout.isTTY);
		process.stderr.write(note);
		process.stdout.write(out);
	}
} catch (error) {
	process.exitCode = error instanceof AdminArgumentError || (error instanceof AdminError && error.isInput) ? 2 : 1;
	const hint = error instanceof AdminArgumentError ? "\nadmin: --help lists the commands" : "";
	console.error(isForPeople(error) ? `admin: ${error.message}${hint}` : error);
}

/** Errors whose message says all: a trace would only hide it. */
function isForPeople(error: unknown): error is Error {
	return [AdminArgumentError, AdminError, DatabaseInUseError, EnvironmentError, MigrationError].some(
		(known) => error instanceof known,
	);
}
