import type { Logger } from "@/lib/agent/logger";
import { UsageError } from "@/lib/agent/options";
import { startTracing } from "@/lib/tracing/tracing";

/** The log mentions an unreachable collector once in this time. */
const LOG_INTERVAL_MS = 60_000;

/**
 * Sends spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT, if that is set (lib/agent/README.md,
 * Traces).
 * @throws UsageError naming the variable
 */
export async function traceAgent(
	environment: Readonly<Record<string, string | undefined>>,
	log: Logger,
): Promise<void> {
	const endpoint = environment.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, "") ?? "";
	if (endpoint === "") return;
	if (!URL.canParse(endpoint) || !/^https?:\/\/[^?#]+$/.test(endpoint))
		throw new UsageError("OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://localhost:4318");
	const share = Number(environment.OTEL_TRACES_SAMPLER_ARG || "1");
	if (!(share >= 0 && share <= 1)) throw new UsageError("OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1");
	let toldAt = Number.NEGATIVE_INFINITY;
	const onProblem = (error: string) => {
		if (performance.now() - toldAt < LOG_INTERVAL_MS) return;
		toldAt = performance.now();
		log.warn("traces could not be sent, and are lost", { error });
	};
	await startTracing({ endpoint, share, serviceName: "targeting-agent", onProblem });
}
