import { CLOCKS_DIFFER_MS } from "@/lib/platform/clocks";
import { log } from "@/lib/platform/log";
import type { Client } from "./prisma-client";

/** A question that took longer says too little: when the database read its clock in that time is not known. */
const ROUND_TRIP_MS = 1_000;

let compared: { readonly aheadMs: number; readonly apart: boolean } | undefined;

/** By how much this process's clock was ahead of the database's when they were last compared (negative: behind); undefined before. */
export function clockAheadMs(): number | undefined {
	return compared?.aheadMs;
}

/**
 * A background job: compares this process's clock with the database's, by which leases run out as well, and says in the log when they are more
 * apart than {@link CLOCKS_DIFFER_MS} for certain, and when they are surely not any more. Gives 0, as nothing was to be done.
 */
export async function watchClock({ prisma, now }: { prisma: Client; now(): Date }): Promise<number> {
	const [began, asked] = [performance.now(), now().getTime()];
	const [row] = await prisma.$queryRaw<{ clock: number }[]>`
		SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::float8 AS clock`;
	if (row === undefined) throw new Error("A question without a table has one row.");
	const roundTrip = performance.now() - began;
	if (roundTrip > ROUND_TRIP_MS) return 0;
	const uncertain = roundTrip / 2;
	const aheadMs = asked + uncertain - row.clock;
	const distance = Math.abs(aheadMs);
	const was = compared?.apart ?? false;
	const apart = was ? distance + uncertain > CLOCKS_DIFFER_MS : distance - uncertain > CLOCKS_DIFFER_MS;
	compared = { aheadMs, apart };
	if (apart === was) return 0;
	const about = { seconds_ahead: Math.round(aheadMs / 100) / 10 };
	if (apart) {
		log.warn(
			about,
			"the clocks of this process and of the database are apart: leases and expiry lean on them, so set both by a time server",
		);
	} else {
		log.warn(about, "the clocks of this process and of the database agree again");
	}
	return 0;
}
