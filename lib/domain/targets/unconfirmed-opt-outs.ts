import type { Transaction } from "@/lib/platform/service";

/**
 * After a restore, the time of its archive: agents may have had a newer list of opt-outs, which they
 * apply beside the restored one until an operator has confirmed that one.
 */
export const UNCONFIRMED_FACT = "opt_outs_unconfirmed_since";

/** The time of the archive from which an unconfirmed list is; null for a list of the service's own. */
export async function unconfirmedSince(db: Transaction): Promise<string | null> {
	const fact = await db.serviceFact.findUnique({ where: { name: UNCONFIRMED_FACT } });
	return fact?.value ?? null;
}
