import { cutText } from "@/lib/rules/text/cut-text";
import type { ChatMessage } from "./chat-message";

/** Limits of Slack's blocks. */
const [LONGEST_HEADER, MOST_FIELDS] = [150, 10] as const;

/**
 * The body for an incoming webhook of Slack. Names and reasons stand in plain text, without markup,
 * emoji or mentions, and no link in them is unfolded.
 */
export function slackMessage({ title, facts, warnings, link }: ChatMessage): object {
	const fields = facts.slice(0, MOST_FIELDS).map(({ label, value }) => plainText(`${label}\n${value}`));
	return {
		text: escaped(title),
		mrkdwn: false,
		unfurl_links: false,
		unfurl_media: false,
		blocks: [
			{ type: "header", text: plainText(cutText(title, LONGEST_HEADER)) },
			...(fields.length === 0 ? [] : [{ type: "section", fields }]),
			...warnings.map((warning) => ({ type: "context", elements: [plainText(`Warning: ${warning}`)] })),
			...(link === null
				? []
				: [{ type: "actions", elements: [{ type: "button", text: plainText(link.label), url: link.url }] }]),
		],
	};
}

const plainText = (text: string) => ({ type: "plain_text", text: escaped(text), emoji: false });

/** Escapes texts that Slack would read as a mention, a link or a character reference. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
