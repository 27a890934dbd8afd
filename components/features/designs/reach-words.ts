import { formatCount, formatPlural } from "@/lib/browser/format";
import type { Estimate } from "@/lib/contract/estimate";

/**
 * `1,940 devices`, or `fewer than 1,000 devices`.
 * @param reach null for a number below the least reach, which stays hidden
 */
export const reachWords = (reach: number | null, leastReach: number): string =>
	reach === null ? `fewer than ${formatPlural(leastReach, "device")}` : formatPlural(reach, "device");

/** The number alone, for figures: `1,940`, or `< 1,000`. */
export const reachFigure = (reach: number | null, leastReach: number): string =>
	reach === null ? `< ${formatCount(leastReach)}` : formatCount(reach);

/** Why the reach of all sets is hidden, as a build would be rejected; null where it is visible. */
export function belowLeastReach({ sets, least_reach: least }: Estimate): { figure: string; words: string } | null {
	const below = sets.filter((set) => set.below_least_reach).length;
	if (below === 0) return null;
	const bound = `below the least reach of ${formatPlural(least, "device")}`;
	if (sets.length === 1) return { figure: reachFigure(null, least), words: `devices, ${bound}` };
	return { figure: "—", words: `${formatPlural(below, "set")} ${below === 1 ? "is" : "are"} ${bound}` };
}
