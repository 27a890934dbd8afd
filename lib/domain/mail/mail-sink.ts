import type { Sink } from "@/lib/domain/outbox/hand-over";
import { isMailOn } from "@/lib/platform/mail/is-mail-on";
import type { Service, Transaction } from "@/lib/platform/service";
import { dayAfter, dayIn, instantOf } from "@/lib/rules/time/zoned-day";
import { type Chosen, digestTimeOf, modeOf } from "./mail-mode";

/**
 * Writes the mails that follow from new items of the inbox (docs/contract.md, Notices): one of its
 * own, or an entry of the person's next daily digest. It runs after the inbox's sink, in the same
 * transaction.
 */
export const mailSink: Sink = {
	name: "mail",
	take: async (service, tx, events) => {
		if (!isMailOn(service)) return;
		const items = await tx.inboxItem.findMany({
			where: { event_id: { in: events.map(({ id }) => id) } },
			select: { id: true, user_id: true, kind: true, user: { select: { notificationSettings: true } } },
			orderBy: { id: "asc" },
		});
		const now = service.now();
		const daily = new Map<string, { chosen: Chosen; items: bigint[] }>();
		const atOnce: bigint[] = [];
		for (const { id, user_id: userId, kind, user } of items) {
			const chosen = user.notificationSettings;
			const mode = modeOf(chosen, kind);
			if (mode === "at_once") atOnce.push(id);
			if (mode !== "daily") continue;
			const entries = daily.get(userId)?.items ?? [];
			daily.set(userId, { chosen, items: [...entries, id] });
		}
		await tx.$executeRaw`INSERT INTO mails (user_id, item_id, not_before, created_at)
			SELECT i.user_id, i.id, ${now}::timestamptz, ${now}::timestamptz FROM inbox_items i WHERE i.id = ANY (${atOnce}::bigint[])`;
		for (const [userId, { chosen, items: ids }] of daily) {
			const mailId = await openDigest(service, tx, userId, chosen);
			await tx.digestItem.createMany({ data: ids.map((itemId) => ({ item_id: itemId, mail_id: mailId })) });
		}
	},
};

/**
 * The digest that still takes items: the waiting one, or the next day's that there is none of. A
 * digest that an attempt was made with takes no more.
 */
async function openDigest(service: Service, tx: Transaction, userId: string, chosen: Chosen): Promise<bigint> {
	const [open] = await tx.$queryRaw<{ id: bigint }[]>`SELECT id FROM mails
		WHERE user_id = ${userId}::uuid AND digest_day IS NOT NULL AND state = 'waiting' AND attempts = 0
		ORDER BY digest_day DESC LIMIT 1 FOR UPDATE`;
	if (open !== undefined) return open.id;
	const { _max: last } = await tx.mail.aggregate({ where: { user_id: userId }, _max: { digest_day: true } });
	const now = service.now();
	const { day, at } = nextDigest(now, chosen, last.digest_day?.toISOString().slice(0, 10) ?? null);
	const { id } = await tx.mail.create({
		data: { user_id: userId, digest_day: new Date(`${day}T00:00:00Z`), not_before: at, created_at: now },
		select: { id: true },
	});
	return id;
}

/**
 * The day and instant of the next daily digest, by the person's calendar and clock.
 * @param last day that had its digest, perhaps in another time zone
 */
export function nextDigest(now: Date, chosen: Chosen, last: string | null): { day: string; at: Date } {
	const { zone, minute } = digestTimeOf(chosen);
	let day = dayIn(zone, now);
	if (instantOf(day, minute, zone) <= now) day = dayAfter(day);
	if (last !== null && day <= last) day = dayAfter(last);
	return { day, at: instantOf(day, minute, zone) };
}
