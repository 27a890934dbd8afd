import type { Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { beginHeld } from "./transaction-connection";

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
	prisma: PrismaClient,
	work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await beginHeld((tell) =>
				prisma.$transaction((tx) => {
					tell(tx);
					return work(tx);
				}),
			);
		} catch (thrown) {
			if (attempt === ATTEMPTS || !gaveWay(thrown)) throw thrown;
			// Of two that met, one shall be through before the other comes again.
			await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE_MS * attempt));
		}
	}
}

/** PostgreSQL's serialization failure, and its deadlock. */
const GAVE_WAY: ReadonlySet<unknown> = new Set(["40001", "40P01", "P2034"]);

/** Whether the database ended a transaction in favour of another; Prisma's raw statements tell it in the adapter's words only. */
function gaveWay(thrown: unknown): boolean {
	if (typeof thrown !== "object" || thrown === null) return false;
	if ("code" in thrown && GAVE_WAY.has(thrown.code)) return true;
	const kind = ["meta", "driverAdapterError", "cause", "kind"].reduce<unknown>(
		(value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
		thrown,
	);
	return kind === "TransactionWriteConflict";
}
