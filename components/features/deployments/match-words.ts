import { formatCount } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";

/** The fields about a deployment's matches. */
export type Matched = Pick<DeploymentDetail, "status" | "last_match_at" | "matches_counted_since">;

/**
 * The words in place of an unknown last match; null where none is expected, as the deployment was
 * never active. Not counted is not zero.
 */
export function withoutMatch({ status, matches_counted_since }: Matched): string | null {
	if (status === "activated") return matches_counted_since === null ? "not counted" : "no match yet";
	return null;
}

/** A sparkline in words: "Matches a day, last 14 days: 0 to 120, now 7". */
export function sparklineWords(values: readonly number[], what: string): string {
	if (values.every((value) => value === 0)) return `${what}: none`;
	const [least, most, now] = [Math.min(...values), Math.max(...values), values.at(-1) ?? 0];
	return `${what}: ${formatCount(least)} to ${formatCount(most)}, now ${formatCount(now)}`;
}

/** The sum of the last so many values. */
export const sumOfLast = (values: readonly number[], length: number): number =>
	values.slice(-length).reduce((sum, value) => sum + value, 0);
