import { collectMetrics } from "@/lib/domain/overview/collect-metrics";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { authenticate } from "./authenticate";
import type { RequestFacts } from "./request-facts";

/**
 * The metrics, to a collector on this machine, and to operators from anywhere. A proxy on this machine is no collector: what it forwards
 * may come from everywhere, also where TRUSTED_PROXIES does not name it.
 * @throws AuthError, ForbiddenError for others
 */
export async function metricsResponse(service: Service, request: Request, facts: RequestFacts): Promise<Response> {
	if (!facts.local) {
		const { role } = await authenticate(service, request, facts, "product", undefined);
		if (role !== "operator")
			throw new ForbiddenError("metrics are read by operators, and on the service's own machine");
	}
	return new Response(await collectMetrics(service), {
		headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
	});
}
