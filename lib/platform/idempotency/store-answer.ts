import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { type IdempotencyRecord, type KeyedRequest, keyHashOf, REPLAY_MS } from "./record";

/** Another request with the same key was answered first: its answer counts. */
export class AnsweredMeanwhileError extends Error {
	override name = "AnsweredMeanwhileError";
}

/**
 * Stores the answer of a keyed request for 24 hours, in the transaction of its effect: both are
 * there, or neither is. Waits for a rival whose transaction is about to commit.
 * @throws AnsweredMeanwhileError for a key that has an answer; the transaction must not commit
 */
export async function storeAnswer(
	{ now }: Pick<Service, "now">,
	db: Transaction,
	request: KeyedRequest,
	{ request_hash: requestHash, status, text }: IdempotencyRecord,
): Promise<void> {
	const { caller_id: callerId, method, path } = request;
	const at = now();
	const expiresAt = new Date(at.getTime() + REPLAY_MS);
	// An expired record that is not swept yet makes room.
	const kept = await db.$rows<{ status: number }>(
		Prisma.sql`INSERT INTO idempotency_records AS r
				(caller_id, method, path, key_hash, request_hash, status, body, created_at, expires_at)
			VALUES (${callerId}::uuid, ${method}, ${path}, ${keyHashOf(request)}, ${requestHash}, ${status}, ${text},
				${at}::timestamptz, ${expiresAt}::timestamptz)
			ON CONFLICT (caller_id, method, path, key_hash) DO UPDATE
			SET request_hash = excluded.request_hash, status = excluded.status, body = excluded.body,
				created_at = excluded.created_at, expires_at = excluded.expires_at
			WHERE r.expires_at <= ${at}::timestamptz
			RETURNING status`,
		"auto",
	);
	if (kept.length === 0) throw new AnsweredMeanwhileError("the Idempotency-Key was answered by another request");
}
