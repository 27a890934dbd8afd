import type { OpenApiDocument } from "@/lib/contract/openapi/document";
import { ROUTES } from "@/lib/generated/routes";
import { openApiDocument } from "@/lib/http/openapi/open-api-document";
import { calledPath } from "@/lib/http/openapi/samples/called-path";
import { codeSamples } from "@/lib/http/openapi/samples/code-samples";
import { type ExampleCall, exampleCalls } from "@/lib/http/openapi/samples/example-call";
import { parseEnvironment } from "@/lib/platform/env";
import { answering, type Received, startReceiver } from "@/lib/tools/testing/receiver";

/** The credential of the examples, and what each file that they upload holds. */
export const KEY = "tsk_example";
export const UPLOADED = "latitude,longitude\n52.5,13.4\n";

/** Values that a shell or a program would read as something else where they were not written with care. */
const HOSTILE = [
	"it's",
	`"quoted" and 'single'`,
	"two\nlines\tand tabs",
	"$HOME `id` $(id) \\ !! $x \\n",
	"@/etc/passwd",
	"ünïcödé 🎯 日本 \u2028",
	"--output x",
	"a&b=c#d%20?e",
	"; rm -rf /",
	" blanks at both ends ",
	"{a,b}[1-3]*",
	"None true <name>",
];
const hostile = Object.fromEntries(HOSTILE.map((value, place) => [`field_${place}`, value]));
const made = { query: {}, pathValues: { name: HOSTILE.join("/") }, answer: "json" } as const;
const MADE_UP: ExampleCall[] = [
	{
		...made,
		operationId: "hostileForm",
		method: "POST",
		path: "/targeting/{name}",
		body: { kind: "form", fields: hostile },
		credential: "parameter",
	},
	{
		...made,
		operationId: "hostileJson",
		method: "PATCH",
		path: "/api/{name}",
		query: hostile,
		body: { kind: "json", fields: { ...hostile, deeper: [{ "it's": [null, true, false, 1.5, []] }, {}] } },
		credential: "bearer",
	},
];

const document = openApiDocument(ROUTES, { settings: parseEnvironment({}) });

/** The calls of all operations of the service, and some that are hard to write. */
export const EXAMPLE_CALLS: readonly ExampleCall[] = [
	...exampleCalls(document as unknown as OpenApiDocument),
	...MADE_UP,
];

/** The files that the examples upload. */
export const EXAMPLE_FILES = EXAMPLE_CALLS.flatMap(({ body }) => (body.kind === "file" ? [body.name] : []));

/** A call as one of the tools writes it. */
export function sampleOf(call: ExampleCall, label: string): string {
	const source = codeSamples(call).find((sample) => sample.label === label)?.source;
	if (source === undefined) throw new Error(`no example of ${call.operationId} for ${label}`);
	return source;
}

/** A service that answers everything with nothing, each example below a path of its own. */
export async function startRecorder() {
	const recorder = await startReceiver();
	const answer = JSON.stringify({ status: "OK", response: { data: [], total_row_count: 0 } });
	recorder.answer = answering(200, { "Content-Type": "application/json" }, answer);
	return {
		urlOf: (place: number) => `${recorder.url}/${place}`,
		/** What the example at a place sent last; clients may have looked something up before. */
		lastOf: (place: number) => recordedCall(recorder.received.findLast(({ path }) => path.startsWith(`/${place}/`))),
		stop: recorder.stop,
	};
}

/** A call as it has to arrive. Clients send their key to public operations, too. */
export function expectedCall(call: ExampleCall, isClient: boolean) {
	const { method, query, body, credential } = call;
	return {
		method,
		path: decodeURIComponent(calledPath(call)),
		query: textsOf(query),
		body:
			body.kind === "json"
				? body.fields
				: body.kind === "form"
					? textsOf(body.fields)
					: body.kind === "file"
						? UPLOADED
						: "",
		credential: credential === "none" && isClient ? "bearer" : credential,
	};
}

const textsOf = (fields: object) =>
	Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

function recordedCall(received: Received | undefined) {
	if (received === undefined) return undefined;
	const { method, headers, body } = received;
	const { pathname, searchParams } = new URL(received.path, "http://recorder");
	const { KEY: inQuery, ...query } = Object.fromEntries(searchParams);
	const type = headers["content-type"] ?? "";
	const { KEY: inForm, ...form } = type.includes("urlencoded") ? Object.fromEntries(new URLSearchParams(body)) : {};
	const isBearer = headers.authorization === `Bearer ${KEY}`;
	return {
		method,
		path: decodeURIComponent(pathname.replace(/^\/\d+/, "")),
		query,
		body: type.includes("json") ? (JSON.parse(body) as unknown) : type.includes("urlencoded") ? form : body,
		credential: isBearer ? "bearer" : (inQuery ?? inForm) === KEY ? "parameter" : "none",
	};
}
