import ipaddr from "ipaddr.js";
import { ForbiddenError } from "@/lib/errors";
import { collectMetrics } from "@/lib/metrics/collect-metrics";
import type { Service } from "@/lib/service";
import { authenticate } from "./authenticate";
import type { RequestFacts } from "./request-facts";

/**
 * The metrics, to a collector on this machine, and to operators from anywhere.
 * @throws AuthError, ForbiddenError for others
 */
export async function metricsResponse(service: Service, request: Request, facts: RequestFacts): Promise<Response> {
	if (!isLoopback(facts.clientAddress)) {
		const { role } = await authenticate(service, request, facts, "product", undefined);
		if (role !== "operator")
			throw new ForbiddenError("metrics are read by operators, and on the service's own machine");
	}
	return new Response(await collectMetrics(service), {
		headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
	});
}

function isLoopback(address: string): boolean {
	return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
