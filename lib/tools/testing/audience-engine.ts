import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { EvaluationSource } from "@/lib/engine/audience/members";
import { openFileStore } from "@/lib/platform/files/open-file-store";
import { startObjectStore } from "./object-store";

/** An engine that evaluations of a test run on. */
export interface TestEngine {
	readonly engineUrl: string | null;
	/** A source of these local files, as the engine reads them. */
	source(slug: string, paths: readonly string[]): Promise<EvaluationSource>;
	stop(): Promise<void>;
}

/**
 * Starts ClickHouse with an object store; without `chdb`, evaluations run on DuckDB.
 * @param directory for work files
 * @param chdb where the engine's package is installed (`npm run test:clickhouse`)
 */
export async function startTestEngine(
	directory: string,
	chdb: string | null = process.env.CHDB_DIRECTORY ?? null,
): Promise<TestEngine> {
	if (chdb === null) {
		const source = async (slug: string, parquetPaths: readonly string[]) => ({ slug, parquetPaths });
		return { engineUrl: null, source, stop: async () => undefined };
	}
	const store = await startObjectStore();
	Object.assign(process.env, store.environment);
	const files = openFileStore(store.url("tests"), directory);
	const { AWS_ACCESS_KEY_ID: access_key_id, AWS_SECRET_ACCESS_KEY: secret_access_key } = store.environment;
	const url = `${new URL(new URL(store.url("tests")).searchParams.get("endpoint") ?? "").origin}/${store.bucket}/tests/`;
	const collection = JSON.stringify({ url, access_key_id, secret_access_key });
	// Programs that are bundled lie elsewhere.
	const script = join(process.cwd(), "lib/tools/testing/clickhouse-server.mjs");
	const server = spawn(process.execPath, [script, chdb, collection], { stdio: ["ignore", "pipe", "inherit"] });
	const ended = once(server, "exit").then(() => Promise.reject(new Error("the engine does not start")));
	const [port] = await Promise.race([once(createInterface({ input: server.stdout }), "line"), ended]);
	ended.catch(() => undefined);
	return {
		engineUrl: `clickhouse://127.0.0.1:${port}`,
		source: async (slug, paths) => {
			const parquetPaths = paths.map((path) => `inventory/${basename(path).replace(/[^\w.-]/g, "_")}`);
			for (const [index, path] of paths.entries()) {
				// A store moves what it is given.
				await copyFile(path, `${path}.copy`);
				await files.put(parquetPaths[index] as string, `${path}.copy`);
			}
			return { slug, parquetPaths };
		},
		stop: async () => {
			server.kill();
			await once(server, "exit");
			await store.stop();
		},
	};
}
