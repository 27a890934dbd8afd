import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { type Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { createStatementNames } from "./statement-names";
import { type OpenTransaction, reportTransactions } from "./transaction-adapter";

/**
 * How the server plans a statement: once for all values, afresh as it sees fit, or afresh for each call. Once suits a statement
 * that uses the same indexes for everybody. Afresh suits filters whose values decide which index is right. Words and tags need
 * a plan for each call, because only their values tell how many rows have them.
 */
export type Planned = "once" | "anew" | "always anew";

/** Hand-written SQL on Prisma's client, and on each of its transactions. */
export interface SqlRows {
	/**
	 * The rows of one statement, asked of pg directly: for what every request reads and a transition writes. Prisma's
	 * own $queryRaw compiles each statement again (docs/decisions/0111-sql-on-the-client.md has the figures). In a transaction
	 * it runs on the transaction's connection, planned as the server sees fit.
	 *
	 * Select types that pg and Prisma read alike: uuid, text, boolean, integer, timestamptz, json, and arrays of the first two.
	 * Cast others (enums, prices, sizes) to text.
	 * @param planned "anew" also for what may wait for a lock: statements that are planned once have connections of their own
	 */
	$rows<Row extends object>(query: Prisma.Sql, planned?: Planned): Promise<Row[]>;
}

/** A transaction. Within it only this may be used: the embedded database has one connection. */
export type Transaction = Omit<Prisma.TransactionClient, "$transaction"> & SqlRows;

/** Prisma's client with {@link SqlRows}. */
export interface Client extends Omit<PrismaClient, "$transaction" | "$extends">, SqlRows {
	$transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
}

type TransactionOptions = { maxWait?: number; timeout?: number; isolationLevel?: Prisma.TransactionIsolationLevel };

/** A statement for a pool, with its planning: the embedded database has one connection for all of them. */
export interface PlannedQuery extends pg.QueryConfig {
	readonly planned: Planned;
}

/** Whether what a pool was given is a {@link PlannedQuery} that is planned once. */
export function isPlannedOnce(query: unknown): boolean {
	return typeof query === "object" && query !== null && "planned" in query && query.planned === "once";
}

/** Prisma on top of open pools, which may be one and the same. */
export function createPrismaClient({ pool, plannedOnce }: Record<"pool" | "plannedOnce", pg.Pool>): Client {
	const nameOf = createStatementNames();
	const starting = new AsyncLocalStorage<OpenTransaction | undefined>();
	const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf });
	const prisma = new PrismaClient({
		adapter: reportTransactions(adapter, () => starting.getStore()),
		// The embedded database's one connection may be busy for longer than Prisma's 2 s, with a vacuum or an import.
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
						// Prisma has the error that says why a transaction is over.
						if (connection === undefined) return tx.$queryRaw<Row[]>(query);
						return (await connection.query<Row>(statement(query, planned, nameOf))).rows;
					};
					// Another transaction that the work begins has a connection of its own.
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
	// The server keeps no plan of a statement without a name.
	const named = planned === "always anew" ? {} : { name: nameOf({ sql: text }) };
	// pg writes a date in the local time of this machine, which takes it ten times as long.
	return { ...named, text, values: values.map((value) => (value instanceof Date ? value.toISOString() : value)) };
}
