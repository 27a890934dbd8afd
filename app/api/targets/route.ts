import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { createTargetBody, listTargetsParameters, target, targetDetail } from "@/lib/contract/target";
import { createTarget } from "@/lib/domain/targets/create-target";
import { listTargets } from "@/lib/domain/targets/list-targets";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Targets",
	description: "Targets that the caller may request deployments to, or administers.",
	fromReplica: true,
	parameters: listTargetsParameters,
	response: listResponse(target),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listTargets(service, principal, parameters)),
	}),
});

export const POST = productJson({
	summary: "Create Target",
	description: "Creates a deployment target for the caller's organization; operators may name another one.",
	refusals: {
		Forbidden: "Only operators may create targets, and administrators for their own organization.",
		InvalidState: "The slug is taken.",
	},
	parameters: createTargetBody,
	response: itemResponse(targetDetail),
	status: 201,
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await createTarget(service, principal, parameters)),
	}),
});
