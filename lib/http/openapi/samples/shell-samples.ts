import { calledPath } from "./called-path";
import type { ExampleCall } from "./example-call";
import { JSON_TEXT, literalOf } from "./literal-of";

/** Quotes a word for a POSIX shell. */
const shellWord = (text: string): string =>
	/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** One line where it is short, else one for each part. */
function command(parts: readonly string[]): string {
	const line = parts.join(" ");
	return line.length <= 88 && !line.includes("\n") ? line : parts.join(" \\\n  ");
}

const jsonOf = (fields: object): string => literalOf(fields, JSON_TEXT).replaceAll("\t", "  ");

/** Writes a call for curl. Address and key come from the environment. */
export function curlOf(call: ExampleCall): string {
	const { method, body, credential, answer } = call;
	const query = new URLSearchParams(
		Object.entries(call.query).map(([name, value]) => [name, String(value)]),
	).toString();
	const inQuery = credential === "parameter" && body.kind !== "form" ? "KEY=$TARGETING_KEY" : "";
	const search = [query, inQuery].filter((part) => part !== "").join("&");
	const implied = { none: "GET", form: "POST", json: "POST", file: "PUT" }[body.kind];
	const parts = [`curl "$TARGETING_URL${calledPath(call)}${search === "" ? "" : `?${search}`}"`];
	if (method !== implied) parts.push(`--request ${method}`);
	if (credential === "bearer") parts.push('--header "Authorization: Bearer $TARGETING_KEY"');
	if (body.kind === "form") {
		for (const [name, value] of Object.entries(body.fields))
			parts.push(`--data-urlencode ${shellWord(`${name}=${value}`)}`);
		parts.push('--data-urlencode "KEY=$TARGETING_KEY"');
	}
	if (body.kind === "json") {
		parts.push('--header "Content-Type: application/json"', `--data ${shellWord(jsonOf(body.fields))}`);
	}
	if (body.kind === "file") {
		parts.push('--header "Content-Type: application/octet-stream"', `--upload-file ${shellWord(body.name)}`);
	}
	if (answer === "stream") parts.push("--no-buffer");
	if (answer === "file") parts.push("--output answer.bin");
	return command(parts);
}

/** Writes a call for the command `targeting`. */
export function commandOf(call: ExampleCall): string {
	const { method, query, body, answer } = call;
	const pairs = (option: string, fields: object) =>
		Object.entries(fields).map(([name, value]) => `--${option} ${shellWord(`${name}=${value}`)}`);
	const parts = [`targeting api ${method} ${shellWord(calledPath(call))}`, ...pairs("query", query)];
	if (body.kind === "form") parts.push(...pairs("form", body.fields));
	if (body.kind === "json") parts.push(`--json ${shellWord(jsonOf(body.fields))}`);
	if (body.kind === "file") parts.push(`--file ${shellWord(body.name)}`);
	if (answer === "file") parts.push("> answer.bin");
	return command(parts);
}
