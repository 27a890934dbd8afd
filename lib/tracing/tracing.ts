import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Span } from "@opentelemetry/api";
import { createTracer, type Tracer, type TracingOptions } from "./create-tracer";
import { formatTraceparent, parseTraceparent } from "./traceparent";

/** Of a request that was answered or sent, of work that was handed over, or of a part of these. */
type Kind = "server" | "client" | "consumer" | "internal";

export interface SpanOptions {
	/** `internal` unless stated. */
	readonly kind?: Kind;
	/**
	 * A `traceparent` (W3C Trace Context) from elsewhere, in place of the current span; null: a trace
	 * begins.
	 */
	readonly parent?: string | null | undefined;
	/** The trace's id where there is no parent: 32 digits in hex. Random unless stated. */
	readonly traceId?: string | undefined;
	/**
	 * By the names of OpenTelemetry's semantic conventions. Never secrets, device ids, addresses of
	 * people or query strings: whoever reads traces has no rights in the service.
	 */
	readonly attributes?: Attributes;
}

/** SpanKind and SpanStatusCode of the API, which is loaded when tracing begins. */
const KINDS: Readonly<Record<Kind, number>> = { internal: 0, server: 1, client: 2, consumer: 4 };
const ERROR = 2;

/** A span with the number of its statements that have spans. */
interface Active {
	readonly span: Span;
	statements: number;
}

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Active | undefined>();

/** Starts tracing: spans go to a collector in the background. Nothing is loaded before. */
export async function startTracing(options: TracingOptions): Promise<void> {
	// Spans are sent by a timer, which was set within some of them.
	const onProblem = (cause: string) => outsideSpans(() => options.onProblem(cause));
	tracer = await createTracer({ ...options, onProblem });
}

/** Sends what is left, within a second, and ends tracing. */
export async function stopTracing(): Promise<void> {
	const ending = tracer;
	tracer = undefined;
	await ending?.end();
}

export function isTracing(): boolean {
	return tracer !== undefined;
}

/** Starts a span that its caller ends; undefined without tracing. */
export function startSpan(name: string, options: SpanOptions = {}): Span | undefined {
	if (tracer === undefined) return undefined;
	const { kind = "internal", parent, traceId, attributes = {} } = options;
	const above =
		parent === null ? undefined : (parseTraceparent(parent ?? "") ?? current.getStore()?.span.spanContext());
	return tracer.start(name, { kind: KINDS[kind], attributes }, above ?? traceId);
}

/** Runs work within a span that its caller ends. */
export function withSpan<T>(span: Span | undefined, work: () => T): T {
	return span === undefined ? work() : current.run({ span, statements: 0 }, work);
}

/** Runs work that belongs to no span, although one is current. */
export function outsideSpans<T>(work: () => T): T {
	return current.run(undefined, work);
}

/** Runs work within a span of its own, which ends with it. */
export async function inSpan<T>(
	name: string,
	options: SpanOptions,
	work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
	const span = startSpan(name, options);
	if (span === undefined) return work(undefined);
	try {
		return await withSpan(span, () => work(span));
	} catch (thrown) {
		noteError(span, thrown);
		throw thrown;
	} finally {
		span.end();
	}
}

/** What failed is in the log, under the same trace: a message may hold what traces must not. */
function noteError(span: Span, thrown: unknown): void {
	const code: unknown = typeof thrown === "object" && thrown !== null ? Reflect.get(thrown, "code") : undefined;
	const name = thrown instanceof Error ? thrown.name : typeof thrown;
	span.setAttribute("error.type", typeof code === "string" ? code : name);
	span.setStatus({ code: ERROR });
}

/** Statements of one span that have spans: a build reads thousands of chunks. */
const MOST_STATEMENTS = 100;

/** Runs a statement of the database in a span, as part of something: looking for work has none. */
export function inStatementSpan<T>(sql: string, work: () => Promise<T>): Promise<T> {
	const active = current.getStore();
	if (active === undefined) return work();
	active.statements += 1;
	if (active.statements > MOST_STATEMENTS) {
		active.span.setAttribute("targeting.statements", active.statements);
		return work();
	}
	const [operation = ""] = /^\s*(\w+)/.exec(sql)?.slice(1) ?? [];
	const attributes = {
		"db.system.name": "postgresql",
		"db.operation.name": operation.toUpperCase(),
		// Values are parameters, which stand nowhere.
		"db.query.text": sql.slice(0, 1_000),
	};
	return inSpan(attributes["db.operation.name"], { kind: "client", attributes }, work);
}

/** The `traceparent` of the current span, for who continues its trace. */
export function currentTraceparent(): string | undefined {
	const span = current.getStore()?.span;
	if (span === undefined) return undefined;
	return formatTraceparent(span.spanContext());
}

/** Fields of a log line within a span. */
export function traceFields(): { trace_id?: string; span_id?: string } {
	const span = current.getStore()?.span;
	if (span === undefined) return {};
	const { traceId, spanId } = span.spanContext();
	return { trace_id: traceId, span_id: spanId };
}
