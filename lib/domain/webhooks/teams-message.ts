import type { ChatMessage } from "./chat-message";

/**
 * The body for a webhook of Teams Workflows: an adaptive card. Text stands in runs, which know no
 * Markdown, so that names and reasons are shown as they are.
 */
export function teamsMessage({ title, facts, warnings, link }: ChatMessage): object {
	const content = {
		$schema: "http://adaptivecards.io/schemas/adaptive-card.json",
		type: "AdaptiveCard",
		version: "1.4",
		body: [
			block([run(title, { weight: "bolder", size: "large" })]),
			...facts.map(({ label, value }) => block([run(`${label}: `, { weight: "bolder" }), run(value)])),
			...warnings.map((warning) => block([run(`Warning: ${warning}`, { color: "warning" })])),
		],
		actions: link === null ? [] : [{ type: "Action.OpenUrl", title: link.label, url: link.url }],
	};
	return {
		type: "message",
		attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
	};
}

const run = (text: string, style: Readonly<Record<string, string>> = {}) => ({ type: "TextRun", text, ...style });
const block = (inlines: readonly object[]) => ({ type: "RichTextBlock", inlines });
