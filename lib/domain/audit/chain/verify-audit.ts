import { Prisma } from "@/lib/generated/prisma/client";
import { SECRET_FACT, type Secrets } from "@/lib/platform/secrets";
import type { Transaction } from "@/lib/platform/service";
import { lastLink } from "./chain-events";
import { eventDigest, linkHash, NO_HASH, textDigest } from "./link-hash";
import { isSigned } from "./signatures";

/** What a walk along the chain of audit events found. */
export interface AuditVerification {
	/** Events whose hashes were computed again. */
	readonly checked: number;
	/** Among them, those whose texts an erasure rewrote. */
	readonly rewritten: number;
	/** Events that left after their time; a signed row of the database says until where. */
	readonly removed: number;
	/** Events that are not in the chain yet. */
	readonly waiting: number;
	/** The end of the chain, as `position:hash`; null without events. */
	readonly head: string | null;
	/** The first fault; null where the log is whole. */
	readonly problem: AuditProblem | null;
}

export interface AuditProblem {
	/** Of the first event concerned, where one is known. */
	readonly event_id: string | null;
	readonly problem: string;
}

/** Events per query. */
const PAGE = 2_000;

/** For how long processes may sign under the secret of before its change. */
const CHANGING_MS = 3_600_000;

interface VerifiedService extends Secrets {
	readonly prisma: Transaction;
}

interface Link {
	readonly position: bigint;
	readonly eventId: bigint;
	readonly texts: Uint8Array;
	readonly hash: Uint8Array;
	readonly signature: Uint8Array | null;
	readonly isThere: boolean;
	readonly event: Uint8Array;
	readonly textsNow: Uint8Array;
	readonly rewritten: Uint8Array | null;
}

/**
 * Walks the chain of audit events and computes every hash again (docs/decisions/0500 says what that
 * shows, and what not).
 * @param knownHead an earlier end of the chain, `position:hash`, from the log or an export
 */
export async function verifyAudit(
	service: VerifiedService,
	knownHead: string | null = null,
): Promise<AuditVerification> {
	const end = await lastLink(service.prisma);
	const start = await removedUntil(service);
	const walked = start.problem === null ? await walk(service, start, end?.position ?? 0n) : NOTHING;
	const problem =
		start.problem ??
		walked.problem ??
		(await problemOfHead(service, knownHead)) ??
		(await problemOfStrays(service.prisma)) ??
		(await problemOfRewrites(service.prisma));
	const waiting = await service.prisma.auditUnchained.count();
	const { checked, rewritten } = walked;
	const head = end === null ? null : `${end.position}:${hex(end.hash)}`;
	return { checked, rewritten, removed: Number(start.position), waiting, head, problem };
}

const NOTHING = { checked: 0, rewritten: 0, problem: null };

/**
 * Where the chain begins: behind what was removed after its time. The newest removal must be signed,
 * and each that is younger than the secret: what is older may be signed under a secret that is gone.
 */
async function removedUntil(service: VerifiedService) {
	const { auditRemoval, serviceFact } = service.prisma;
	const last = await auditRemoval.findFirst({ orderBy: { lastPosition: "desc" } });
	if (last === null) return { position: 0n, hash: NO_HASH, problem: null };
	const secret = await serviceFact.findUnique({ where: { name: SECRET_FACT } });
	const since = new Date((secret?.createdAt.getTime() ?? 0) + CHANGING_MS);
	const removals = await auditRemoval.findMany({
		where: { OR: [{ lastPosition: last.lastPosition }, { removedAt: { gt: since } }] },
		orderBy: { lastPosition: "asc" },
	});
	const link = { position: last.lastPosition, hash: last.lastHash };
	const unsigned = removals.find(
		({ lastPosition: position, lastHash: hash, signature }) =>
			!isSigned(service, "removal", { position, hash }, signature),
	);
	if (unsigned === undefined) return { ...link, problem: null };
	const problem = "no signature of the service covers what was removed until this event";
	return { ...link, problem: { event_id: String(unsigned.lastEventId), problem } };
}

async function walk(
	service: VerifiedService,
	start: { readonly position: bigint; readonly hash: Uint8Array },
	end: bigint,
) {
	const { prisma } = service;
	let [at, hash, rewritten, checked] = [start.position, start.hash, 0, 0];
	/** The first event that no signature covers yet. */
	let unsigned: bigint | null = null;
	while (at < end) {
		const links = await readLinks(prisma, at, end);
		if (links[0]?.position !== at + 1n) {
			const later = await removedUntil(service);
			// Removed since the walk began.
			if (later.problem === null && later.position > at) {
				[at, hash] = [later.position, later.hash];
				continue;
			}
			return { checked, rewritten, problem: missingLink(at + 1n, links[0]?.eventId ?? null) };
		}
		for (const link of links) {
			if (link.position !== at + 1n) return { checked, rewritten, problem: missingLink(at + 1n, link.eventId) };
			const problem = problemOf(link, hash);
			if (problem !== null) {
				return { checked, rewritten, problem: { event_id: String(link.eventId), problem } };
			}
			[at, hash] = [link.position, link.hash];
			checked += 1;
			if (link.rewritten !== null) rewritten += 1;
			unsigned ??= link.eventId;
			if (link.signature !== null && isSigned(service, "head", link, link.signature)) unsigned = null;
		}
	}
	const problem = "the chain was written again from this event on: no signature of the service covers it";
	return { checked, rewritten, problem: unsigned === null ? null : { event_id: String(unsigned), problem } };
}

