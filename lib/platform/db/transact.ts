import { gaveWay } from "./conflicts";
import type { Client, Transaction } from "./prisma-client";

const ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 20;

/**
 * Runs a transaction that changes what others may be changing too, anew when the database ended it in favour of another
 * (a deadlock or a serialization failure). Locks are taken in one order everywhere, so this is for what no order covers,
 * such as rows that appear while others are waited for.
 * @param work may run several times: it changes nothing but through `tx`
 * @throws whatever the last attempt threw
 */
export async function transact<Result>(
	prisma: Pick<Client, "$transaction">,
	work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await prisma.$transaction(work);
		} catch (thrown) {
			if (attempt === ATTEMPTS || !gaveWay(thrown)) throw thrown;
			// Of two that met, one shall be through before the other comes again.
			await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE_MS * attempt));
		}
	}
}
