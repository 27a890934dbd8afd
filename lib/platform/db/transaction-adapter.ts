import type { PrismaPg } from "@prisma/adapter-pg";
import type { SqlDriverAdapterFactory, Transaction } from "@prisma/driver-adapter-utils";
import type pg from "pg";

/** A transaction's connection, from its BEGIN until it is about to end. */
export interface OpenTransaction {
	connection?: pg.PoolClient | undefined;
}

/**
 * Prisma's adapter, which reports the connection of each transaction that it begins.
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
				const begun = await startTransaction(isolationLevel);
				return transaction === undefined ? begun : reportEnd(begun, transaction);
			};
			return adapter;
		},
	};
}

/**
 * A transaction that is too slow is rolled back while its work goes on: the connection must be gone before ROLLBACK is sent,
 * or a later statement would be committed by itself. So COMMIT and ROLLBACK are sent from here ("phantom" to Prisma).
 */
function reportEnd(begun: Transaction, transaction: OpenTransaction): Transaction {
	transaction.connection = (begun as unknown as { readonly client: pg.PoolClient }).client;
	const release = begun.commit.bind(begun);
	const endBy = (sql: "COMMIT" | "ROLLBACK") => async () => {
		transaction.connection = undefined;
		await begun.executeRaw({ sql, args: [], argTypes: [] }).finally(release);
	};
	return Object.assign(begun, {
		options: { usePhantomQuery: true },
		commit: endBy("COMMIT"),
		rollback: endBy("ROLLBACK"),
	});
}
