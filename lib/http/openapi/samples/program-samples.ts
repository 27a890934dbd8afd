import { calledPath } from "./called-path";
import { CLIENT_CALLS } from "./client-calls";
import type { ExampleCall } from "./example-call";
import { bracketed, type Literals, literalOf, PYTHON, TYPESCRIPT } from "./literal-of";

const LONGEST_LINE = 92;

/** Writes a call as a program with the client of TypeScript. */
export function typescriptOf(call: ExampleCall): string {
	const own = CLIENT_CALLS[call.operationId];
	const imports = ['import { TargetingClient } from "targeting-client";'];
	if (call.body.kind === "file") imports.unshift('import { openAsBlob } from "node:fs";');
	if (call.answer === "file") imports.unshift('import { writeFile } from "node:fs/promises";');
	const lines = [
		...imports,
		"",
		'const { TARGETING_URL: baseUrl = "", TARGETING_KEY: key = "" } = process.env;',
		"const client = new TargetingClient({ baseUrl, credential: { key } });",
		...(own === undefined ? typescriptCall(call) : [filledIn(own.typescript, call, TYPESCRIPT)]),
	];
	return lines.join("\n").replaceAll("\t", "  ");
}

function typescriptCall({ method, path, pathValues, query, body, answer }: ExampleCall): string[] {
	const fields = Object.entries({ path: pathValues, query }).filter(([, values]) => Object.keys(values).length > 0);
	const request = fields.map(([name, values]) => `${name}: ${literalOf(values, TYPESCRIPT, "\t")}`);
	if (body.kind === "form" || body.kind === "json") {
		request.push(`${body.kind}: ${literalOf(body.fields, TYPESCRIPT, "\t")}`);
	}
	if (body.kind === "file") request.push(`upload: await openAsBlob(${literalOf(body.name, TYPESCRIPT)})`);
	const sent = `const answer = await client.http.send(${literalOf(`${method} ${path}`, TYPESCRIPT)}`;
	const room = LONGEST_LINE - sent.length;
	const options = request.length === 0 ? "" : `, ${bracketed(request, ["{ ", " }"], ",", "", room)}`;
	return [
		`${sent}${options});`,
		answer === "file"
			? 'await writeFile("answer.bin", answer.body ?? "");'
			: `console.log(await answer.${answer === "json" ? "json" : "text"}());`,
	];
}

/** Writes a call as a program with the client of Python. */
export function pythonOf(call: ExampleCall): string {
	const own = CLIENT_CALLS[call.operationId];
	const lines = [
		"import os",
		...(call.answer === "file" ? ["import shutil"] : []),
		"",
		"from targeting_client import TargetingClient",
		"",
		'client = TargetingClient(os.environ["TARGETING_URL"], key=os.environ["TARGETING_KEY"])',
		...(own === undefined ? pythonCall(call) : [filledIn(own.python, call, PYTHON)]),
	];
	return lines.join("\n").replaceAll("\t", "    ");
}

function pythonCall(call: ExampleCall): string[] {
	const { method, query, body, answer } = call;
	const named: string[] = [literalOf(method, PYTHON), literalOf(calledPath(call), PYTHON)];
	if (Object.keys(query).length > 0) named.push(`query=${literalOf(query, PYTHON, "\t")}`);
	if (body.kind === "form") named.push(`form=${literalOf(body.fields, PYTHON, "\t")}`);
	if (body.kind === "json") named.push(`body=${literalOf(body.fields, PYTHON, "\t")}`);
	if (body.kind === "file") named.push("upload=upload");
	const act = pythonAct(bracketed(named, ["(", ")"], ","), answer);
	if (body.kind !== "file") return act;
	return [
		`with open(${literalOf(body.name, PYTHON)}, "rb") as upload:`,
		...act.map((line) => `\t${line.replaceAll("\n", "\n\t")}`),
	];
}

function pythonAct(sent: string, answer: ExampleCall["answer"]): string[] {
	switch (answer) {
		case "json":
			return [`print(client.http.call${sent})`];
		case "file":
			return [
				`with client.http.send${sent} as answer, open("answer.bin", "wb") as file:`,
				"\tshutil.copyfileobj(answer, file)",
			];
		default:
			return [`with client.http.send${sent} as answer:`, "\tprint(answer.read().decode())"];
	}
}

/** @throws Error where the call has no value for a parameter of the template */
function filledIn(template: string, call: ExampleCall, language: Literals): string {
	const fields = "fields" in call.body ? call.body.fields : {};
	const values: Readonly<Record<string, unknown>> = { ...call.pathValues, ...call.query, ...fields, body: fields };
	return template.replaceAll(/<(\w+)(\[\])?>/g, (_, name: string, list?: string) => {
		const value = values[name];
		if (value === undefined) throw new Error(`the example of ${call.operationId} has no ${name}`);
		return literalOf(list === undefined ? value : String(value).split(","), language);
	});
}
