import type { InboxItem } from "@/lib/contract/inbox";
import { plural } from "@/lib/contract/sentences/moments";
import { nameOf } from "@/lib/contract/sentences/name-of";
import type { OutgoingMail } from "@/lib/platform/mail/send-mail";
import { isolate } from "@/lib/rules/text/isolate";
import { minuteIn, sentenceIn } from "@/lib/rules/time/zoned-day";
import { type MailContent, mailText } from "./mail-content";
import { mailHtml } from "./mail-html";

/** The reader of a mail, and the service's address. */
export interface MailFrame {
	readonly to: { readonly name: string; readonly address: string };
	/** `PUBLIC_URL`. */
	readonly address: string;
	readonly timeZone: string;
	/** The mail's own id, the same at every attempt. */
	readonly messageId: string;
	/** The token of its unsubscribe link; null for a requested mail. */
	readonly unsubscribe: string | null;
}

/** A mail about one item. Mails about one deployment, build or target are one thread. */
export function itemMail(frame: MailFrame, item: InboxItem): OutgoingMail {
	const title = titleOf(frame, item);
	const objects = ["deployment_id", "build_id", "target_id"] as const;
	const object = objects.find((name) => item[name] !== null);
	return mailOf(
		frame,
		{
			subject: title,
			preview: item.reason ?? noteOf(frame, item),
			heading: title,
			entries: [{ title, reason: item.reason, note: noteOf(frame, item) }],
			button: { label: item.action, url: `${frame.address}${item.link}` },
			why: "You get this email because of your notification settings in the Targeting Service.",
		},
		object && `${object.slice(0, -3)}.${item[object]}`,
	);
}

/** The digest of a day: its items, oldest first. */
export function digestMail(frame: MailFrame, items: readonly InboxItem[]): OutgoingMail {
	const heading = `${plural(items.length, "notification")} of the day`;
	return mailOf(frame, {
		subject: items.length === 1 && items[0] ? titleOf(frame, items[0]) : heading,
		preview: items
			.slice(0, 3)
			.map((item) => titleOf(frame, item))
			.join(" · "),
		heading,
		entries: items.map((item) => ({
			title: titleOf(frame, item),
			reason: item.reason,
			note: noteOf(frame, item),
			link: { label: item.action, url: `${frame.address}${item.link}` },
		})),
		button: { label: "Open inbox", url: `${frame.address}/inbox` },
		why: "You get this daily digest because of your notification settings in the Targeting Service.",
	});
}

/** A mail with a link that sets a password. */
export function signInLinkMail(
	frame: MailFrame,
	{
		secret,
		expiresAt,
		invitedBy,
		isNew,
	}: { secret: string; expiresAt: Date; invitedBy: string | null; isNew: boolean },
): OutgoingMail {
	const until = minuteIn(frame.timeZone, expiresAt);
	const heading = isNew ? "You're invited to the Targeting Service" : "Set a new password";
	return mailOf(frame, {
		subject: isNew ? heading : "Set a new password for the Targeting Service",
		preview: `The link works once, until ${until}.`,
		heading,
		paragraphs: [
			isNew
				? `${isolate(invitedBy ?? "An administrator")} invited you. Set a password to sign in as ${frame.to.address}.`
				: `${invitedBy === null ? "Somebody, probably you, asked" : `${isolate(invitedBy)} asked`} for a link that sets a new password for ${frame.to.address}.`,
			`The link works once, until ${until}. Anyone who has it can sign in as you, so don't forward it.`,
			...(isNew ? [] : ["If you didn't expect this, you can ignore it: your password stays as it is."]),
		],
		button: { label: "Set password", url: `${frame.address}/welcome#${secret}` },
		why: `This email was sent once, by ${frame.address}.`,
	});
}

/** An invitation where all users sign in by single sign-on. */
export function singleSignOnMail(frame: MailFrame, invitedBy: string | null): OutgoingMail {
	const heading = "You're invited to the Targeting Service";
	return mailOf(frame, {
		subject: heading,
		preview: `Sign in as ${frame.to.address}.`,
		heading,
		paragraphs: [
			`${isolate(invitedBy ?? "An administrator")} invited you. Sign in by single sign-on as ${frame.to.address}.`,
		],
		button: { label: "Sign in", url: `${frame.address}/signin` },
		why: `This email was sent once, by ${frame.address}.`,
	});
}

/** The mail by which operators test the mail server. */
export function testMail(frame: MailFrame): OutgoingMail {
	return mailOf(frame, {
		subject: "Test email from the Targeting Service",
		preview: "Email works.",
		heading: "Email works",
		paragraphs: ["You asked the Targeting Service to send this email."],
		button: { label: "Open Targeting Service", url: `${frame.address}/` },
		why: `This email was sent once, by ${frame.address}.`,
	});
}

function mailOf(frame: MailFrame, content: MailContent, thread?: string): OutgoingMail {
	const { address, unsubscribe } = frame;
	const whole: MailContent = {
		...content,
		links:
			unsubscribe === null
				? []
				: [
						{ label: "Change notification settings", url: `${address}/account` },
						{ label: "Unsubscribe from these emails", url: `${address}/unsubscribe?token=${unsubscribe}` },
					],
	};
	const host = new URL(address).hostname;
	return {
		to: frame.to,
		subject: whole.subject,
		text: mailText(whole),
		html: mailHtml(whole),
		messageId: `${frame.messageId}@${host}`,
		...(thread === undefined ? {} : { thread: `${thread}@${host}` }),
		// RFC 8058: mail programs send a POST to this address.
		...(unsubscribe === null
			? {}
			: {
					headers: {
						"List-Unsubscribe": `<${address}/api/unsubscribe?token=${unsubscribe}>`,
						"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
					},
				}),
	};
}

const titleOf = ({ timeZone }: MailFrame, { title }: InboxItem): string => sentenceIn(timeZone, title);

const noteOf = ({ timeZone }: MailFrame, { who, who_person, at }: InboxItem): string =>
	`${who === null ? "" : `${isolate(nameOf(who_person, who))}, `}${minuteIn(timeZone, new Date(at))}`;
