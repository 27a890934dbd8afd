import type { Environment } from "@/lib/platform/env";
import { logRepeated } from "@/lib/platform/log";
import { startTracing } from "@/lib/tracing/tracing";

/**
 * Sends spans of this process to the collector that the environment names (docs/operations.md,
 * Traces). Call it before the database is opened.
 */
export async function traceProcess(
	{
		OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
		OTEL_TRACES_SAMPLER_ARG: share,
	}: Pick<Environment, "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_TRACES_SAMPLER_ARG">,
	serviceName: string,
): Promise<void> {
	if (endpoint === undefined) return;
	const onProblem = (cause: string) => logRepeated("traces", { cause }, "traces could not be sent, and are lost");
	await startTracing({ endpoint, serviceName, share, onProblem });
}
