import { type Logger, pino, stdSerializers, stdTimeFunctions } from "pino";
import { processCell } from "@/lib/platform/process-state";
import { isLeaving } from "@/lib/platform/shutdown-signal";
import { outsideSpans, traceFields } from "@/lib/tracing/tracing";

/**
 * The service's log: JSON lines on standard output, or short lines on a terminal. Secrets are
 * excluded by construction: requests are logged field by field (`logRequest`), and of an error only
 * its type, message, code and stack.
 */

const cell = processCell<Logger>("log");
cell.value ??= pino(
	{
		base: null,
		timestamp: stdTimeFunctions.isoTime,
		formatters: { level: (label) => ({ level: label }) },
		serializers: { err: describeError },
		// Of the span that the line is written in, where tracing is on.
		mixin: traceFields,
		// A second line of defense, for objects with one of these fields.
		redact: { paths: secretPaths(), censor: "(hidden)" },
	},
	// Every line reaches this minimum length; without one, `flush` could not wait for the last
	// lines.
	process.stdout.isTTY
		? { write: (line: string) => process.stdout.write(forPeople(line)) }
		: pino.destination({ dest: 1, minLength: 1 }),
);

export const log: Logger = cell.value;

/** One line about a request to the API, or to a page that failed. */
export interface RequestLine {
	readonly method: string;
	/**
	 * Without the query string, where the contract puts the key. Called when the line is written.
	 */
	readonly path: () => string;
	/** The route's pattern, such as `/targeting/designs/[design_id]`; undefined without a route. */
	readonly route: string | undefined;
	/** 0 when the caller left before an answer began. */
	readonly status: number;
	readonly milliseconds: number;
	readonly requestId: string;
	readonly clientAddress: string;
	/** The caller's id, never a credential, once the route knows it. */
	readonly caller: string | undefined;
}

/**
 * Logs a request: server failures at `error`, polls of machines at `debug`, others at `info`.
 * Refusals with 503 have one cause for many requests, so they are logged as repeated.
 */
export function logRequest(line: RequestLine): void {
	const isPoll = POLLED.has(line.route ?? "");
	// Before a stop readiness is refused on purpose.
	const isNotice = isPoll && line.status === 503 && isLeaving();
	const level = line.status >= 500 && !isNotice ? "error" : isPoll ? "debug" : "info";
	if (!log.isLevelEnabled(level)) return;
	const fields = {
		method: line.method,
		path: line.path(),
		route: line.route,
		status: line.status,
		ms: Math.round(line.milliseconds * 10) / 10,
		request_id: line.requestId,
		client_ip: line.clientAddress,
		caller: line.caller,
	};
	if (line.status === 503 && !isNotice) logRepeated("request 503", fields, "request");
	else log[level](fields, "request");
}

/** Repeats within this time are one line. */
const REPEATS_MS = 60_000;
/** Beyond this number of errors that repeat, the log is not shortened. */
const MOST_REPEATING = 500;

const repeating = processCell<Map<string, { count: number; fields: Record<string, unknown> }>>("repeats");

/**
 * Logs an error that many requests may meet: at once when it is new; then, while it repeats, one
 * line a minute with the fields of the last and the number of them (`repeated`). At `debug` every
 * one is logged.
 * @param key is the same for errors that repeat each other
 */
export function logRepeated(key: string, fields: Record<string, unknown>, words: string): void {
	repeating.value ??= new Map();
	const all = repeating.value;
	const known = all.get(key);
	if (known !== undefined) {
		known.count += 1;
		known.fields = { ...traceFields(), ...fields };
		log.debug(fields, words);
		return;
	}
	log.error(fields, words);
	if (all.size >= MOST_REPEATING) return;
	const repeats = { count: 0, fields };
	all.set(key, repeats);
	const tell = () => {
		// The state was reset: another test begins in this process.
		if (repeating.value !== all) return clearInterval(timer);
		if (repeats.count > 0) log.error({ ...repeats.fields, repeated: repeats.count }, words);
		else {
			clearInterval(timer);
			if (all.get(key) === repeats) all.delete(key);
		}
		repeats.count = 0;
	};
	const timer = outsideSpans(() => setInterval(tell, REPEATS_MS).unref());
}

/** Something is usable again: its next failure is a new one. */
export function endRepeats(): void {
	repeating.value?.clear();
}

const POLLED: ReadonlySet<string> = new Set(["/api/health", "/api/ready", "/metrics"]);

function secretPaths(): string[] {
	const names = ["KEY", "key", "token", "password", "secret", "authorization", "cookie"];
	return names.flatMap((name) => [name, `*.${name}`]);
}

function describeError(thrown: unknown): unknown {
	if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
	const { type, message, stack } = stdSerializers.err(thrown);
	const code: unknown = Reflect.get(thrown, "code");
	return { type, message, ...(typeof code === "string" ? { code } : {}), stack };
}

function forPeople(line: string): string {
	const { time, level, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
	const fields = Object.entries(rest).map(([name, value]) => `${name}=${printed(value)}`);
	const stack = typeof err === "object" && err !== null ? Reflect.get(err, "stack") : undefined;
	const clock = String(time).slice(11, 19);
	return `${clock} ${String(level).toUpperCase().padEnd(5)} ${[msg, ...fields].join(" ")}${stack ? `\n${stack}` : ""}\n`;
}

function printed(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}
