import type { SingleSignOnProblem } from "@/lib/contract/single-sign-on";
import { MAY_SIGN_IN } from "@/lib/domain/access/access";
import { type Origin, principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Prisma } from "@/lib/generated/prisma/client";
import { isUniqueViolation } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { emailKey } from "@/lib/rules/text/email-key";
import { recordRefusedSignIn } from "./record-refused-sign-in";
import type { SignedInUser } from "./verify-sign-in";

/** An identity that the provider of single sign-on has authenticated. */
export interface Identity {
	readonly issuer: string;
	readonly subject: string;
	/** Null unless the provider has verified it. */
	readonly verifiedEmail: string | null;
	/** Whether the provider claims to have checked a second factor. */
	readonly secondFactor: boolean;
}

const select = {
	...principalSelect,
	session_epoch: true,
	oidc_issuer: true,
	oidc_subject: true,
} satisfies Prisma.UserSelect;
type Candidate = Prisma.UserGetPayload<{ select: typeof select }>;

interface Refusal {
	readonly why: SingleSignOnProblem;
	/** Null where no user is known. */
	readonly userId: string | null;
}

/**
 * Finds the user of an identity: by its subject, or at the first sign-in by the verified e-mail of
 * a user who was invited or has signed in. The first sign-in binds the subject. It creates no
 * users.
 * @returns the user, or why there is none
 */
export async function signInByIdentity(
	service: Service,
	origin: Origin,
	identity: Identity,
): Promise<SignedInUser | SingleSignOnProblem> {
	const { issuer: oidcIssuer, subject: oidcSubject } = identity;
	const signIn = () =>
		transact(service.prisma, async (tx): Promise<SignedInUser | Refusal> => {
			const bound = await tx.user.findFirst({ where: { oidc_issuer: oidcIssuer, oidc_subject: oidcSubject }, select });
			const user = bound ?? (await findByEmail(service, tx, identity));
			if (typeof user === "string") return { why: user, userId: null };
			if (user.disabled_at !== null) return { why: "disabled", userId: user.id };
			if (bound === null) await bind(service, tx, origin, user, identity);
			await tx.user.update({ where: { id: user.id }, data: { last_sign_in_at: service.now() }, select: { id: true } });
			return { id: user.id, email: user.email, epoch: user.session_epoch, secondFactor: identity.secondFactor };
		});
	// Of two sign-ins that bind at once, the second finds the subject bound by the first.
	const found = await signIn().catch((thrown: unknown) => {
		if (isUniqueViolation(thrown)) return signIn();
		throw thrown;
	});
	if (!("why" in found)) return found;
	const { why, userId } = found;
	const email = identity.verifiedEmail?.replaceAll("\0", "");
	const who = userId !== null ? { id: userId } : email === undefined ? null : { email: emailKey(email) };
	await recordRefusedSignIn(service, { who, address: origin.address ?? "", why: `single sign-on: ${why}` });
	return why;
}

/** An invited or earlier user with this verified e-mail. */
async function findByEmail(
	{ now }: Pick<Service, "now">,
	tx: Transaction,
	{ issuer, verifiedEmail }: Identity,
): Promise<Candidate | SingleSignOnProblem> {
	if (verifiedEmail === null) return "unverified";
	const key = emailKey(verifiedEmail);
	if (key.includes("\0")) return "unknown";
	await tx.$queryRaw`SELECT 1 FROM users WHERE email_key = ${key} ORDER BY id FOR NO KEY UPDATE`;
	const known = await tx.user.findFirst({ where: { email_key: key, ...MAY_SIGN_IN }, select });
	if (known !== null) {
		// A subject of an issuer that is no longer configured is bound afresh.
		return known.oidc_issuer === issuer && known.oidc_subject !== null ? "other_identity" : known;
	}
	const invitation = { some: { used_at: null, expires_at: { gt: now() } } };
	const [invited, other] = await tx.user.findMany({
		where: { email_key: key, signInLinks: invitation },
		select,
		orderBy: { id: "asc" },
		take: 2,
	});
	return other === undefined ? (invited ?? "unknown") : "several";
}

async function bind(
	service: Pick<Service, "now">,
	tx: Transaction,
	origin: Origin,
	user: Candidate,
	{ issuer, subject }: Identity,
): Promise<void> {
	await tx.user.update({
		where: { id: user.id },
		data: { oidc_issuer: issuer, oidc_subject: subject, updated_at: service.now(), revision: { increment: 1 } },
		select: { id: true },
	});
	// The invitation is accepted; a later reader of the mailbox cannot set a password with it.
	await tx.signInLink.deleteMany({ where: { user_id: user.id, used_at: null } });
	await recordEvent(service, tx, principalOfUser(user, { kind: "single_sign_on", id: null }, [], origin), {
		action: "bind_identity",
		object_type: "user",
		object_id: user.id,
		organization_id: user.organization_id,
		detail: { issuer, subject },
	});
}
