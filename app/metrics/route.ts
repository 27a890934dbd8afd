import { noParameters } from "@/lib/contract/deployment";
import { metricsResponse } from "@/lib/http/routes/metrics-response";
import { publicQuery } from "@/lib/http/routes/route";

export const GET = publicQuery({
	summary: "Get Metrics",
	description:
		"Metrics in Prometheus' text format. Requests from the service's own machine need no credential, others an operator's.",
	parameters: noParameters,
	answers: "text/plain",
	errors: ["Auth", "Forbidden"],
	run: ({ service, request, attributes }) => metricsResponse(service, request, attributes),
});
