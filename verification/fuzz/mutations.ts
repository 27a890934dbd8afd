import type { Draft, Step } from "./draft";
import { TEXTS } from "./samples";
import type { Values } from "./values";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];
const SEGMENTS = [
	"x",
	"%00",
	"%ff",
	"%zz",
	"%2e%2e",
	"..%2f..",
	"%F0%9F%92%A1",
	"%c0%af",
	"0",
	"-1",
	"null",
	"a".repeat(300),
];
const NUMBERS = ["-1", "1.5", "1e3", "501", "9007199254740993", "0x10", "٣", "NaN", "", " 1", "+1", "1".repeat(400)];
/** Never changed in a query string: how long an answer may wait. */
const WAITS = ["wait"];

const HEADERS: readonly [name: string, value: string][] = [
	["Content-Type", "text/html"],
	["Content-Type", "application/json; charset=utf-16"],
	["Content-Type", "APPLICATION/JSON"],
	["Content-Type", "multipart/form-data; boundary=x"],
	["Content-Type", ";"],
	["Content-Encoding", "gzip"],
	["Content-Encoding", "identity"],
	["Accept", "text/html"],
	["Accept-Encoding", "gzip, br;q=0"],
	["Authorization", "Basic eDp5"],
	["Authorization", "Bearer"],
	["Authorization", "Bearer \u00e9\u00ff"],
	["Cookie", "targeting.session=x.y.z; =; a"],
	["Origin", "https://elsewhere.example"],
	["Sec-Fetch-Site", "cross-site"],
	["Host", "elsewhere.example"],
	["Host", "a b"],
	["Forwarded", 'for="[::1]:9";proto=https'],
	["X-Forwarded-For", "unknown, 999.1.1.1"],
	["X-HTTP-Method-Override", "DELETE"],
	["X-TS-Client-IP", "127.0.0.1"],
	["Expect", "100-continue"],
	["Expect", "miracles"],
	["If-Match", "*"],
	["If-Match", '"99999999999999999999"'],
	["If-Match", 'W/"1", "2"'],
	["If-None-Match", '"'],
	["X-Build-Digest", "sha256:zz"],
	["Idempotency-Key", ""],
	["Idempotency-Key", "k".repeat(300)],
	["Idempotency-Key", "\u00fc"],
	["Range", "bytes=a-b"],
	["Last-Event-ID", "1:2:3,4"],
	["Last-Event-ID", "99999999999999999999999"],
	["X-Request-Id", "mine"],
	["Accept-Language", "*;q=nine"],
	["X-Long", "x".repeat(33_000)],
];

type Mutation = (draft: Draft, values: Values) => void;

/** Changes of the parts of a request. */
const OF_DRAFT: readonly Mutation[] = [
	(draft, values) => {
		draft.method = values.one(METHODS);
	},
	(draft, values) => {
		const segments = draft.path.split("/");
		const at = values.random.between(1, segments.length - 1);
		segments[at] = values.chance(0.3) ? (segments[at] ?? "").toUpperCase() : values.one([values.uuid(), ...SEGMENTS]);
		draft.path = segments.join("/");
	},
	(draft, values) => {
		draft.path += values.one(["/", "//", "/x", "/%20", ";a=b", "%3F", "/."]);
	},
	changeQuery,
	changeQuery,
	(draft, values) => {
		const [name, value] = values.one(HEADERS);
		if (values.chance(0.8))
			draft.headers = draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
		draft.headers.push([name, value]);
	},
	(draft, values) => {
		draft.headers.splice(values.random.between(0, draft.headers.length), 1);
	},
	changeBody,
	changeBody,
	changeBody,
];

function changeQuery(draft: Draft, values: Values): void {
	const fields = draft.form ?? draft.query;
	const at = values.random.between(0, Math.max(0, fields.length - 1));
	const how = values.random.between(0, 9);
	const field = fields[at];
	const fresh: [string, string] = [values.one(["x", "limit", "KEY", "detail", "q", ...TEXTS]), values.one(TEXTS)];
	if (field === undefined || how < 2) fields.push(fresh);
	else if (WAITS.includes(field[0])) fields.splice(at, 1);
	else if (how === 2) fields.push([...field]);
	else if (how === 3) fields.splice(at, 1);
	else {
		const texts = [
			...NUMBERS,
			...TEXTS,
			"\u0000",
			"a\u0000b",
			"\u{10ffff}",
			"x".repeat(values.one([501, 5_000, 17_000])),
		];
		fields[at] = [field[0], values.one(texts)];
	}
}

