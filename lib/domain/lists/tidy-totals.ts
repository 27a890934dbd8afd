import type { Service } from "@/lib/platform/service";
import { sweepListChanges } from "./counted-totals";
import { addUpTallies } from "./tallies";

/** So many noted changes are nothing to who reads them. */
const FEW = 1_000;

/**
 * A duty: keeps what is noted for the totals of lists small. Who reads lists sees to it, too (counted-totals.ts); while nobody does,
 * as where programs decide and agents follow, every change would stay. Gives 0, as nothing was to be done.
 */
export async function tidyTotals({ prisma }: Pick<Service, "prisma">): Promise<number> {
	const noted = await prisma.$queryRaw<unknown[]>`SELECT 1 FROM list_changes LIMIT ${FEW + 1}`;
	if (noted.length <= FEW) return 0;
	await addUpTallies(prisma);
	await sweepListChanges(prisma);
	return 0;
}
