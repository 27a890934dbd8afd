import { Prisma } from "@/lib/generated/prisma/client";
import type { Secrets } from "@/lib/platform/secrets";
import type { Transaction } from "@/lib/platform/service";
import { eventDigest, linkHash, textDigest } from "./link-hash";
import { BEGINNING, type Place, samePlace } from "./place";
import { isSigned } from "./signatures";

export interface AuditProblem {
	/** Of the first event concerned, where one is known. */
	readonly event_id: string | null;
	readonly problem: string;
}

/** The parts of the service that read the chain. */
export interface ChainReader extends Secrets {
	readonly prisma: Transaction;
}

/** Events per query. */
const PAGE = 2_000;

interface Link extends Place {
	readonly event_id: bigint;
	readonly texts: Uint8Array;
	readonly signature: Uint8Array | null;
	readonly isThere: boolean;
	readonly event: Uint8Array;
	readonly textsNow: Uint8Array;
	readonly rewritten: Uint8Array | null;
}

/** Where the chain ends: at its newest link. */
export async function lastLink(tx: Pick<Transaction, "auditLink">) {
	return tx.auditLink.findFirst({ orderBy: { position: "desc" } });
}

/**
 * Where the chain begins: behind what was removed after its time.
 * @param known where the service remembers it to begin: removals since have to be signed
 */
export async function removedUntil(
	service: ChainReader,
	known: Place,
): Promise<Place & { problem: AuditProblem | null }> {
	const removals = await service.prisma.auditRemoval.findMany({
		where: { last_position: { gte: known.position } },
		orderBy: { last_position: "asc" },
	});
	const places = removals.map((row) => ({ ...row, position: row.last_position, hash: row.last_hash }));
	const { position, hash } = places.at(-1) ?? known;
	const problemOf = (event: bigint | null, problem: string) => ({
		...{ position, hash },
		problem: { event_id: event === null ? null : String(event), problem },
	});
	if (!samePlace(BEGINNING, known) && !samePlace(places[0], known)) {
		return problemOf(null, `what was removed until link ${known.position} is no longer recorded`);
	}
	const unsigned = places.find(
		(place) => place.position > known.position && !isSigned(service, "removal", place, place.signature),
	);
	if (unsigned === undefined) return { position, hash, problem: null };
	return problemOf(unsigned.last_event_id, "no signature of the service covers what was removed until this event");
}

/** Until where links were removed last, if the service has signed that; else the beginning. */
export async function signedRemoval(service: ChainReader): Promise<Place> {
	const last = await service.prisma.auditRemoval.findFirst({ orderBy: { last_position: "desc" } });
	if (last === null) return BEGINNING;
	const place = { position: last.last_position, hash: last.last_hash };
	return isSigned(service, "removal", place, last.signature) ? place : BEGINNING;
}

/** The result of reading a part of the chain. */
export interface ChainWalk {
	/** Events whose hashes were computed again. */
	readonly checked: number;
	/** Among them, those whose texts an erasure rewrote. */
	readonly rewritten: number;
	/** The first event that differs from its link, or the first missing link. */
	readonly broken: AuditProblem | null;
	/** The first event that no signature covers; null where all are covered. */
	readonly unsigned: AuditProblem | null;
}

/** Computes every hash behind a place again, up to the link `end`. */
export async function walkChain(service: ChainReader, start: Place, end: bigint): Promise<ChainWalk> {
	let [at, hash, rewritten, checked] = [start.position, start.hash, 0, 0];
	let unsigned: bigint | null = null;
	const found = (broken: AuditProblem | null): ChainWalk => {
		const problem = "the chain was written again from this event on: no signature of the service covers it";
		const uncovered = unsigned === null ? null : { event_id: String(unsigned), problem };
		return { checked, rewritten, broken, unsigned: uncovered };
	};
	while (at < end) {
		const links = await readLinks(service.prisma, at, end);
		if (links[0]?.position !== at + 1n) {
			const later = await signedRemoval(service);
			// Removed since the walk began.
			if (later.position > at) {
				[at, hash] = [later.position, later.hash];
				continue;
			}
			return found(missingLink(at + 1n, links[0]?.event_id ?? null));
		}
		for (const link of links) {
			if (link.position !== at + 1n) return found(missingLink(at + 1n, link.event_id));
			const problem = problemOf(link, hash);
			if (problem !== null) return found({ event_id: String(link.event_id), problem });
			unsigned = isCovered(service, link, hash) ? null : (unsigned ?? link.event_id);
			[at, hash] = [link.position, link.hash];
			checked += 1;
			if (link.rewritten !== null) rewritten += 1;
		}
	}
	return found(null);
}

function isCovered(secrets: Secrets, link: Link, before: Uint8Array): boolean {
	const { signature } = link;
	return signature !== null && isSigned(secrets, "link", { ...link, besides: before }, signature);
}

function readLinks(prisma: Transaction, after: bigint, end: bigint): Promise<Link[]> {
	return prisma.$queryRaw<Link[]>(Prisma.sql`
		SELECT c.position, c.event_id, c.text_digest AS texts, c.hash, c.signature, e.id IS NOT NULL AS "isThere",
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

/**
 * Whether the chain goes through a place where it once ended; null if so.
 * @param start where the chain begins
 * @param which head it is, for the message
 */
export async function problemOfHead(
	prisma: Transaction,
	start: Place,
	head: Place,
	which: "given" | "remembered",
): Promise<AuditProblem | null> {
	if (samePlace(start, head)) return null;
	if (head.position < start.position)
		return { event_id: null, problem: `the ${which} head is of what was removed until link ${start.position}` };
	const link = await prisma.auditLink.findUnique({ where: { position: head.position } });
	if (link === null) return { event_id: null, problem: `events were cut off: the chain has no link ${head.position}` };
	if (samePlace(link, head)) return null;
	const problem = `link ${head.position} of the chain has another hash than the ${which} one`;
	return { event_id: String(link.event_id), problem };
}

const same = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;
