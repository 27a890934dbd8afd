import { randomBytes, randomUUID } from "node:crypto";
import type { Person } from "@/lib/contract/person";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { madeSecret } from "@/lib/platform/made-secret";
import { isMailOn } from "@/lib/platform/mail/is-mail-on";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { requireUnrestricted } from "./key-rules";
import { peopleBehind } from "./people-behind";
import { hashSecret, SIGN_IN_LINK_PREFIX, signInLinkSecret } from "./secrets";

/** Long enough for a holiday, short enough for a mailbox that others read later. */
export const LINK_LIFETIME_MS = 7 * 24 * 3_600_000;

/** A user with the secret of a link that sets their password. The secret is shown once. */
export interface Invitation {
	readonly person: Person;
	readonly secret: string;
	/** Whether it goes to its user by mail, too. */
	readonly mailed: boolean;
}

/** A link before it is issued. */
export interface NewLink {
	readonly id: string;
	readonly secret: string;
	readonly mailed: boolean;
}

/** A link that its issuer alone gets. */
const shownLink = (): NewLink => ({
	id: randomUUID(),
	secret: madeSecret("sign-in link", `${SIGN_IN_LINK_PREFIX}${randomBytes(32).toString("base64url")}`),
	mailed: false,
});

/** A link that goes to its user by mail, too, where the service sends mails. */
export function linkToMail(service: Pick<Service, "secret" | "settings">): NewLink {
	if (!isMailOn(service)) return shownLink();
	const id = randomUUID();
	return { id, secret: signInLinkSecret(service.secret, id), mailed: true };
}

/**
 * Issues a link for a user and ends an open one. Only its SHA-256 is stored.
 * @returns the secret
 * @throws ForbiddenError for a key with fewer rights than a session of the user, which has no
 *   scopes, addresses or expiry
 */
export async function issueSignInLink(
	service: Pick<Service, "now">,
	tx: Transaction,
	actor: Principal | SystemActor,
	person: { readonly id: string; readonly organization_id: string },
	{ id, secret, mailed }: NewLink = shownLink(),
): Promise<string> {
	const issuedById = "system" in actor ? null : await requireLinkIssuer(tx, actor);
	const now = service.now();
	const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS);
	await tx.signInLink.deleteMany({ where: { user_id: person.id, used_at: null } });
	await tx.signInLink.create({
		data: {
			id,
			user_id: person.id,
			secret_hash: hashSecret(secret),
			issued_by_id: issuedById,
			voucher_ids: "system" in actor ? [] : [...(await peopleBehind(tx, actor))],
			created_at: now,
			expires_at: expiresAt,
		},
		select: { id: true },
	});
	if (mailed) {
		await tx.mail.create({
			data: { user_id: person.id, sign_in_link_id: id, not_before: now, created_at: now },
			select: { id: true },
		});
	}
	await recordEvent(service, tx, actor, {
		action: "issue_sign_in_link",
		object_type: "user",
		object_id: person.id,
		organization_id: person.organization_id,
		detail: { expires_at: expiresAt.toISOString() },
	});
	return secret;
}

/** Gives the issuer's id. */
async function requireLinkIssuer(tx: Transaction, principal: Principal): Promise<string> {
	if (!principal.mayManage) throw new ForbiddenError("a key without the scope 'manage' must not issue sign-in links");
	await requireUnrestricted(tx, principal, null, "sign-in links");
	return principal.userId;
}
