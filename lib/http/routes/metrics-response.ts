import { collectMetrics } from "@/lib/domain/overview/collect-metrics";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { authenticate } from "./authenticate";
import type { RequestAttributes } from "./request-attributes";

/**
 * Serves metrics to collectors on this machine and to operators anywhere. A request through a local
 * proxy is not local, because the proxy may forward it from anywhere.
 * @throws AuthError, ForbiddenError for other callers
 */
export async function metricsResponse(
	service: Service,
	request: Request,
	attributes: RequestAttributes,
): Promise<Response> {
	if (!attributes.local) {
		const { role } = await authenticate(service, request, attributes, "product");
		if (role !== "operator")
			throw new ForbiddenError("metrics require the role 'operator' or a request from the service's own machine");
	}
	return new Response(await collectMetrics(service), {
		headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
	});
}
