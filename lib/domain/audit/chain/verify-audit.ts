import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { BEGINNING, readPlace, writePlace } from "./place";
import { readHead } from "./remembered-head";
import { faultInWords, type HeadReader, problemOfRemembered } from "./require-head";
import { type AuditProblem, lastLink, problemOfHead, removedUntil, walkChain } from "./walk-chain";

/** The result of verifying the chain of audit events. */
export interface AuditVerification {
	/** Events whose hashes were computed again. */
	readonly checked: number;
	/** Among them, those whose texts an erasure rewrote. */
	readonly rewritten: number;
	/** Events removed after their retention; a signed row names the last of them. */
	readonly removed: number;
	/** Events that are not in the chain yet. */
	readonly waiting: number;
	/** The end of the chain, as `position:hash`; null without events. */
	readonly head: string | null;
	/** The first fault; null where the log is whole. */
	readonly problem: AuditProblem | null;
}

/**
 * Walks the chain of audit events and computes every hash again (docs/decisions/0500 and 0572 say
 * what it shows, and what not). The chain has to go through the head that the service remembers.
 * @param knownHead an earlier end of the chain, `position:hash`, from the log or an export
 */
export async function verifyAudit(service: HeadReader, knownHead: string | null = null): Promise<AuditVerification> {
	const { prisma } = service;
	const found = await readHead(service);
	const end = await lastLink(prisma);
	const start = await removedUntil(service, "end" in found ? found.start : BEGINNING);
	const { checked, rewritten, broken, unsigned } = await walkChain(service, start, end?.position ?? 0n);
	const noHead = "fault" in found ? { event_id: null, problem: faultInWords(found.fault) } : null;
	const problem =
		// Without the head, removals under a secret that is gone would be the first fault.
		(noHead === null ? start.problem : null) ??
		broken ??
		unsigned ??
		noHead ??
		(await problemOfRemembered(service, start, found)) ??
		(knownHead === null ? null : await problemOfHead(prisma, start, readPlace(knownHead), "given")) ??
		(await problemOfStrays(prisma)) ??
		(await problemOfRewrites(prisma));
	const waiting = await prisma.auditUnchained.count();
	const head = end === null ? null : writePlace(end);
	return { checked, rewritten, removed: Number(start.position), waiting, head, problem };
}

/** Events that were never chained, removed before they were, or marked to be chained again. */
async function problemOfStrays(prisma: Transaction): Promise<AuditProblem | null> {
	const [stray] = await prisma.$queryRaw<{ id: bigint; problem: string }[]>`
		(SELECT e.id, 'the event was inserted behind the chain' AS problem FROM audit_events e WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.event_id = e.id)
			AND NOT EXISTS (SELECT FROM audit_unchained u WHERE u.event_id = e.id) ORDER BY e.id LIMIT 1)
		UNION ALL (SELECT u.event_id, 'the event was removed before it was chained' FROM audit_unchained u
			WHERE NOT EXISTS (SELECT FROM audit_events e WHERE e.id = u.event_id) ORDER BY u.event_id LIMIT 1)
		UNION ALL (SELECT u.event_id, 'the event is in the chain, and was marked as not chained' FROM audit_unchained u
			JOIN audit_chain c ON c.event_id = u.event_id ORDER BY u.event_id LIMIT 1)
		ORDER BY id LIMIT 1`;
	return stray === undefined ? null : { event_id: String(stray.id), problem: stray.problem };
}

/** Finds rewritten texts without an audit event about their erasure. */
async function problemOfRewrites(prisma: Transaction): Promise<AuditProblem | null> {
	const [found] = await prisma.$queryRaw<{ id: bigint }[]>(Prisma.sql`
		SELECT w.id FROM (SELECT erasure, min(event_id) AS id, ${rewritesDigest} AS digest FROM audit_rewrites r GROUP BY erasure) w
		WHERE NOT EXISTS (SELECT FROM audit_events e WHERE e.object_type = 'user' AND e.action = 'erase_user'
			AND e.detail->'audit'->>'erasure' = w.erasure::text AND e.detail->'audit'->>'digest' = w.digest)
		ORDER BY w.id LIMIT 1`);
	if (found === undefined) return null;
	return { event_id: String(found.id), problem: "the event's texts were rewritten, and no erasure covers them" };
}

/** Over the rewritten events `r` of one erasure, and the new digests of their texts. */
export const rewritesDigest = Prisma.sql`encode(sha256(string_agg(int8send(r.event_id) || r.text_digest, ''::bytea ORDER BY r.id)), 'hex')`;
