import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Transaction } from "@/lib/platform/service";
import { eventDigest, linkHash, textDigest } from "./link-hash";
import { type Place, samePlace } from "./place";
import { type ChainService, rememberHead, requireHead } from "./require-head";
import { signPlace } from "./signatures";
import { lastLink } from "./walk-chain";

/** Events per transaction. */
const BATCH = 1_000;
/** An arbitrary constant: the lock for writing the chain, or texts that it covers. */
const CHAIN_LOCK = 7_220_180_500;

/** Waits for other writers of the chain, and keeps them out until the transaction ends. */
export async function lockChain(tx: Transaction): Promise<void> {
	await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CHAIN_LOCK}::bigint)`;
}

/**
 * Appends new audit events to the chain (docs/contract.md, Audit). Writers of
 * events never wait for it: they leave the event's id in a table that this empties afterwards, in
 * one process at a time.
 * @returns the number of events
 * @throws AuditChainError where the chain does not go through its remembered head
 */
export async function chainEvents(service: ChainService, stopping?: AbortSignal): Promise<number> {
	// Most calls find nothing; they take no connection for a transaction and no lock.
	if ((await service.prisma.auditUnchained.findFirst({ select: { event_id: true } })) === null) return 0;
	for (let total = 0; ; ) {
		const chained = await chainBatch(service);
		total += chained;
		if (chained < BATCH || stopping?.aborted) return total;
	}
}

interface Unchained {
	readonly id: bigint;
	readonly event: Uint8Array;
	readonly texts: Uint8Array;
}

async function chainBatch(service: ChainService): Promise<number> {
	const { start, end } = await requireHead(service);
	const links = await transact(service.prisma, async (tx) => {
		const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
			SELECT pg_try_advisory_xact_lock(${CHAIN_LOCK}::bigint) AS taken`;
		if (lock?.taken !== true) return [];
		// Another process has written links: the next call checks them first.
		if (!samePlace((await lastLink(tx)) ?? end, end)) return [];
		// An id whose event is missing stays, so that a check of the chain finds it.
		const events = await tx.$queryRaw<Unchained[]>(Prisma.sql`
			SELECT e.id, ${eventDigest} AS event, ${textDigest} AS texts
			FROM audit_unchained u JOIN audit_events e ON e.id = u.event_id ORDER BY e.id LIMIT ${BATCH}`);
		const added = linksAfter(end, events);
		if (added.length > 0) await append(tx, service, added);
		return added;
	});
	const last = links.at(-1);
	if (last !== undefined) await rememberHead(service, { start, end: last });
	return links.length;
}

interface NewLink extends Place {
	readonly eventId: bigint;
	readonly texts: Uint8Array;
	/** The hash of the link before it. */
	readonly besides: Uint8Array;
}

function linksAfter(last: Place, events: readonly Unchained[]): NewLink[] {
	let { position, hash } = last;
	return events.map(({ id, event, texts }) => {
		const besides = hash;
		position += 1n;
		hash = linkHash(besides, event, texts);
		return { position, hash, besides, eventId: id, texts };
	});
}

async function append(tx: Transaction, service: ChainService, links: readonly NewLink[]): Promise<void> {
	const rows = links.map((link) => ({
		...{ position: String(link.position), event_id: String(link.eventId), texts: hex(link.texts) },
		...{ hash: hex(link.hash), signature: hex(signPlace(service, "link", link)) },
	}));
	await tx.$executeRaw`
		INSERT INTO audit_chain (position, event_id, text_digest, hash, signature)
		SELECT l.position, l.event_id, decode(l.texts, 'hex'), decode(l.hash, 'hex'), decode(l.signature, 'hex')
		FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS l(position bigint, event_id bigint, texts text, hash text, signature text)`;
	await tx.auditUnchained.deleteMany({ where: { event_id: { in: links.map(({ eventId }) => eventId) } } });
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
