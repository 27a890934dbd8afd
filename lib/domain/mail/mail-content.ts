/** An event as an entry of a mail. All texts are plain, and may hold anything. */
export interface MailEntry {
	readonly title: string;
	readonly reason: string | null;
	/** The actor and the time. */
	readonly note: string;
	/** Where the next step is; absent where the mail's button leads there. */
	readonly link?: { readonly label: string; readonly url: string };
}

/** The content of a mail, of which {@link mailText} and {@link mailHtml} make its two forms. */
export interface MailContent {
	readonly subject: string;
	/** The text that mailboxes show beside the subject. */
	readonly preview: string;
	readonly heading: string;
	readonly paragraphs?: readonly string[];
	readonly entries?: readonly MailEntry[];
	readonly button: { readonly label: string; readonly url: string };
	/** Why the reader has this mail. */
	readonly why: string;
	/** How to have other mails, or none. */
	readonly links?: readonly { readonly label: string; readonly url: string }[];
}

/** The plain text of a mail. */
export function mailText({ heading, paragraphs = [], entries = [], button, why, links = [] }: MailContent): string {
	const isDigest = entries.some(({ link }) => link !== undefined);
	const parts = [
		heading,
		...paragraphs,
		...entries.map((entry) => entryText(entry, isDigest)),
		`${button.label}: ${button.url}`,
		`-- \n${[why, ...links.map(({ label, url }) => `${label}: ${url}`)].join("\n")}`,
	];
	return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function entryText({ title, reason, note, link }: MailEntry, withTitle: boolean): string {
	const lines = [withTitle ? `* ${title}` : "", reason === null ? "" : quoted(reason), note];
	return [...lines, link === undefined ? "" : `${link.label}: ${link.url}`].filter((line) => line !== "").join("\n");
}

/** As replies quote: a reason cannot pass for the service's own words. */
const quoted = (text: string): string =>
	text
		.split(/\r\n|[\n\r\u2028\u2029]/)
		.map((line) => `> ${line}`)
		.join("\n");
