import type { PlainRequest } from "./build-request";

/** The environment variable with the key or token, which snippets never contain. */
const SECRET = "TARGETING_KEY";

/** Quotes a word for a POSIX shell. */
export const shellWord = (text: string): string =>
	/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Writes a request as a curl command for a POSIX shell. `streams`: do not buffer the answer;
 * `file`: save it.
 */
export function curlOf(request: PlainRequest, answer: { streams?: boolean; file?: string | null } = {}): string {
	const { method, url, query, headers, body, credential } = request;
	const lines: string[] = [];
	const data = (flag: string, [name, value]: readonly [string, string]) =>
		lines.push(`${flag} ${shellWord(`${name}=${value}`)}`);
	const inQuery = query.length > 0 || credential === "query";
	// `--get` moves all data into the query; with a body, the query is in the address instead.
	const asData = inQuery && body.kind === "none";
	const search = asData || query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
	const implied = body.kind === "none" ? "GET" : "POST";
	if (method !== implied) lines.push(`--request ${method}`);
	if (asData) lines.push("--get");
	for (const header of headers) lines.push(`--header ${shellWord(header.join(": "))}`);
	if (credential === "bearer") lines.push(`--header "Authorization: Bearer $${SECRET}"`);
	if (asData) for (const pair of query) data("--data-urlencode", pair);
	if (body.kind === "form") for (const pair of body.fields) data("--data-urlencode", pair);
	if (credential === "query" || credential === "form") lines.push(`--data-urlencode "KEY=$${SECRET}"`);
	// Sends an empty form as a form.
	if (body.kind === "form" && body.fields.length === 0 && credential !== "form") lines.push("--data ''");
	if (body.kind === "text") lines.push(`--data-raw ${shellWord(body.text)}`);
	if (body.kind === "file") lines.push(`--data-binary ${shellWord(`@${body.file.name}`)}`);
	if (answer.streams === true) lines.push("--no-buffer");
	if (typeof answer.file === "string") lines.push(`--output ${shellWord(answer.file)}`);
	return [`curl ${shellWord(url + search)}`, ...lines].join(" \\\n  ");
}

/**
 * Writes a value as a JavaScript literal: JSON, with U+2028 and U+2029 escaped for older engines.
 */
const literal = (value: unknown): string =>
	JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

const pairs = (entries: readonly (readonly [string, string])[], more: readonly string[], indent: string): string =>
	[...entries.map(([name, value]) => `${literal(name)}: ${literal(value)}`), ...more]
		.map((line) => `${indent}${line},\n`)
		.join("");

/** Writes a request as a JavaScript program, for Node.js and browsers. */
export function javascriptOf(request: PlainRequest): string {
	const { method, url, query, headers, body, credential } = request;
	const key = `KEY: process.env.${SECRET}`;
	const asked = credential === "query" ? [key] : [];
	const search = query.length + asked.length > 0;
	const said = credential === "bearer" ? [`Authorization: \`Bearer \${process.env.${SECRET}}\``] : [];
	const lines: string[] = [];
	if (search) lines.push(`const query = new URLSearchParams({\n${pairs(query, asked, "  ")}});\n`);
	const address = search ? `\`${url.replaceAll(/[\\`$]/g, "\\$&")}?\${query}\`` : literal(url);
	const options: string[] = [];
	if (method !== "GET") options.push(`  method: ${literal(method)},\n`);
	if (headers.length + said.length > 0) options.push(`  headers: {\n${pairs(headers, said, "    ")}  },\n`);
	if (body.kind === "form") {
		const more = credential === "form" ? [key] : [];
		options.push(`  body: new URLSearchParams({\n${pairs(body.fields, more, "    ")}  }),\n`);
	}
	if (body.kind === "text") options.push(`  body: ${literal(body.text)},\n`);
	if (body.kind === "file") {
		lines.unshift('import { openAsBlob } from "node:fs";\n\n');
		options.push(`  body: await openAsBlob(${literal(body.file.name)}),\n`);
	}
	lines.push(`const response = await fetch(${address}${options.length === 0 ? "" : `, {\n${options.join("")}}`});\n`);
	lines.push("console.log(response.status, await response.text());");
	return lines.join("");
}
