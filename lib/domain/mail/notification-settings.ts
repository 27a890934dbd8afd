import { NOTICE_KINDS, NOTICES, type NoticeReader } from "@/lib/contract/events/events";
import {
	defaultMode,
	type EditNotifications,
	type NotificationSettings,
	READERS_OF_ROLE,
} from "@/lib/contract/notifications";
import type { Principal } from "@/lib/domain/access/principal";
import { transact } from "@/lib/platform/db/transact";
import { isMailOn } from "@/lib/platform/mail/is-mail-on";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import { instantOf, isTimeZone } from "@/lib/rules/time/zoned-day";
import { type Chosen, chosenModes, digestTimeOf, modeOf } from "./mail-mode";
import { readUnsubscribeToken } from "./unsubscribe-link";

/**
 * `GET /api/account/notifications`: the caller's mail settings for the kinds of notices that their
 * role receives.
 */
export async function getNotificationSettings(service: Service, principal: Principal): Promise<NotificationSettings> {
	const where = { user_id: principal.userId };
	return describe(service, principal, await service.prisma.notificationSettings.findUnique({ where }));
}

/**
 * `PATCH /api/account/notifications`: changes the kinds and times of the caller's mails.
 * @throws InvalidArgumentError for a time zone that the service does not know
 */
export async function editNotificationSettings(
	service: Service,
	principal: Principal,
	{ kinds = {}, digest_time, time_zone }: EditNotifications,
): Promise<NotificationSettings> {
	if (time_zone !== undefined && !isTimeZone(time_zone)) {
		throw new InvalidArgumentError("time_zone must be a name such as Europe/Berlin", { parameter: "time_zone" });
	}
	const { userId } = principal;
	return transact(service.prisma, async (tx) => {
		const before = await lockedSettings(tx, userId);
		const chosen = await tx.notificationSettings.update({
			where: { user_id: userId },
			data: {
				modes: { ...chosenModes(before), ...kinds },
				...(digest_time === undefined ? {} : { digest_minute: minuteOfDay(digest_time) }),
				...(time_zone === undefined ? {} : { time_zone: time_zone }),
			},
		});
		if (digest_time !== undefined || time_zone !== undefined) await moveOpenDigest(tx, userId, chosen);
		return describe(service, principal, chosen);
	});
}

/**
 * `POST /api/unsubscribe`: stops the mails that the link is about, for its person.
 * @throws NotFoundError for a token that this service did not make
 */
export async function unsubscribe(service: Service, token: string): Promise<void> {
	const link = readUnsubscribeToken(service, token);
	if (link === null) throw new NotFoundError("this unsubscribe link is not valid: open the whole link of the mail");
	const { userId, subscription } = link;
	await transact(service.prisma, async (tx) => {
		if ((await tx.user.count({ where: { id: userId } })) === 0) return;
		const before = await lockedSettings(tx, userId);
		const ended =
			subscription === "digest" ? NOTICE_KINDS.filter((kind) => modeOf(before, kind) === "daily") : [subscription];
		const never = Object.fromEntries(ended.map((kind) => [kind, "never"]));
		await tx.notificationSettings.update({
			where: { user_id: userId },
			data: { modes: { ...chosenModes(before), ...never } },
			select: { user_id: true },
		});
	});
}

/** The person's row, which other changes wait for. */
async function lockedSettings(tx: Transaction, userId: string): Promise<Chosen> {
	await tx.$executeRaw`INSERT INTO notification_settings (user_id) VALUES (${userId}::uuid) ON CONFLICT DO NOTHING`;
	await tx.$executeRaw`SELECT FROM notification_settings WHERE user_id = ${userId}::uuid FOR UPDATE`;
	return tx.notificationSettings.findUniqueOrThrow({ where: { user_id: userId } });
}

/**
 * A digest that waits keeps its day and moves to the day's time in the time zone of now: at once
 * where that has passed, so that no day is left out.
 */
async function moveOpenDigest(tx: Transaction, userId: string, chosen: Chosen): Promise<void> {
	const { zone, minute } = digestTimeOf(chosen);
	const open = await tx.mail.findMany({
		where: { user_id: userId, digest_day: { not: null }, state: "waiting", attempts: 0 },
		select: { id: true, digest_day: true },
	});
	for (const { id, digest_day: digestDay } of open) {
		const day = digestDay?.toISOString().slice(0, 10) ?? "";
		await tx.mail.updateMany({ where: { id, attempts: 0 }, data: { not_before: instantOf(day, minute, zone) } });
	}
}

function describe(service: Service, { email, role }: Principal, chosen: Chosen): NotificationSettings {
	const readers: readonly NoticeReader[] = READERS_OF_ROLE[role];
	const kinds = NOTICE_KINDS.filter((kind) => NOTICES[kind].readers.some((reader) => readers.includes(reader)));
	const { minute } = digestTimeOf(chosen);
	return {
		mail: isMailOn(service),
		email,
		kinds: kinds.map((kind) => ({ kind, mode: modeOf(chosen, kind), default: defaultMode(kind) })),
		digest_time: [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":"),
		time_zone: chosen?.time_zone ?? null,
	};
}

const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
