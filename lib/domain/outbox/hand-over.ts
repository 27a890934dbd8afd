import { type AuditEvent, Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service, Transaction } from "@/lib/platform/service";

/** A receiver of audit events, such as the inbox or the webhooks. */
export interface Sink {
	readonly name: string;
	/**
	 * Queues the events, in the transaction that takes them out of the outbox. It writes the sink's
	 * own rows only, so that each event is queued once. Sending is a later step of the sink.
	 * @param events in the order of their ids
	 */
	take(service: Service, tx: Transaction, events: readonly AuditEvent[]): Promise<void>;
}

/** Events per transaction. */
const BATCH = 100;
/**
 * Any constant: the lock by which one process at a time hands over, so that events keep their
 * order.
 */
const HAND_OVER_LOCK = 7_220_180_311;
/**
 * Milliseconds before an event is tried again after its first failure; then twice as long each
 * time.
 */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** Whether {@link handOver} has something to do. */
export const isOutboxDue = ({ now }: Service) =>
	Prisma.sql`EXISTS (SELECT FROM outbox WHERE not_before IS NULL OR not_before <= ${now()}::timestamptz)`;

/**
 * Hands the events of the outbox to all sinks (docs/contract.md, Notices). It runs in one process
 * at a time; the others return at once. An event that a sink fails on waits and is tried again,
 * while the others go on.
 * @returns the number of events handed over
 */
export async function handOver(service: Service, sinks: readonly Sink[]): Promise<number> {
	// Most calls find nothing; they take no connection for a transaction and no lock.
	if ((await service.prisma.outboxEntry.findFirst({ where: due(service), select: { event_id: true } })) === null) {
		return 0;
	}
	for (let total = 0; ; ) {
		const handed = await handOverBatch(service, sinks);
		total += handed;
		if (handed < BATCH) return total;
	}
}

/** Entries that no failure holds back. */
const due = ({ now }: Service) => ({ OR: [{ not_before: null }, { not_before: { lte: now() } }] });

async function handOverBatch(service: Service, sinks: readonly Sink[]): Promise<number> {
	try {
		return await handOverSome(service, sinks, BATCH);
	} catch (thrown) {
		logFailure(thrown, "events could not be handed over together, and are tried one by one");
		return handOverSingly(service, sinks);
	}
}

/** Takes the oldest entries that are due, or one of them, and gives their events to the sinks. */
function handOverSome(service: Service, sinks: readonly Sink[], limit: number, only?: bigint): Promise<number> {
	return transact(service.prisma, async (tx) => {
		const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
			SELECT pg_try_advisory_xact_lock(${HAND_OVER_LOCK}::bigint) AS taken`;
		if (lock?.taken !== true) return 0;
		const entries = await tx.$queryRaw<{ event_id: bigint }[]>`
			DELETE FROM outbox WHERE event_id IN (SELECT event_id FROM outbox
				WHERE (not_before IS NULL OR not_before <= ${service.now()}::timestamptz)
					${only === undefined ? Prisma.empty : Prisma.sql`AND event_id = ${only}::bigint`}
				ORDER BY event_id LIMIT ${limit}) RETURNING event_id`;
		if (entries.length === 0) return 0;
		const ids = entries.map(({ event_id }) => event_id);
		const events = await tx.auditEvent.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
		for (const sink of sinks) await sink.take(service, tx, events);
		return entries.length;
	});
}

async function handOverSingly(service: Service, sinks: readonly Sink[]): Promise<number> {
	const entries = await service.prisma.outboxEntry.findMany({
		where: due(service),
		orderBy: { event_id: "asc" },
		take: BATCH,
	});
	let handed = 0;
	for (const { event_id: eventId, attempts } of entries) {
		try {
			handed += await handOverSome(service, sinks, 1, eventId);
		} catch (thrown) {
			logFailure(thrown, "an event could not be handed over", { event_id: String(eventId) });
			const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS);
			const notBefore = new Date(service.now().getTime() + pause);
			await service.prisma.outboxEntry.updateMany({
				where: { event_id: eventId, attempts },
				data: { attempts: { increment: 1 }, not_before: notBefore },
			});
		}
	}
	return handed;
}
