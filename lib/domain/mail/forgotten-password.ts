import { randomUUID } from "node:crypto";
import { addressLimit } from "@/lib/domain/accounts/address-limit";
import { networkOf } from "@/lib/domain/accounts/addresses";
import type { Origin } from "@/lib/domain/accounts/principal-of-user";
import { hashSecret, signInLinkSecret } from "@/lib/domain/accounts/secrets";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import { isMailOn } from "@/lib/platform/mail/is-mail-on";
import type { Service, Transaction } from "@/lib/platform/service";
import { countCall, takeCall } from "@/lib/platform/throttling/take-call";
import { InvalidStateError } from "@/lib/rules/errors";
import { emailKey } from "@/lib/rules/text/email-key";

/**
 * Requests in a minute from one IPv4 address or IPv6 network, and for one e-mail from all of them.
 */
export const FROM_ADDRESS = 10;
export const FOR_EMAIL = 2;
/** A short lifetime is enough: the requester is waiting for the mail. */
const LIFETIME_MS = 3_600_000;
/** Links that a person may have open at once. */
export const MOST_OPEN = 3;
const BATCH = 50;

/**
 * `POST /api/sign-in-links`: stores a request for a link. {@link answerForgottenPasswords} looks
 * the account up later, so that neither the answer nor its time reveals whether there is one.
 * @throws InvalidStateError where mail or passwords are off
 * @throws ThrottledError for an address with too many requests; an e-mail with too many requests
 *   gets no further mail
 */
export async function requestSignInLink(service: Service, origin: Origin, email: string): Promise<void> {
	if (!isMailOn(service)) {
		throw new InvalidStateError("this service sends no mails: ask your administrator for a sign-in link");
	}
	if (service.settings.OIDC_ONLY)
		throw new InvalidStateError("passwords are switched off here: sign in by single sign-on");
	const address = origin.address ?? "";
	await takeCall(service, `forgotten:${networkOf(address)}`, addressLimit(address, FROM_ADDRESS));
	const key = emailKey(email);
	if (!(await countCall(service, `forgotten-email:${key}`, FOR_EMAIL))) return;
	const { requestId } = origin;
	await service.prisma.forgottenPassword.create({
		data: { email_key: key, address: origin.address, request_id: requestId, asked_at: service.now() },
		select: { id: true },
	});
}

/** Whether {@link answerForgottenPasswords} has something to do. */
export const isLinkRequested = () => Prisma.sql`EXISTS (SELECT FROM forgotten_passwords)`;

/**
 * Mails a link to each requester that signs in by a password. Several processes may run it at once.
 * Returns the number of links.
 */
export async function answerForgottenPasswords(service: Service): Promise<number> {
	return transact(service.prisma, async (tx) => {
		const asked = await tx.$queryRaw<{ email_key: string; address: string | null }[]>`
			DELETE FROM forgotten_passwords WHERE id IN (
				SELECT id FROM forgotten_passwords ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
			RETURNING email_key, address`;
		if (!isMailOn(service) || service.settings.OIDC_ONLY) return 0;
		let issued = 0;
		for (const each of asked) if (await issueLink(service, tx, each)) issued += 1;
		return issued;
	});
}

/** Earlier links stay open, so that no visitor can end another person's link. */
async function issueLink(
	service: Service,
	tx: Transaction,
	{ email_key: key, address }: { email_key: string; address: string | null },
): Promise<boolean> {
	const user = await tx.user.findFirst({
		where: { email_key: key, password_hash: { not: null }, disabled_at: null },
		select: { id: true, organization_id: true },
	});
	if (user === null) return false;
	const now = service.now();
	const own = { user_id: user.id, issued_by_id: user.id, used_at: null, expires_at: { gt: now } };
	if ((await tx.signInLink.count({ where: own })) >= MOST_OPEN) return false;
	const id = randomUUID();
	const expiresAt = new Date(now.getTime() + LIFETIME_MS);
	await tx.signInLink.create({
		data: {
			id,
			user_id: user.id,
			secret_hash: hashSecret(signInLinkSecret(service.secret, id)),
			issued_by_id: user.id,
			created_at: now,
			expires_at: expiresAt,
			mail: { create: { user_id: user.id, not_before: now, created_at: now } },
		},
		select: { id: true },
	});
	await recordEvent(
		service,
		tx,
		{ system: "forgotten password" },
		{
			action: "issue_sign_in_link",
			object_type: "user",
			object_id: user.id,
			organization_id: user.organization_id,
			detail: { expires_at: expiresAt.toISOString(), asked_from: address },
		},
	);
	return true;
}
