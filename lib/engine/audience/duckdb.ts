import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from "@duckdb/node-api";

export interface DuckDbOptions {
	/** Parent directory of spill files; each use creates its own below it. */
	tempDirectory: string;
	/** Limit in megabytes, above which it spills. */
	memoryLimitMb: number;
	/** default 2, and at least one core of the machine fewer than it has */
	threads?: number;
	/** Keeps the order of rows in written files, which costs memory. */
	keepOrder?: boolean;
	/** Aborts the running query with an error. */
	signal?: AbortSignal | undefined;
}

/** A private in-memory DuckDB. */
export interface DuckDb {
	readonly connection: DuckDBConnection;
	/** For files of this use. */
	readonly directory: string;
	/** Runs a statement for its effect. */
	run(sql: string): Promise<void>;
	/** All rows of a query with a small result. */
	rows(sql: string): Promise<Record<string, DuckDBValue>[]>;
	/** Aborts when this use has to end. */
	readonly signal: AbortSignal;
}

/** A core stays with the server, so that requests do not wait for an evaluation. */
const DEFAULT_THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Running uses of DuckDB on this thread. */
const uses = new Map<Promise<unknown>, AbortController>();

/** Aborts all uses of DuckDB on this thread and waits: a query must not outlive the process. */
export async function endDuckDbUses(): Promise<void> {
	for (const controller of uses.values()) controller.abort(new Error("the service is stopping"));
	await Promise.allSettled(uses.keys());
}

/** Opens a DuckDB while `use` runs: limited memory and threads, UTC, no network, no extensions. */
export async function withDuckDb<T>(options: DuckDbOptions, use: (db: DuckDb) => Promise<T>): Promise<T> {
	const stopping = new AbortController();
	const signal = AbortSignal.any([stopping.signal, ...(options.signal === undefined ? [] : [options.signal])]);
	const running = inOwnDirectory({ ...options, signal }, use);
	uses.set(running, stopping);
	return running.finally(() => uses.delete(running));
}

/** A DuckDB that stays open until it is closed, or until the process stops. */
export function openDuckDb(
	options: DuckDbOptions,
	prepare: (db: DuckDb) => Promise<void>,
): Promise<DuckDb & { close(): Promise<void> }> {
	return new Promise((resolve, reject) => {
		const closing = new AbortController();
		const ended = withDuckDb(options, async (db) => {
			await prepare(db);
			const close = async () => {
				closing.abort();
				await ended;
			};
			resolve({ ...db, close });
			const either = AbortSignal.any([closing.signal, db.signal]);
			if (!either.aborted) await new Promise((end) => either.addEventListener("abort", end));
		});
		ended.catch(reject);
	});
}

type WithSignal = DuckDbOptions & { signal: AbortSignal };

async function inOwnDirectory<T>(options: WithSignal, use: (db: DuckDb) => Promise<T>): Promise<T> {
	options.signal.throwIfAborted();
	// Two instances in one directory would use the same file names.
	const directory = await mkdtemp(join(options.tempDirectory, "duckdb-"));
	try {
		return await inDirectory(directory, options, use);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function inDirectory<T>(directory: string, options: WithSignal, use: (db: DuckDb) => Promise<T>): Promise<T> {
	const instance = await DuckDBInstance.create(":memory:", {
		threads: String(options.threads ?? DEFAULT_THREADS),
		memory_limit: `${options.memoryLimitMb}MB`,
		temp_directory: directory,
		preserve_insertion_order: String(options.keepOrder ?? false),
		autoinstall_known_extensions: "false",
		autoload_known_extensions: "false",
	});
	const connection = await instance.connect();
	let interrupting: NodeJS.Timeout | undefined;
	const interrupt = () => {
		connection.interrupt();
		// Repeated, because an interrupt just before a query starts is lost.
		interrupting = setInterval(() => connection.interrupt(), 100);
	};
	options.signal.addEventListener("abort", interrupt);
	try {
		await connection.run("SET TimeZone = 'UTC'; SET lock_configuration = true");
		return await use({
			connection,
			directory,
			signal: options.signal,
			run: async (sql) => {
				options.signal.throwIfAborted();
				await connection.run(sql);
			},
			rows: async (sql) => {
				options.signal.throwIfAborted();
				return (await connection.runAndReadAll(sql)).getRowObjects();
			},
		});
	} finally {
		options.signal.removeEventListener("abort", interrupt);
		clearInterval(interrupting);
		connection.closeSync();
		instance.closeSync();
	}
}

/** The relation of Parquet files of one layout, at least one of them. */
export function parquetRelation(paths: readonly string[]): string {
	return `read_parquet([${paths.map(literal).join(", ")}])`;
}

/** A text as an SQL literal: DuckDB has no escape but the doubled quote, and no NUL. */
export function literal(text: string): string {
	const quoted = text.split("\0").map((part) => `'${part.replaceAll("'", "''")}'`);
	return quoted.length === 1 ? (quoted[0] as string) : `(${quoted.join(" || chr(0) || ")})`;
}
