import { noteStates } from "@/lib/domain/audit/note-states";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { InventoryPull as PullRecord } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Downloaded } from "@/lib/platform/outgoing/download-file";
import type { Service, Transaction } from "@/lib/platform/service";
import { nextPull, nextTry } from "./next-pull";

/** A pull that this process has claimed. */
export type ClaimedPull = PullRecord & { readonly lease_token: string };

export const PULL_ACTOR = { system: "scheduled pull" } as const;

/** Another process has taken the pull over, or it was changed or removed. */
export class PullLostError extends Error {
	override name = "PullLostError";
}

/**
 * Locks the source of a pull in the transaction of its change.
 * @throws PullLostError
 */
export async function lockClaimed(
	tx: Transaction,
	{ source_id: sourceId, lease_token: leaseToken }: ClaimedPull,
): Promise<{ readonly current_import_id: string | null }> {
	await tx.$queryRaw`SELECT FROM inventory_sources WHERE id = ${sourceId}::uuid FOR NO KEY UPDATE`;
	const claimed = await tx.$queryRaw<unknown[]>`
		SELECT FROM inventory_pulls WHERE source_id = ${sourceId}::uuid AND lease_token = ${leaseToken}::uuid FOR NO KEY UPDATE`;
	if (claimed.length === 0) throw new PullLostError();
	return tx.inventorySource.findUniqueOrThrow({ where: { id: sourceId }, select: { current_import_id: true } });
}

/** Notes a file that was fetched without a change of the data; null: the other end calls it unchanged. */
export const settleSuccess = (service: Service, claimed: ClaimedPull, found: Downloaded | null) =>
	transact(service.prisma, (tx) => writeSuccess(service, tx, claimed, found, false));

/**
 * Notes a fetched file, and when the next one is due.
 * @throws PullLostError
 */
export async function writeSuccess(
	service: Service,
	tx: Transaction,
	claimed: ClaimedPull,
	found: Downloaded | null,
	isChange: boolean,
): Promise<void> {
	const { source_id: sourceId, lease_token: leaseToken } = claimed;
	const now = service.now();
	const { count } = await tx.inventoryPull.updateMany({
		where: { source_id: sourceId, lease_token: leaseToken },
		data: {
			...(found === null ? {} : { ...found.validators, digest: found.digest }),
			last_pulled_at: now,
			...(isChange ? { last_changed_at: now } : {}),
			failures: 0,
			problem: null,
			problem_at: null,
			next_at: nextPull(claimed, now),
			lease_token: null,
			lease_until: null,
		},
	});
	if (count === 0) throw new PullLostError();
	await noteStates(service, tx, [{ subject: `pull ${sourceId}`, bad: false }]);
}

/**
 * Records why a pull failed, notifies operators of the first failure, and sets the next attempt.
 */
export async function settleFailure(service: Service, claimed: ClaimedPull, problem: string): Promise<void> {
	const { source_id: sourceId, lease_token: leaseToken } = claimed;
	await transact(service.prisma, async (tx) => {
		const now = service.now();
		const failures = claimed.failures + 1;
		const { count } = await tx.inventoryPull.updateMany({
			where: { source_id: sourceId, lease_token: leaseToken },
			data: {
				failures,
				problem,
				problem_at: now,
				next_at: nextTry(claimed, failures, now),
				lease_token: null,
				lease_until: null,
			},
		});
		if (count === 0) return;
		const [turned] = await noteStates(service, tx, [{ subject: `pull ${sourceId}`, bad: true }]);
		if (turned?.bad !== true) return;
		const { name } = await tx.inventorySource.findUniqueOrThrow({ where: { id: sourceId }, select: { name: true } });
		await recordEvent(service, tx, PULL_ACTOR, {
			action: "pull_failed",
			object_type: "inventory_source",
			object_id: sourceId,
			reason: problem,
			detail: { subject: name },
		});
	});
}
