import type { MailContent, MailEntry } from "./mail-content";

/** Colors of the pages (app/globals.css): light, and dark where the mail program prefers it. */
const COLORS = {
	bg: ["#f7f8fa", "#0c0f14"],
	surface: ["#ffffff", "#12161d"],
	line: ["#e2e6ec", "#252c38"],
	text: ["#161b24", "#e8ecf2"],
	muted: ["#596475", "#9aa6b8"],
	accent: ["#2457d6", "#7aa2ff"],
	"accent-text": ["#ffffff", "#0c1220"],
} as const;
type Color = keyof typeof COLORS;

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/**
 * Styles stand in the elements, as some programs drop those of the head; those are for the dark
 * alone.
 */
const light = (color: Color) => COLORS[color][0];
const DARK = (Object.keys(COLORS) as Color[])
	.map((name) => {
		const dark = COLORS[name][1];
		return `.c-${name}{color:${dark}!important}.b-${name}{background:${dark}!important}.l-${name}{border-color:${dark}!important}`;
	})
	.join("");

/** The HTML of a mail: one column that fits a phone, without images. */
export function mailHtml(content: MailContent): string {
	const { subject, preview, heading, paragraphs = [], entries = [], button, why, links = [] } = content;
	const isDigest = entries.some(({ link }) => link !== undefined);
	return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style>
</head>
<body class="b-bg" style="margin:0;padding:0;background:${light("bg")}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="b-bg" style="background:${light("bg")}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="b-surface l-line" style="padding:24px 20px;background:${light("surface")};border:1px solid ${light("line")};border-radius:6px">
<p class="c-muted" style="margin:0 0 12px;font:600 13px/20px ${FONT};color:${light("muted")}">Targeting Service</p>
<h1 class="c-text" style="margin:0 0 16px;font:600 20px/28px ${FONT};color:${light("text")};overflow-wrap:anywhere">${escaped(heading)}</h1>
${paragraphs.map((text) => paragraph(text)).join("")}
${entries.map((entry) => entryHtml(entry, isDigest)).join("\n")}
<p style="margin:24px 0 0"><a href="${escaped(button.url)}" class="b-accent c-accent-text" style="display:inline-block;padding:11px 20px;border-radius:6px;background:${light("accent")};color:${light("accent-text")};font:600 16px/22px ${FONT};text-decoration:none">${escaped(button.label)}</a></p>
</td></tr>
<tr><td style="padding:16px 20px 0">
<p class="c-muted" style="margin:0;font:400 13px/20px ${FONT};color:${light("muted")};overflow-wrap:anywhere">${[
		escaped(why),
		...links.map((link) => anchor(link)),
	].join("<br>")}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const paragraph = (text: string) =>
	`<p class="c-text" style="margin:0 0 12px;font:400 16px/24px ${FONT};color:${light("text")};overflow-wrap:anywhere">${escaped(text)}</p>`;

function entryHtml({ title, reason, note, link }: MailEntry, isDigest: boolean): string {
	const parts = [
		isDigest
			? `<h2 class="c-text" style="margin:0 0 8px;font:600 16px/24px ${FONT};color:${light("text")};overflow-wrap:anywhere">${escaped(title)}</h2>`
			: "",
		reason === null
			? ""
			: `<blockquote class="c-text l-line" style="margin:0 0 8px;padding:2px 0 2px 12px;border-left:3px solid ${light("line")};font:400 16px/24px ${FONT};color:${light("text")};white-space:pre-wrap;overflow-wrap:anywhere"><bdi>${escaped(reason)}</bdi></blockquote>`,
		`<p class="c-muted" style="margin:0;font:400 14px/20px ${FONT};color:${light("muted")};overflow-wrap:anywhere">${escaped(note)}</p>`,
		link === undefined ? "" : `<p style="margin:6px 0 0;font:400 16px/24px ${FONT}">${anchor(link, "accent")}</p>`,
	].join("");
	if (!isDigest) return parts;
	return `<div class="l-line" style="padding:16px 0;border-top:1px solid ${light("line")}">${parts}</div>`;
}

const anchor = ({ label, url }: { readonly label: string; readonly url: string }, color: Color = "muted") =>
	`<a href="${escaped(url)}" class="c-${color}" style="color:${light(color)};text-decoration:underline">${escaped(label)}</a>`;

const ENTITIES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
