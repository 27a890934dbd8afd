/**
 * `npm run seed`: fills an empty or existing database with the demo world and prints its
 * credentials (docs/operations.md, Demo world).
 */
import { DatabaseInUseError } from "@/lib/platform/db/embedded/directory-lock";
import { EnvironmentError, env } from "@/lib/platform/env";
import { FileStoreUrlError } from "@/lib/platform/files/file-store-url";
import { openService } from "@/lib/processes/startup/open-service";
import { ServiceIdentityError } from "@/lib/processes/startup/service-identity";
import { isDomainError } from "@/lib/rules/errors";
import { parseSeedArguments, requireWritable, SEED_USAGE, SeedArgumentError } from "@/lib/tools/seed/arguments";
import { seedDemoWorld } from "@/lib/tools/seed/seed-demo-world";
import { summarize } from "@/lib/tools/seed/summarize";
import { writeCredentials } from "@/lib/tools/seed/write-credentials";

try {
	const { out, devices, help } = parseSeedArguments(process.argv.slice(2), process.cwd());
	if (help) console.log(SEED_USAGE);
	else await seed(out, devices);
} catch (error) {
	process.exitCode = error instanceof SeedArgumentError ? 2 : 1;
	if (error instanceof SeedArgumentError) console.error(`${error.message}\n\n${SEED_USAGE}`);
	else if (isForPeople(error)) console.error(error.message);
	else console.error(error);
}

async function seed(out: string | null, devices: number): Promise<void> {
	if (out !== null) await requireWritable(out);
	// Beside the result, which scripts read.
	const tell = (what: string) => process.stderr.write(`seed: ${what}\n`);
	const { service, database } = await openService(env(), tell);
	try {
		const result = await seedDemoWorld(service, { devices, tell });
		if (out !== null) await writeCredentials(out, result.world);
		console.log(summarize(result));
		if (out !== null) console.log(`\nWritten to ${out}.`);
	} finally {
		await database.close();
	}
}

/** Errors whose message suffices, without a stack trace. */
function isForPeople(error: unknown): error is Error {
	return (
		isDomainError(error) ||
		error instanceof DatabaseInUseError ||
		error instanceof EnvironmentError ||
		error instanceof FileStoreUrlError ||
		error instanceof ServiceIdentityError
	);
}
