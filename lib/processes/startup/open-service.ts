import { EventEmitter } from "node:events";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Database, openDatabase } from "@/lib/platform/db/client";
import { databaseTime, readDatabaseTime } from "@/lib/platform/db/database-time";
import { markMoved } from "@/lib/platform/db/embedded/moved-data";
import { migrate } from "@/lib/platform/db/migrate";
import { watchOutages } from "@/lib/platform/db/outage";
import { placeOfServer } from "@/lib/platform/db/postgres-pool";
import { type Environment, settingNames } from "@/lib/platform/env";
import { setDiskUse } from "@/lib/platform/files/disks";
import { openFileStore } from "@/lib/platform/files/open-file-store";
import { makePrivateDirectory } from "@/lib/platform/files/work-directory";
import { log } from "@/lib/platform/log";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import { misspelledSettings } from "@/lib/platform/misspelled-settings";
import type { Service } from "@/lib/platform/service";
import { refuseCommonPassword } from "./bootstrap-operator";
import { explainFullDisk } from "./explain-full-disk";
import { logSlowStep } from "./log-slow-step";
import { naming } from "./naming";
import { confirmServiceIdentity, refuseOtherService } from "./service-identity";
import { serviceSecret } from "./service-secret";

/** Added to errors of DATA_DIR: with a remote database and file store its use may be unexpected. */
const IN_DATA_DIR =
	"it must be a directory that can be written to, also with DATABASE_URL and FILE_STORE_URL: imports, uploads and builds work there";

/** Receives each step of a start, in words. */
type Tell = (what: string) => void;

/** A service with its database open and migrated. */
export interface OpenService {
	readonly service: Service;
	readonly database: Database;
}

/**
 * Opens the common parts of every process: database, migrations, secret and file store. Logs slow
 * steps.
 * @param tell receives each step, in words
 * @throws EnvironmentError, DatabaseInUseError, MigrationError, ServiceIdentityError,
 *   FileStoreUrlError: each names the setting
 */
export function openService(environment: Environment, tell: Tell = () => undefined): Promise<OpenService> {
	// Files that libraries write below DATA_DIR are for this user alone, too.
	process.umask(0o077);
	for (const { variable, setting } of misspelledSettings(Object.keys(process.env), settingNames)) {
		log.warn(`${variable} is no setting, and has no effect: did you mean ${setting}?`);
	}
	const dataDirectory = resolve(/* turbopackIgnore: true */ process.cwd(), environment.DATA_DIR);
	const opened = () => open(environment, dataDirectory, tell);
	return environment.DATABASE_URL === undefined ? explainFullDisk(dataDirectory, opened) : opened();
}

async function open(environment: Environment, dataDirectory: string, tell: Tell): Promise<OpenService> {
	const onError = (err: Error) =>
		reportFailure(
			"database",
			err,
			environment.DATABASE_URL === undefined
				? "the embedded database stopped, or could not be cleaned up: it is started again when needed"
				: "a connection to the database was lost: a new one is opened when needed",
		);
	const inDataDirectory = <T>(work: () => Promise<T>) => naming("DATA_DIR", dataDirectory, work, IN_DATA_DIR);
	await inDataDirectory(async () => {
		await makePrivateDirectory(dataDirectory);
		await access(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
	});
	const { DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: connections, FILE_STORE_URL: fileStoreUrl } = environment;
	// The embedded database waits for no server, so a slow first start is not logged.
	const asking = <T>(waitingFor: string, work: () => Promise<T>) =>
		databaseUrl === undefined ? work() : logSlowStep({ waiting_for: waitingFor, at: placeOfServer(databaseUrl) }, work);
	tell("opening the database");
	const database = await (databaseUrl === undefined
		? inDataDirectory(() => openDatabase({ dataDir: dataDirectory, onError }))
		: asking("the database", () => openDatabase({ databaseUrl, connections, onError })));
	try {
		const filesAt = fileStoreUrl ?? pathToFileURL(join(dataDirectory, "files")).href;
		const files = openFileStore(filesAt, join(dataDirectory, "work"));
		// Checked first, so that a failed start changes no database.
		await logSlowStep({ waiting_for: "the file store", at: filesAt }, () =>
			fileStoreUrl === undefined
				? inDataDirectory(() => files.identity())
				: naming("FILE_STORE_URL", fileStoreUrl, () => files.identity()),
		);
		const secret = await inDataDirectory(() => serviceSecret(environment.NEXTAUTH_SECRET, dataDirectory));
		const previousSecret = environment.NEXTAUTH_SECRET_PREVIOUS;
		await asking("the database", () => refuseOtherService(database.pool, { secret, previousSecret, files }));
		await refuseCommonPassword(database.pool, environment.BOOTSTRAP_PASSWORD);
		const migrations = await asking("migrations of the database, by this process or another", () =>
			migrate(database.pool, undefined, {
				onPending: (count) => tell(count === 1 ? "applying 1 migration" : `applying ${count} migrations`),
			}),
		);
		await readDatabaseTime(database);
		const service: Service = {
			prisma: database.prisma,
			files,
			secret,
			previousSecret,
			settings: environment,
			signals: new EventEmitter({ captureRejections: false }).setMaxListeners(0),
			now: databaseTime,
		};
		await confirmServiceIdentity(service);
		const embedded = database.kind === "embedded";
		setDiskUse({ dataDirectory, fileDirectory: files.directory(), embedded });
		watchOutages(database.pool);
		if (databaseUrl !== undefined) await markMoved(dataDirectory, placeOfServer(databaseUrl));
		// Identifies the database and disks of later log lines.
		const places = { database: database.kind, data_dir: dataDirectory, file_store: filesAt };
		log.info({ ...places, migrations_applied: migrations.length }, "database and file store are open");
		return { service, database };
	} catch (error) {
		await database.close();
		throw error;
	}
}
