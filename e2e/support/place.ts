import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startObjectStore } from "@/lib/tools/testing/object-store";
import { createPostgresDatabase, type DatabaseKind } from "./postgres";

/** Where a service keeps what it stores. */
export interface Place {
	/** The settings that lead a process there. */
	env: Record<string, string>;
	/** Ends the object store. What lies in the directory, and the database, stay. */
	close(): Promise<void>;
	/** Ends the object store and removes the database. */
	remove(): Promise<void>;
}

/**
 * Opens a place of the kind in a directory: with the embedded database all of it lies there, otherwise the objects do and the database is on
 * the PostgreSQL server of this run.
 * @param database its name and what it is a copy of, unless it is new and empty
 */
export async function openPlace(
	kind: DatabaseKind,
	directory: string,
	database: Parameters<typeof createPostgresDatabase>[0],
): Promise<Place> {
	const env: Record<string, string> = { DATA_DIR: join(directory, "data"), HOST: "127.0.0.1", PORT: "0" };
	if (kind === "embedded") return { env, close: async () => undefined, remove: async () => undefined };
	const { url, drop } = await createPostgresDatabase(database);
	await mkdir(join(directory, "objects"), { recursive: true });
	const objects = await startObjectStore(join(directory, "objects"));
	return {
		env: { ...env, ...objects.environment, DATABASE_URL: url, FILE_STORE_URL: objects.url("e2e") },
		close: objects.stop,
		remove: () => objects.stop().finally(drop),
	};
}
