import type { SpanContext } from "@opentelemetry/api";

/** W3C Trace Context, of version 00 or a later one. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/** Reads the header `traceparent`; undefined where it is unusable. */
export function parseTraceparent(header: string): SpanContext | undefined {
	const [, traceId, spanId, flags = ""] = TRACEPARENT.exec(header) ?? [];
	if (traceId === undefined || spanId === undefined) return undefined;
	return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
	return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}