function readLinks(prisma: Transaction, after: bigint, end: bigint): Promise<Link[]> {
	return prisma.$queryRaw<Link[]>(Prisma.sql`
		SELECT c.position, c.event_id AS "eventId", c.text_digest AS texts, c.hash, c.signature, e.id IS NOT NULL AS "isThere",
			${eventDigest} AS event, ${textDigest} AS "textsNow", r.text_digest AS rewritten
		FROM audit_chain c LEFT JOIN audit_events e ON e.id = c.event_id
		LEFT JOIN LATERAL (SELECT w.text_digest FROM audit_rewrites w WHERE w.event_id = c.event_id ORDER BY w.id DESC LIMIT 1) r ON TRUE
		WHERE c.position > ${after} AND c.position <= ${end} ORDER BY c.position LIMIT ${PAGE}`);
}

const missingLink = (position: bigint, next: bigint | null): AuditProblem => ({
	event_id: next === null ? null : String(next),
	problem: `the chain lacks its link ${position}, before this event`,
});

function problemOf(link: Link, before: Uint8Array): string | null {
	if (!link.isThere) return "the event was removed";
	if (!same(linkHash(before, link.event, link.texts), link.hash))
		return "the event or its place in the chain was changed";
	const texts = link.rewritten ?? link.texts;
	return same(texts, link.textsNow) ? null : "the event's texts were changed";
}

async function problemOfHead(service: VerifiedService, known: string | null): Promise<AuditProblem | null> {
	if (known === null) return null;
	const { prisma } = service;
	const [position = "", hash] = known.split(":");
	const link = await prisma.auditLink.findUnique({ where: { position: BigInt(position) } });
	const removed = await removedUntil(service);
	if (BigInt(position) < removed.position)
		return { event_id: null, problem: `the given head is of what was removed until link ${removed.position}` };
	if (BigInt(position) === removed.position && hash === hex(removed.hash)) return null;
	if (link === null) return { event_id: null, problem: `events were cut off: the chain has no link ${position}` };
	if (hex(link.hash) === hash) return null;
	return {
		event_id: String(link.eventId),
		problem: `link ${position} of the chain has another hash than the given one`,
	};
}

/** Events that were never chained, or removed before they were. */
async function problemOfStrays(prisma: Transaction): Promise<AuditProblem | null> {
	const [stray] = await prisma.$queryRaw<{ id: bigint; isThere: boolean }[]>`
		(SELECT e.id, TRUE AS "isThere" FROM audit_events e WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.event_id = e.id)
			AND NOT EXISTS (SELECT FROM audit_unchained u WHERE u.event_id = e.id) ORDER BY e.id LIMIT 1)
		UNION ALL (SELECT u.event_id, FALSE FROM audit_unchained u
			WHERE NOT EXISTS (SELECT FROM audit_events e WHERE e.id = u.event_id) ORDER BY u.event_id LIMIT 1)
		ORDER BY id LIMIT 1`;
	if (stray === undefined) return null;
	const problem = stray.isThere
		? "the event was inserted behind the chain"
		: "the event was removed before it was chained";
	return { event_id: String(stray.id), problem };
}

/** Rewritten texts whose erasure has no audit event that says so. */
async function problemOfRewrites(prisma: Transaction): Promise<AuditProblem | null> {
	const [found] = await prisma.$queryRaw<{ id: bigint }[]>(Prisma.sql`
		SELECT w.id FROM (SELECT erasure, min(event_id) AS id, ${rewritesDigest} AS digest FROM audit_rewrites r GROUP BY erasure) w
		WHERE NOT EXISTS (SELECT FROM audit_events e WHERE e.object_type = 'user' AND e.action = 'erase_user'
			AND e.detail->'audit'->>'erasure' = w.erasure::text AND e.detail->'audit'->>'digest' = w.digest)
		ORDER BY w.id LIMIT 1`);
	if (found === undefined) return null;
	return { event_id: String(found.id), problem: "the event's texts were rewritten, and no erasure says so" };
}

/** Over the rewritten events `r` of one erasure, and the new digests of their texts. */
export const rewritesDigest = Prisma.sql`encode(sha256(string_agg(int8send(r.event_id) || r.text_digest, ''::bytea ORDER BY r.id)), 'hex')`;

const same = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
