import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { eventDigest, linkHash, NO_HASH, textDigest } from "./link-hash";
import { signPlace } from "./signatures";

/** Events per transaction. */
const BATCH = 1_000;
/** Any constant: the lock of those who write the chain, or texts that it covers. */
const CHAIN_LOCK = 7_220_180_500;

/** Waits until nobody writes the chain, and keeps others from it until the transaction ends. */
export async function lockChain(tx: Transaction): Promise<void> {
	await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CHAIN_LOCK}::bigint)`;
}

/**
 * Appends new audit events to the chain (docs/contract.md, The audit log as a chain). Writers of
 * events never wait for it: they leave the event's id in a table that this empties afterwards, in
 * one process at a time.
 * @returns the number of events
 */
export async function chainEvents(
	service: Pick<Service, "prisma" | "secret" | "previousSecret">,
	stopping?: AbortSignal,
): Promise<number> {
	// Most calls find nothing; they take no connection for a transaction and no lock.
	if ((await service.prisma.auditUnchained.findFirst({ select: { eventId: true } })) === null) return 0;
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

function chainBatch({ prisma, ...secrets }: Pick<Service, "prisma" | "secret" | "previousSecret">): Promise<number> {
	return transact(prisma, async (tx) => {
		const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
			SELECT pg_try_advisory_xact_lock(${CHAIN_LOCK}::bigint) AS taken`;
		if (lock?.taken !== true) return 0;
		// An id whose event is missing stays, so that a check of the chain finds it.
		const events = await tx.$queryRaw<Unchained[]>(Prisma.sql`
			SELECT e.id, ${eventDigest} AS event, ${textDigest} AS texts
			FROM audit_unchained u JOIN audit_events e ON e.id = u.event_id ORDER BY e.id LIMIT ${BATCH}`);
		if (events.length === 0) return 0;
		const last = await lastLink(tx);
		const links = linksAfter(last, events);
		const head = links.at(-1);
		await tx.$executeRaw`
			INSERT INTO audit_chain (position, event_id, text_digest, hash, signature)
			SELECT l.position, l.event_id, decode(l.texts, 'hex'), decode(l.hash, 'hex'), decode(l.signature, 'hex')
			FROM jsonb_to_recordset(${JSON.stringify(
				links.map(({ position, eventId, texts, hash }) => ({
					...{ position: String(position), event_id: String(eventId), texts: hex(texts), hash: hex(hash) },
					signature: position === head?.position ? hex(signPlace(secrets, "head", { position, hash })) : null,
				})),
			)}::jsonb) AS l(position bigint, event_id bigint, texts text, hash text, signature text)`;
		await tx.auditUnchained.deleteMany({ where: { eventId: { in: events.map(({ id }) => id) } } });
		return events.length;
	});
}

/** Where the chain ends: at its newest link. */
export async function lastLink(tx: Pick<Transaction, "auditLink">) {
	return tx.auditLink.findFirst({ orderBy: { position: "desc" } });
}

function linksAfter(last: { position: bigint; hash: Uint8Array } | null, events: readonly Unchained[]) {
	let { position, hash } = last ?? { position: 0n, hash: NO_HASH };
	return events.map(({ id, event, texts }) => {
		position += 1n;
		hash = linkHash(hash, event, texts);
		return { position, eventId: id, texts, hash };
	});
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
