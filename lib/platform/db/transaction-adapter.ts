import type { PrismaPg } from "@prisma/adapter-pg";
import {
	DriverAdapterError,
	type SqlDriverAdapterFactory,
	type SqlQuery,
	type Transaction,
} from "@prisma/driver-adapter-utils";
import type pg from "pg";

/** A transaction's connection, from its BEGIN until shortly before its end. */
export interface OpenTransaction {
	connection?: pg.PoolClient | undefined;
}

/**
 * Wraps Prisma's adapter: it reports the connection of each transaction, and refuses statements after
 * its end.
 * @param starting the transaction that the caller is about to begin
 */
export function reportTransactions(
	factory: PrismaPg,
	starting: () => OpenTransaction | undefined,
): SqlDriverAdapterFactory {
	return {
		provider: factory.provider,
		adapterName: factory.adapterName,
		connect: async () => {
			const adapter = await factory.connect();
			const startTransaction = adapter.startTransaction.bind(adapter);
			adapter.startTransaction = async (isolationLevel) => {
				const transaction = starting();
				return guardEnd(await startTransaction(isolationLevel), transaction);
			};
			return adapter;
		},
	};
}

/**
 * A slow transaction is rolled back while its work goes on. The connection must be withdrawn before
 * ROLLBACK is sent, or a later statement would commit on its own, or within what uses the connection
 * next: also the next statement of an operation that takes several, such as a row with its parts. So
 * COMMIT and ROLLBACK are sent here ("phantom" to Prisma).
 */
function guardEnd(begun: Transaction, transaction: OpenTransaction = {}): Transaction {
	transaction.connection = (begun as unknown as { readonly client: pg.PoolClient }).client;
	const release = begun.commit.bind(begun);
	const executeRaw = begun.executeRaw.bind(begun);
	let isOpen = true;
	const whileOpen =
		<Result>(run: (query: SqlQuery) => Promise<Result>) =>
		(query: SqlQuery) =>
			isOpen
				? run(query)
				: Promise.reject(
						new DriverAdapterError({ kind: "TransactionAlreadyClosed", cause: "the transaction has ended" }),
					);
	const endBy = (sql: "COMMIT" | "ROLLBACK") => async () => {
		transaction.connection = undefined;
		isOpen = false;
		await executeRaw({ sql, args: [], argTypes: [] }).finally(release);
	};
	return Object.assign(begun, {
		options: { usePhantomQuery: true },
		executeRaw: whileOpen(executeRaw),
		queryRaw: whileOpen(begun.queryRaw.bind(begun)),
		commit: endBy("COMMIT"),
		rollback: endBy("ROLLBACK"),
	});
}
