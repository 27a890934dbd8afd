import type { Transaction } from "@/lib/platform/service";

/** What a completed build takes from the design's earlier builds. */
export interface Completion {
	readonly is_first: boolean;
	readonly completed_at: Date;
}

/**
 * When a build of the design is completed: now, and later than every one before it, as the times of
 * two processes agree to milliseconds only. By its date a build is known as the newest: in lists,
 * and where deployments of an older one are out of date (docs/contract.md, Deployment status
 * filter).
 * @param tx holds the design, or its one build under way, so that no other build completes at once
 */
export async function nextCompletion(tx: Transaction, designId: string, now: Date): Promise<Completion> {
	const { _max } = await tx.build.aggregate({
		where: { design_id: designId, status: "done" },
		_max: { completed_at: true },
	});
	const before = _max.completed_at;
	if (before === null) return { is_first: true, completed_at: now };
	return { is_first: false, completed_at: new Date(Math.max(now.getTime(), before.getTime() + 1)) };
}
