import { noteJob } from "@/lib/domain/audit/note-job";
import { Prisma } from "@/lib/generated/prisma/client";
import { log } from "@/lib/platform/log";
import { isMailOn } from "@/lib/platform/mail/is-mail-on";
import { MailError } from "@/lib/platform/mail/mail-error";
import { MAIL_TIMES, type MailTimes, sendMail } from "@/lib/platform/mail/send-mail";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";
import { composeDueMail } from "./compose-due-mail";

/** Longer than an attempt takes. */
const LEASE_MS = 180_000;
/** Milliseconds before the second attempt; then twice as long each time, up to an hour. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** A server that takes no mails is left alone for as long, by this process. */
const SERVER_PAUSE_MS = 30_000;
/** Attempts with these pauses take a day. */
const MOST_ATTEMPTS = 30;

interface ClaimedMail {
	readonly id: bigint;
	/** The fencing token of the lease. */
	readonly attempts: number;
}

/**
 * The state of the mail server, as a process knows it: the end of its pause, and failures in a row.
 */
interface ServerState {
	readonly pausedUntil: number;
	readonly failures: number;
}
const WORKS: ServerState = { pausedUntil: 0, failures: 0 };
const servers = new WeakMap<Service, ServerState>();

/** Failures in a row after which operators are notified: a single one may be a passing fault. */
const MAX_LOGGED_FAILURES = 3;
const JOB = "send mails";

/** Whether {@link sendMails} may have something to do. */
export const isMailDue = ({ now }: Service) =>
	Prisma.sql`EXISTS (SELECT FROM mails WHERE state = 'waiting' AND not_before <= ${now()}::timestamptz)`;

/**
 * Sends the mails that are due (docs/contract.md, Notices). Several processes may run it at once:
 * each mail is leased by one. A process that is killed between the server's answer and its own
 * note of it sends the mail again, with the same Message-ID.
 * @returns how many were sent
 * @throws MailError when the server takes no mails at all; they wait
 */
export async function sendMails(
	service: Service,
	stopping: AbortSignal,
	times: MailTimes = MAIL_TIMES,
): Promise<number> {
	if (!isMailOn(service) || service.now().getTime() < (servers.get(service) ?? WORKS).pausedUntil) return 0;
	for (let sent = 0; ; ) {
		const mail = stopping.aborted ? null : await claimMail(service);
		if (mail === null) return sent;
		if (await sendOne(service, mail, times)) sent += 1;
	}
}

async function claimMail(service: Service): Promise<ClaimedMail | null> {
	const now = service.now();
	const leasedUntil = new Date(now.getTime() + LEASE_MS);
	const [claimed] = await service.prisma.$queryRaw<ClaimedMail[]>`
		UPDATE mails SET attempts = attempts + 1, leased_until = ${leasedUntil}::timestamptz
		WHERE id = (SELECT id FROM mails
			WHERE state = 'waiting' AND not_before <= ${now}::timestamptz
				AND (leased_until IS NULL OR leased_until <= ${now}::timestamptz)
			ORDER BY not_before, id LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING id, attempts`;
	return claimed ?? null;
}

/** Sends a claimed mail and records the outcome; returns whether it was sent. */
async function sendOne(service: Service, mail: ClaimedMail, times: MailTimes): Promise<boolean> {
	try {
		const outgoing = await composeDueMail(service, mail.id);
		if (outgoing === null) {
			await settle(service, mail, { state: "dropped" });
			return false;
		}
		await sendMail(service.settings, outgoing, times);
	} catch (thrown) {
		await noteFailure(service, mail, thrown);
		if (!(thrown instanceof MailError) || thrown.fault !== "server") return false;
		await noteServerFault(service, thrown);
		throw thrown;
	}
	await noteServerWorks(service);
	await settle(service, mail, { state: "sent" });
	return true;
}

/**
 * Runs without a due mail lie between failures, so the job itself cannot count failures in a row.
 */
async function noteServerFault(service: Service, { message }: MailError): Promise<void> {
	const failures = (servers.get(service) ?? WORKS).failures + 1;
	servers.set(service, { pausedUntil: service.now().getTime() + SERVER_PAUSE_MS, failures });
	if (failures >= MAX_LOGGED_FAILURES) await noteJob(service, JOB, message);
}

async function noteServerWorks(service: Service): Promise<void> {
	const last = servers.get(service);
	servers.set(service, WORKS);
	// An earlier process may have notified operators of failures before this one sent anything.
	if (last === undefined || last.failures > 0) await noteJob(service, JOB, null);
}

async function noteFailure(service: Service, mail: ClaimedMail, thrown: unknown): Promise<void> {
	const about = { mail: String(mail.id), attempt: mail.attempts };
	if (!(thrown instanceof MailError)) {
		logFailure(thrown, "a mail could not be written, and is tried again", about);
		return postpone(service, mail, "it could not be written");
	}
	if (thrown.fault === "recipient") {
		log.warn({ ...about, cause: thrown.message }, "a mail was refused for good");
		return settle(service, mail, { state: "refused", problem: thrown.message });
	}
	return postpone(service, mail, thrown.message);
}

async function postpone(service: Service, mail: ClaimedMail, problem: string): Promise<void> {
	if (mail.attempts >= MOST_ATTEMPTS) {
		log.warn({ mail: String(mail.id), cause: problem }, "a mail was tried for a day, and is given up");
		return settle(service, mail, { state: "expired", problem });
	}
	const pause = Math.min(FIRST_PAUSE_MS * 2 ** (mail.attempts - 1), LONGEST_PAUSE_MS);
	const notBefore = new Date(service.now().getTime() + pause);
	return update(service, mail, { problem, not_before: notBefore, leased_until: null });
}

const settle = (service: Service, mail: ClaimedMail, end: { state: string; problem?: string }): Promise<void> =>
	update(service, mail, { problem: null, ...end, ended_at: service.now(), leased_until: null });

/** Writes only while the lease is this attempt's. */
async function update({ prisma }: Service, { id, attempts }: ClaimedMail, data: object): Promise<void> {
	await prisma.mail.updateMany({ where: { id, attempts, state: "waiting" }, data });
}
