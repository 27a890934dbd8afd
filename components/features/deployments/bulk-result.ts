import { formatPlural } from "@/lib/browser/format";
import type { BulkDialogAction, BulkOutcome } from "@/lib/contract/bulk";

/** The outcome of a bulk decision. */
export interface BulkResult {
	/** All that were not refused. */
	done: readonly string[];
	/** Of those: to be activated at their times. */
	scheduled: readonly string[];
	/** Of those: approved, and waiting for more administrators. */
	approved: readonly string[];
	/** Reasons by id of those that were refused or skipped. */
	failures: ReadonlyMap<string, string>;
}

/** The outcome of each deployment, without the refused ones. */
export function bulkResult(action: BulkDialogAction, outcomes: readonly BulkOutcome[]): Omit<BulkResult, "failures"> {
	const taken = outcomes.flatMap((one) => (one.ok ? [one] : []));
	const approved = taken.filter(({ approvals_missing }) => approvals_missing !== undefined);
	const scheduled = taken.filter(
		(one) => action === "activate" && one.status !== "activated" && !approved.includes(one),
	);
	const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);
	return { done: idsOf(taken), scheduled: idsOf(scheduled), approved: idsOf(approved) };
}

/**
 * Counts the outcomes of a bulk decision: `3 requests activated, 1 scheduled`. Outcomes without a
 * deployment are left out.
 * @param carriedOut the word for completed ones: `activated`
 */
export function bulkCounts(
	{ done, scheduled, approved }: Pick<BulkResult, "done" | "scheduled" | "approved">,
	what: string,
	carriedOut: string,
): string {
	const counts = [
		{ count: done.length - scheduled.length - approved.length, word: carriedOut },
		{ count: scheduled.length, word: "scheduled" },
		{ count: approved.length, word: "approved" },
	].filter(({ count }) => count > 0);
	const [first = { count: 0, word: carriedOut }, ...rest] = counts;
	return [
		`${formatPlural(first.count, what)} ${first.word}`,
		...rest.map(({ count, word }) => `${count} ${word}`),
	].join(", ");
}
