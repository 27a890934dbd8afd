import { noParameters } from "@/lib/contract/deployment";
import { metricsResponse } from "@/lib/http/routes/metrics-response";
import { publicQuery } from "@/lib/http/routes/route";

/** This process, its requests and connections, and the builds, agents and schedules of all processes, for Prometheus. */
export const GET = publicQuery({
	summary: "Get Metrics",
	description:
		"In Prometheus' text format. Without a credential from the service's own machine alone, from elsewhere with an operator's.",
	parameters: noParameters,
	answers: "text/plain",
	errors: ["Auth", "Forbidden"],
	run: ({ service, request, attributes }) => metricsResponse(service, request, attributes),
});