function changeBody(draft: Draft, values: Values): void {
	if (typeof draft.json !== "object" || draft.json === null) {
		changeQuery(draft, values);
		return;
	}
	draft.json = structuredClone(draft.json);
	const holders: Record<string, unknown>[] = [];
	const collect = (value: unknown): void => {
		if (typeof value !== "object" || value === null || holders.length > 200) return;
		holders.push(value as Record<string, unknown>);
		for (const inner of Object.values(value)) collect(inner);
	};
	collect(draft.json);
	const holder = values.one(holders);
	const names = Object.keys(holder ?? {});
	if (holder === undefined || names.length === 0 || values.chance(0.1)) {
		const root = draft.json as Record<string, unknown>;
		root[values.one(["unknown", "id", "version", "constructor"])] = values.anything();
		return;
	}
	const name = values.one(names);
	if (values.chance(0.15)) Reflect.deleteProperty(holder, name);
	else holder[name] = values.chance(0.5) ? values.anything() : values.one(extremes(holder[name], values));
}

/** Values at the bounds of a type and behind them. */
function extremes(value: unknown, values: Values): unknown[] {
	if (typeof value === "number")
		return [-value, value + 0.5, value * 1e9, -1, 0, 1e21, 5e-324, 2 ** 31, -(2 ** 63), `${value}`];
	if (typeof value === "string")
		return [
			"",
			" ",
			"\u0000",
			"x\u0000",
			"\ud800",
			"\u202e",
			"x".repeat(201),
			"💡".repeat(5_000),
			value.toUpperCase(),
			0,
			[value],
		];
	if (Array.isArray(value))
		return [[], [...value, ...value], Array.from({ length: 1_001 }, () => value[0] ?? null), {}, value[0]];
	return [null, [], "", values.anything()];
}

type ByteMutation = (step: Step, values: Values) => Step;
const withBody = (step: Step, body: Buffer | string): Step => ({ ...step, body: Buffer.from(body) });

/** Changes of a written request: what no value can express. */
const OF_STEP: readonly ByteMutation[] = [
	(step, values) => ({
		...step,
		target:
			step.target +
			(step.target.includes("?") ? "&" : "?") +
			values.one(["%", "a=%zz", "%ff=1", "a", "=", "&&", "a=b=c", "limit=%00", "[]=1", "q=%ed%a0%80"]),
	}),
	(step, values) => {
		const body = step.body ?? Buffer.alloc(0);
		return withBody(step, body.subarray(0, values.random.between(0, body.length)));
	},
	(step) => withBody(step, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), step.body ?? Buffer.alloc(0)])),
	(step) => withBody(step, Buffer.concat([step.body ?? Buffer.alloc(0), Buffer.from([0xc3, 0x28])])),
	(step) => withBody(step, Buffer.from(step.body?.toString() ?? "{}", "utf16le")),
	(step) => withBody(step, `${step.body?.toString() ?? ""},`),
	(step, values) =>
		withBody(
			step,
			values.one([
				"null",
				"[]",
				"{}",
				"0",
				'""',
				"",
				" ",
				"[".repeat(20_000),
				'{"a":'.repeat(9_000),
				'{"__proto__":{"x":1}}',
			]),
		),
	(step) => withBody(step, (step.body?.toString() ?? "{}").replace(/^\{/, '{"name":1,"name":2,')),
	(step, values) =>
		values.chance(0.05) ? withBody(step, `{"a":"${"x".repeat(1_100_000)}"}`) : withBody(step, "a=b&a=c"),
];

/** Breaks a request in one place or several. */
export function mutateDraft(draft: Draft, values: Values): void {
	for (let count = values.one([1, 1, 1, 2, 3]); count > 0; count -= 1) values.one(OF_DRAFT)(draft, values);
}

export function mutateStep(step: Step, values: Values): Step {
	return values.one(OF_STEP)(step, values);
}
