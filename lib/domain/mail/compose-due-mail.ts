import { timingSafeEqual } from "node:crypto";
import type { InboxItem } from "@/lib/contract/inbox";
import { maySignIn } from "@/lib/domain/access/access";
import { nameOfUser } from "@/lib/domain/access/load-people";
import { principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import { hashSecret, signInLinkSecret } from "@/lib/domain/accounts/secrets";
import { describeItems } from "@/lib/domain/inbox/describe-items";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { OutgoingMail } from "@/lib/platform/mail/send-mail";
import { acceptedSecrets } from "@/lib/platform/secrets";
import type { Service } from "@/lib/platform/service";
import { digestMail, itemMail, type MailFrame, signInLinkMail, singleSignOnMail } from "./compose-mail";
import { digestTimeOf, modeOf } from "./mail-mode";
import { type Subscription, unsubscribeToken } from "./unsubscribe-link";

const select = {
	id: true,
	message_id: true,
	digest_day: true,
	item: true,
	digestItems: { select: { item: true }, orderBy: { item_id: "asc" } },
	signInLink: {
		select: {
			id: true,
			secret_hash: true,
			used_at: true,
			expires_at: true,
			issuedBy: { select: { id: true, email: true, first_name: true, last_name: true } },
		},
	},
	user: {
		select: {
			...principalSelect,
			first_name: true,
			last_name: true,
			password_hash: true,
			oidc_issuer: true,
			notificationSettings: true,
		},
	},
} satisfies Prisma.MailSelect;
type DueMail = Prisma.MailGetPayload<{ select: typeof select }>;

/**
 * A mail in its present form, without items that its reader no longer sees, has read or no longer
 * wants.
 * @returns null where no item is left
 */
export async function composeDueMail(service: Service, id: bigint): Promise<OutgoingMail | null> {
	const mail = await service.prisma.mail.findUnique({ where: { id }, select });
	if (mail === null || mail.user.disabled_at !== null) return null;
	if (mail.signInLink !== null) return linkMail(service, mail, mail.signInLink);
	if (!maySignIn(mail.user)) return null;
	const items = await itemsToTell(service, mail);
	const [first] = items;
	if (first === undefined) return null;
	if (mail.digest_day !== null) return digestMail(frameOf(service, mail, "digest"), items);
	return itemMail(frameOf(service, mail, first.kind), first);
}

async function itemsToTell(service: Service, mail: DueMail): Promise<InboxItem[]> {
	const principal = principalOfUser(mail.user, { kind: "session", id: null }, ["manage", "administer"], {
		address: null,
		requestId: null,
	});
	const items = mail.item === null ? mail.digestItems.map(({ item }) => item) : [mail.item];
	const wanted = items.filter(
		({ kind, read_at: readAt }) => readAt === null && modeOf(mail.user.notificationSettings, kind) !== "never",
	);
	const described = await describeItems(service.prisma, principal, wanted);
	// Without a link it is about something that the reader no longer sees.
	return described.filter(({ link }) => link !== null);
}

function frameOf(
	service: Service,
	{ user, message_id: messageId }: DueMail,
	subscription: Subscription | null,
): MailFrame {
	return {
		to: { name: `${user.first_name} ${user.last_name}`.trim(), address: user.email },
		address: service.settings.PUBLIC_URL ?? "",
		timeZone: digestTimeOf(user.notificationSettings).zone,
		messageId,
		unsubscribe: subscription && unsubscribeToken(service, { userId: user.id, subscription }),
	};
}

function linkMail(service: Service, mail: DueMail, link: NonNullable<DueMail["signInLink"]>): OutgoingMail | null {
	if (link.used_at !== null || link.expires_at <= service.now()) return null;
	const secret = acceptedSecrets(service)
		.map((each) => signInLinkSecret(each, link.id))
		.find((each) => timingSafeEqual(hashSecret(each), link.secret_hash));
	// The service's secret was another one when the link was made.
	if (secret === undefined) return null;
	const frame = frameOf(service, mail, null);
	const { role } = mail.user;
	if (service.settings.OIDC_ONLY && role !== "operator") return singleSignOnMail(frame, issuerOf(link, mail.user.id));
	return signInLinkMail(frame, {
		secret,
		expiresAt: link.expires_at,
		invitedBy: issuerOf(link, mail.user.id),
		isNew: !maySignIn(mail.user),
	});
}

/** The name of a link's issuer; null where its user requested it, or the service issued it. */
function issuerOf({ issuedBy }: NonNullable<DueMail["signInLink"]>, userId: string): string | null {
	return issuedBy === null || issuedBy.id === userId ? null : nameOfUser(issuedBy);
}
