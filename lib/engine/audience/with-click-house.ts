import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ClickHouseClient } from "@clickhouse/client";
import { answeredInFront } from "@/lib/platform/answered-in-front";
import { type AudienceEngineLocation, parseAudienceEngineUrl } from "@/lib/platform/audience-engine-url";
import { StorageError, storageProblem } from "@/lib/platform/files/storage-problem";
import { type AudienceEngine, kindOfHashes } from "./audience-engine";
import { clickHouseDialect } from "./clickhouse-dialect";
import { type DuckDb, parquetRelation } from "./duckdb";
import { CONDITIONS, type GroupQuery } from "./evaluation-sql";

/** The server is unreachable or silent. */
const ENGINE_AWAY = "the audience engine cannot be used now";

/** A query that takes longer has its lease and its signal to end it. */
const LONGEST_QUERY_MS = 6 * 3_600_000;

const SETTINGS = {
	// Columns of imported files are never empty, and such columns are read faster.
	schema_inference_make_columns_nullable: 0,
	// An aggregate bears the name of its column.
	prefer_column_name_to_alias: 1,
	// 64 sets of 500 conditions make a long text.
	max_query_size: "100000000",
	max_ast_elements: "10000000",
	max_expanded_ast_elements: "10000000",
	max_parser_depth: "10000",
	glob_expansion_max_elements: "100000",
	// Ids of bytes are no texts.
	output_format_parquet_string_as_string: 0,
	// A query that fails does not look like a short result.
	wait_end_of_query: 1,
	cancel_http_readonly_queries_on_client_close: 1,
} as const;

/**
 * Evaluates on a ClickHouse server, which reads the sources from the file store itself and returns
 * the devices in any set (decision 0028). Its order of UUIDs is not that of their bytes.
 * @throws StorageError when the server cannot be reached, Error with the query's id when it refuses
 */
export async function withClickHouse<T>(
	db: DuckDb,
	engineUrl: string,
	signal: AbortSignal | undefined,
	use: (engine: AudienceEngine) => Promise<T>,
): Promise<T> {
	const location = parseAudienceEngineUrl(engineUrl);
	if (typeof location === "string") throw new Error(`AUDIENCE_ENGINE_URL ${location}`);
	const { ClickHouseLogLevel, createClient } = await import("@clickhouse/client");
	const client = createClient({
		url: location.url,
		database: location.database,
		application: "targeting-service",
		request_timeout: LONGEST_QUERY_MS,
		clickhouse_settings: SETTINGS,
		log: { level: ClickHouseLogLevel.OFF },
	});
	try {
		return await use(new ClickHouseEngine(db, client, location, signal));
	} finally {
		await client.close();
	}
}

class ClickHouseEngine implements AudienceEngine {
	readonly dialect = clickHouseDialect;
	readonly #db: DuckDb;
	readonly #client: ClickHouseClient;
	readonly #location: AudienceEngineLocation;
	readonly #signal: AbortSignal | undefined;

	constructor(db: DuckDb, client: ClickHouseClient, location: AudienceEngineLocation, signal: AbortSignal | undefined) {
		this.#db = db;
		this.#client = client;
		this.#location = location;
		this.#signal = signal;
	}

	/** The keys have no character that a pattern of names would read. */
	relation(keys: readonly string[]): string {
		const { collection, cluster } = this.#location;
		const filename = keys.length === 1 ? keys[0] : `{${keys.join(",")}}`;
		const files = `${collection}, filename = ${this.dialect.literal(filename as string)}, format = 'Parquet'`;
		return cluster === undefined ? `s3(${files})` : `s3Cluster('${cluster}', ${files})`;
	}

	async describe(relation: string) {
		const text = await this.#text(`SELECT * FROM
			(SELECT toTypeName(any(device_id)), length(toString(any(device_id)))
				FROM (SELECT device_id FROM ${relation} LIMIT 1)) AS ids,
			(SELECT count(), toString(toUnixTimestamp64Micro(max(seen_at))) FROM ${relation}) AS visits
			FORMAT JSONCompactEachRow`);
		const [type, length, visits, newest] = JSON.parse(text);
		const isEmpty = Number(visits) === 0;
		const kind = type === "UUID" ? ("uuid" as const) : kindOfHashes(isEmpty ? null : Number(length));
		return { kind, newestSeenAt: isEmpty ? null : BigInt(newest) };
	}

	async evaluate(table: string, { conditions, members }: GroupQuery): Promise<void> {
		const path = join(this.#db.directory, `${table}.parquet`);
		const query = `WITH ${CONDITIONS} AS (${conditions}) ${members} FORMAT Parquet`;
		const bound = this.#signal === undefined ? {} : { signal: this.#signal };
		await this.#ask(query, async (stream) => pipeline(stream, createWriteStream(path, { mode: 0o600 }), bound));
		await this.#db.run(`CREATE TEMP TABLE ${table} AS SELECT * FROM ${parquetRelation([path])}`);
	}

	#text(query: string): Promise<string> {
		return this.#ask(query, async (stream) => {
			const parts: Buffer[] = [];
			for await (const part of stream) {
				this.#signal?.throwIfAborted();
				parts.push(part);
			}
			return Buffer.concat(parts).toString();
		});
	}

	async #ask<T>(
		query: string,
		read: (stream: NodeJS.ReadableStream & AsyncIterable<Buffer>) => Promise<T>,
	): Promise<T> {
		const id = randomUUID();
		this.#signal?.throwIfAborted();
		try {
			const bound = { abort_signal: this.#signal as AbortSignal };
			const { stream, response_headers: headers } = await this.#client.exec({ query, query_id: id, ...bound });
			// A page would be read as the result.
			if (Object.keys(headers).some((name) => name.startsWith("x-clickhouse-"))) return await read(stream);
			stream.destroy();
			throw away(answeredInFront("it", String(headers["content-type"])));
		} catch (error) {
			this.#signal?.throwIfAborted();
			throw problemOf(error, id);
		}
	}
}

/** A server's message names addresses and columns, which are for its operator: they have the id. */
function problemOf(error: unknown, queryId: string): Error {
	// The work directory is this machine's.
	if (storageProblem(error) !== undefined) return error as Error;
	const { code, type, message } = error as { code?: string; type?: string; message?: string };
	if (type !== undefined) return new Error(`the audience engine answered ${type} (${code}) to the query ${queryId}`);
	return away(/^\s*</.test(message ?? "") ? answeredInFront("it", "text/html") : message);
}

const away = (reason: string | undefined) => new StorageError(ENGINE_AWAY, `${ENGINE_AWAY}: ${reason}`);
