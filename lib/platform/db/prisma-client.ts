import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { type Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { callsInTurn } from "./calls-in-turn";
import { createStatementNames, UNNAMED } from "./statement-names";
import { type OpenTransaction, reportTransactions } from "./transaction-adapter";

/**
 * How the server plans a statement. `generic`: one plan for all values, where every caller uses the
 * same indexes. `auto`: the server may plan it for the values, where they decide the index.
 * `unprepared`: a plan for each call, where the number of rows depends on the values alone, such as
 * words and tags.
 */
export type PlanMode = "generic" | "auto" | "unprepared";

/** Hand-written SQL on Prisma's client and its transactions. */
export interface SqlRows {
	/**
	 * Runs one statement on pg directly and gives its rows, for hot paths: Prisma's $queryRaw
	 * compiles each statement again (docs/decisions/0111 has figures). In a
	 * transaction it uses the transaction's connection and the server's planning.
	 *
	 * Select types that pg and Prisma read alike: uuid, text, boolean, integer, timestamptz, json,
	 * and arrays of the first two. Cast others (enums, prices, sizes) to text.
	 * @param mode `auto` also for statements that may wait for a lock: generic plans have their own
	 * connections
	 */
	$rows<Row extends object>(query: Prisma.Sql, mode?: PlanMode): Promise<Row[]>;
}

/** A transaction. Inside it use nothing else: the embedded database has one connection. */
export type Transaction = Omit<Prisma.TransactionClient, "$transaction"> & SqlRows;

/** Prisma's client with {@link SqlRows}. */
export interface Client extends Omit<PrismaClient, "$transaction" | "$extends">, SqlRows {
	$transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
}

type TransactionOptions = { maxWait?: number; timeout?: number; isolationLevel?: Prisma.TransactionIsolationLevel };

/** A statement with its plan mode: the embedded database has one connection for all modes. */
export interface PlannedQuery extends pg.QueryConfig {
	readonly mode: PlanMode;
}

/** Whether a pool's query is a {@link PlannedQuery} with a generic plan. */
export function usesGenericPlan(query: unknown): boolean {
	return typeof query === "object" && query !== null && "mode" in query && query.mode === "generic";
}

/** Builds Prisma's client on open pools, which may be the same. */
export function createPrismaClient({
	pool,
	genericPool,
	prepares,
}: Record<"pool" | "genericPool", pg.Pool> & { readonly prepares: boolean }): Client {
	const nameOf = prepares ? createStatementNames() : () => UNNAMED;
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
			async $rows<Row extends object>(query: Prisma.Sql, mode: PlanMode = "generic"): Promise<Row[]> {
				const statementOfMode: PlannedQuery = { ...statement(query, mode, nameOf), mode };
				return (await (mode === "generic" ? genericPool : pool).query<Row>(statementOfMode)).rows;
			},
			$transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result> {
				const transaction: OpenTransaction = {};
				const begun = (tx: Prisma.TransactionClient) => {
					const $rows: SqlRows["$rows"] = async <Row extends object>(query: Prisma.Sql, mode: PlanMode = "generic") => {
						const { connection } = transaction;
						// Prisma's error has the reason why a transaction ended.
						if (connection === undefined) return tx.$queryRaw<Row[]>(query);
						return (await connection.query<Row>(statement(query, mode, nameOf))).rows;
					};
					// A nested transaction has its own connection.
					return starting.run(undefined, () => work(withRows(callsInTurn(tx), $rows)));
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

function statement({ text, values }: Prisma.Sql, mode: PlanMode, nameOf: StatementNames): pg.QueryConfig {
	// The server keeps no plan of an unnamed statement.
	const named = mode === "unprepared" ? {} : { name: nameOf({ sql: text }) };
	// pg formats dates in the local time zone, which takes ten times as long.
	return { ...named, text, values: values.map((value) => (value instanceof Date ? value.toISOString() : value)) };
}
