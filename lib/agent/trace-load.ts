import type { Tracked } from "@/lib/agent/tracked-deployment";
import { inSpan } from "@/lib/tracing/tracing";

/** Loads a deployment as a part of the trace of the change that requires it. */
export function traceLoad(tracked: Tracked, load: () => Promise<void>): Promise<void> {
	const { deploymentId, buildId, size, traceparent = null } = tracked.deployment;
	const attributes = {
		"targeting.deployment.id": deploymentId,
		"targeting.build.id": buildId,
		"targeting.file.size": size,
	};
	return inSpan("load deployment", { kind: "consumer", parent: traceparent, attributes }, async (span) => {
		await load();
		span?.setAttribute("targeting.deployment.state", tracked.state);
	});
}
