import { isSerializationFailure } from "./conflicts";
import type { Client, Transaction } from "./prisma-client";

const ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 20;

/**
 * Runs a transaction, again after a deadlock or a serialization failure. Locks are taken in one
 * order everywhere; this covers the other cases, such as rows that appear while a statement waits.
 * @param work may run several times, so it must write through `tx` only
 * @param options.timeout milliseconds of each attempt, where the usual ones are not enough
 * @param options.isolationLevel `RepeatableRead` where several statements must see one moment
 * @throws the error of the last attempt
 */
export async function transact<Result>(
	prisma: Pick<Client, "$transaction">,
	work: (tx: Transaction) => Promise<Result>,
	options: { readonly timeout?: number; readonly isolationLevel?: "RepeatableRead" } = {},
): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await prisma.$transaction(work, options);
		} catch (thrown) {
			if (attempt === ATTEMPTS || !isSerializationFailure(thrown)) throw thrown;
			// A random pause lets one of two colliding transactions finish first.
			await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE_MS * attempt));
		}
	}
}
