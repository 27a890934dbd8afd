import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DATA } from "@/lib/tools/seed/copy-demo-world";
import { startObjectStore } from "@/lib/tools/testing/object-store";
import { createPostgresDatabase, type DatabaseKind } from "./postgres";

/** The storage of a service. */
export interface Place {
	/** The settings of a process with this storage. */
	env: Record<string, string> & { DATA_DIR: string };
	/** Stops the object store and removes the database. */
	remove(): Promise<void>;
}

/**
 * Opens storage in a directory: the embedded database keeps everything there, otherwise it has the
 * objects, and the database is on the run's PostgreSQL server.
 */
export async function openPlace(kind: DatabaseKind, directory: string): Promise<Place> {
	const env: Place["env"] = { DATA_DIR: join(directory, DATA), HOST: "127.0.0.1", PORT: "0" };
	if (kind === "embedded") return { env, remove: async () => undefined };
	const { url, drop } = await createPostgresDatabase();
	await mkdir(join(directory, "objects"), { recursive: true });
	const objects = await startObjectStore(join(directory, "objects"));
	return {
		env: { ...env, ...objects.environment, DATABASE_URL: url, FILE_STORE_URL: objects.url("e2e") },
		remove: () => objects.stop().finally(drop),
	};
}
