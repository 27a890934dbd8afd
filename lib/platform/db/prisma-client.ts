import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { type Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { createStatementNames } from "./statement-names";
import { type OpenTransaction, reportTransactions } from "./transaction-adapter";

/**
 * How the server plans a statement: once for all values, afresh at its discretion, or afresh for
 * each call. Once suits statements that use the same indexes for all callers. Afresh suits filters
 * whose values decide the index; words and tags need a plan for each call, because only their
 * values tell the number of rows.
 */
export type Planned = "once" | "anew" | "always anew";

/** Hand-written SQL on Prisma's client and its transactions. */
export interface SqlRows {
	/**
	 * Runs one statement on pg directly and gives its rows, for hot paths: Prisma's $queryRaw
	 * compiles each statement again (docs/decisions/0111-sql-on-the-client.md has figures). In a
	 * transaction it uses the transaction's connection and the server's planning.
	 *
	 * Select types that pg and Prisma read alike: uuid, text, boolean, integer, timestamptz, json,
	 * and arrays of the first two. Cast others (enums, prices, sizes) to text.
	 * @param planned "anew" also for statements that may wait for a lock: those planned once have
	 * their own connections
	 */
	$rows<Row extends object>(query: Prisma.Sql, planned?: Planned): Promise<Row[]>;
}

/** A transaction. Inside it use nothing else: the embedded database has one connection. */
export type Transaction = Omit<Prisma.TransactionClient, "$transaction"> & SqlRows;

/** Prisma's client with {@link SqlRows}. */
export interface Client extends Omit<PrismaClient, "$transaction" | "$extends">, SqlRows {
	$transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
}

type TransactionOptions = { maxWait?: number; timeout?: number; isolationLevel?: Prisma.TransactionIsolationLevel };

/**
 * A statement for a pool, with its planning: the embedded database has one connection for all of
 * them.
 */
export interface PlannedQuery extends pg.QueryConfig {
	readonly planned: Planned;
}

/** Whether a pool's query is a {@link PlannedQuery} that is planned once. */
export function isPlannedOnce(query: unknown): boolean {
	return typeof query === "object" && query !== null && "planned" in query && query.planned === "once";
}

/** Builds Prisma's client on open pools, which may be the same. */
export function createPrismaClient({ pool, plannedOnce }: Record<"pool" | "plannedOnce", pg.Pool>): Client {
	const nameOf = createStatementNames();
	const starting = new AsyncLocalStorage<OpenTransaction | undefined>();
	const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf });
	const prisma = new PrismaClient({
		adapter: reportTransactions(adapter, () => starting.getStore()),
		// A vacuum or an import may occupy the embedded database's one connection for longer than
		// Prisma's 2 s.
		transactionOptions: { maxWait: 10_000, timeout: 20_000 },
	});
	const extended = prisma.$extends({
		client: {
			async $rows<Row extends object>(query: Prisma.Sql, planned: Planned = "once"): Promise<Row[]> {
				const asked: PlannedQuery = { ...statement(query, planned, nameOf), planned };
				return (await (planned === "once" ? plannedOnce : pool).query<Row>(asked)).rows;
			},
			$transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result> {
				const transaction: OpenTransaction = {};
				const begun = (tx: Prisma.TransactionClient) => {
					const $rows: SqlRows["$rows"] = async <Row extends object>(query: Prisma.Sql, planned: Planned = "once") => {
						const { connection } = transaction;
						// Prisma's error tells why a transaction has ended.
						if (connection === undefined) return tx.$queryRaw<Row[]>(query);
						return (await connection.query<Row>(statement(query, planned, nameOf))).rows;
					};
					// A nested transaction has its own connection.
					return starting.run(undefined, () => work(withRows(tx, $rows)));
				};
				return starting.run(transaction, () => prisma.$transaction(begun, options));
			},
		},
	});
	return extended as unknown as Client;
}

function withRows(tx: Prisma.TransactionClient, $rows: SqlRows["$rows"]): Transaction {
	return new Proxy(tx, {
		get: (target, name) => (name === "$rows" ? $rows : Reflect.get(target, name)),
	}) as unknown as Transaction;
}

type StatementNames = ReturnType<typeof createStatementNames>;

function statement({ text, values }: Prisma.Sql, planned: Planned, nameOf: StatementNames): pg.QueryConfig {
	// The server keeps no plan of an unnamed statement.
	const named = planned === "always anew" ? {} : { name: nameOf({ sql: text }) };
	// pg formats dates in the local time zone, which takes ten times as long.
	return { ...named, text, values: values.map((value) => (value instanceof Date ? value.toISOString() : value)) };
}
