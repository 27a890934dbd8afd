import type { Transaction } from "@/lib/platform/service";

/**
 * When the service was restored from an archive: agents may have had a newer list of opt-outs, which they
 * apply beside the restored one until an operator has confirmed that one.
 */
export const UNCONFIRMED_FACT = "opt_outs_unconfirmed_since";

/** When an unconfirmed list was restored; null for a list of the service's own. */
export async function unconfirmedSince(db: Transaction): Promise<string | null> {
	const fact = await db.serviceFact.findUnique({ where: { name: UNCONFIRMED_FACT } });
	return fact?.value ?? null;
}
