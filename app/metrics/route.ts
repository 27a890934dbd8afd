import { noParameters } from "@/lib/contract/deployment";
import { mayOperate, requireRight } from "@/lib/domain/access/access";
import { collectMetrics, METRICS_TYPE } from "@/lib/domain/overview/collect-metrics";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Metrics",
	description: "Metrics in Prometheus' text format, for operators. METRICS_PORT serves them on the machine itself.",
	refusals: { Forbidden: "The caller is not an operator." },
	parameters: noParameters,
	answers: "text/plain",
	errors: ["Forbidden"],
	run: async ({ service, principal }) => {
		requireRight(principal, mayOperate, "only operators may read metrics");
		return new Response(await collectMetrics(service), { headers: { "Content-Type": METRICS_TYPE } });
	},
});
