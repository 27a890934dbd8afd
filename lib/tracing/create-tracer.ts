import type { Attributes, Span, SpanContext } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";

export interface TracingOptions {
	/** The collector's address for OTLP over HTTP, without `/v1/traces`. */
	readonly endpoint: string;
	/** `service.name` of the spans, unless OTEL_SERVICE_NAME says otherwise. */
	readonly serviceName: string;
	/** Share of the traces that begin here which are sent, 0 to 1. */
	readonly share: number;
	/** Told of spans that could not be sent, and are lost. */
	onProblem(cause: string): void;
}

/** Starts spans and sends them. */
export interface Tracer {
	/** @param above the span that it is part of, or the id of the trace that it begins */
	start(
		name: string,
		what: { readonly kind: number; readonly attributes: Attributes },
		above?: SpanContext | string,
	): Span;
	/** Sends what is left, if that is quick. */
	end(): Promise<void>;
}

/** Spans that wait for the collector at most; later ones are dropped. */
const MOST_WAITING = 4_096;
const SEND_EVERY_MS = 2_000;
const SEND_WITHIN_MS = 5_000;
/** For the last spans at a stop. */
const LAST_WITHIN_MS = 1_000;

/**
 * Loads OpenTelemetry and makes a tracer. It is not registered as the process's own: Next would
 * then make spans of its own, whose attributes have query strings.
 */
export async function createTracer({ endpoint, serviceName, share, onProblem }: TracingOptions): Promise<Tracer> {
	const [{ ROOT_CONTEXT, trace }, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
		import("@opentelemetry/api"),
		import("@opentelemetry/sdk-trace"),
		import("@opentelemetry/exporter-trace-otlp-http"),
		import("@opentelemetry/resources"),
	]);
	const { BatchSpanProcessor, ParentBasedSampler, RandomIdGenerator, TraceIdRatioBasedSampler, TracerProvider } = sdk;
	const random = new RandomIdGenerator();
	let wantedTraceId: string | undefined;
	const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_WITHIN_MS });
	const processor = new BatchSpanProcessor({
		exporter: telling(exporter, onProblem),
		maxQueueSize: MOST_WAITING,
		scheduledDelayMillis: SEND_EVERY_MS,
		exportTimeoutMillis: SEND_WITHIN_MS,
	});
	const { detectResources, envDetector, resourceFromAttributes } = resources;
	const own = resourceFromAttributes({ "service.name": serviceName });
	const provider = new TracerProvider({
		// OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES go before.
		resource: own.merge(detectResources({ detectors: [envDetector] })),
		sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
		idGenerator: {
			generateTraceId: () => wantedTraceId ?? random.generateTraceId(),
			generateSpanId: () => random.generateSpanId(),
		},
		spanProcessors: [processor],
	});
	const tracer = provider.getTracer("targeting-service");
	return {
		start: (name, what, above) => {
			if (typeof above === "object") return tracer.startSpan(name, what, trace.setSpanContext(ROOT_CONTEXT, above));
			wantedTraceId = above;
			const span = tracer.startSpan(name, what, ROOT_CONTEXT);
			wantedTraceId = undefined;
			return span;
		},
		end: async () => {
			const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_WITHIN_MS).unref());
			await Promise.race([provider.shutdown().catch(() => undefined), late]);
		},
	};
}

/** The exporter itself tells nobody of a collector that is away. */
function telling(exporter: SpanExporter, onProblem: (cause: string) => void): SpanExporter {
	return {
		export: (spans: ReadableSpan[], done) =>
			exporter.export(spans, (result) => {
				if (result.error !== undefined) onProblem(result.error.message);
				done(result);
			}),
		shutdown: () => exporter.shutdown(),
		forceFlush: async () => exporter.forceFlush?.(),
	};
}
