import { noteStates } from "@/lib/domain/audit/note-states";
import type { Pull } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Downloaded } from "@/lib/platform/outgoing/download-file";
import type { Service, Transaction } from "@/lib/platform/service";
import { nextPull, nextTry } from "./next-pull";

/** A pull that this process has claimed. */
export type ClaimedPull = Pull & { readonly lease_token: string };

/** Another process has taken the pull over, or it was changed or removed. */
export class PullLostError extends Error {
	override name = "PullLostError";
}

/** As it was while sources alone were pulled. */
const subjectOf = ({ source_id, set_id }: Pull) => `pull ${source_id ?? set_id}`;

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
	const { id, lease_token: leaseToken } = claimed;
	const now = service.now();
	const { count } = await tx.pull.updateMany({
		where: { id, lease_token: leaseToken },
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
	await noteStates(service, tx, [{ subject: subjectOf(claimed), bad: false }]);
}

/**
 * Records why a pull failed, tells of the first failure, and sets the next attempt.
 * @param tell records the event of it
 */
export async function settleFailure(
	service: Service,
	claimed: ClaimedPull,
	problem: string,
	tell: (tx: Transaction) => Promise<void>,
): Promise<void> {
	const { id, lease_token: leaseToken } = claimed;
	await transact(service.prisma, async (tx) => {
		const now = service.now();
		const failures = claimed.failures + 1;
		const { count } = await tx.pull.updateMany({
			where: { id, lease_token: leaseToken },
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
		const [turned] = await noteStates(service, tx, [{ subject: subjectOf(claimed), bad: true }]);
		if (turned?.bad === true) await tell(tx);
	});
}
