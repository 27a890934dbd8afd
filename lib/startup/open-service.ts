import { EventEmitter } from "node:events";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import type { Environment } from "@/lib/env";
import { openFileStore } from "@/lib/files/open-file-store";
import { reportFailure } from "@/lib/metrics/report-failure";
import type { Service } from "@/lib/service";
import { confirmServiceIdentity } from "./service-identity";
import { serviceSecret } from "./service-secret";

/** A service with its database open and migrated. */
export interface OpenService {
	readonly service: Service;
	readonly database: Database;
}

/**
 * Opens what every process of the service needs, whether it serves, builds or seeds: database, migrations, secret, file
 * store.
 * @throws DatabaseInUseError, MigrationError, ServiceIdentityError, FileStoreUrlError: each names what is wrong
 */
export async function openService(environment: Environment): Promise<OpenService> {
	const dataDirectory = resolve(/* turbopackIgnore: true */ process.cwd(), environment.DATA_DIR);
	const onError = (err: Error) =>
		reportFailure("database", err, "a connection to the database was lost, or its maintenance failed");
	const database = await openDatabase(
		environment.DATABASE_URL === undefined
			? { dataDir: dataDirectory, onError }
			: { databaseUrl: environment.DATABASE_URL, onError },
	);
	try {
		await migrate(database.pool);
		const service: Service = {
			prisma: database.prisma,
			files: openFileStore(
				environment.FILE_STORE_URL ?? pathToFileURL(join(dataDirectory, "files")).href,
				join(dataDirectory, "work"),
			),
			secret: await serviceSecret(environment.NEXTAUTH_SECRET, dataDirectory),
			settings: environment,
			signals: new EventEmitter({ captureRejections: false }).setMaxListeners(0),
			now: () => new Date(),
		};
		await confirmServiceIdentity(service);
		return { service, database };
	} catch (error) {
		await database.close();
		throw error;
	}
}
