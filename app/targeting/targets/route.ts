import { listResponse } from "@/lib/contract/primitives";
import { acceptingTarget, listTargetsParameters } from "@/lib/contract/target";
import { listAcceptingTargets } from "@/lib/domain/targets/list-accepting-targets";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { managementQuery } from "@/lib/http/routes/route";

export const GET = managementQuery({
	summary: "List Deployment Targets",
	extension: true,
	description: "Every target that accepts requests from the caller's organization, by name: its id is a `targetId`.",
	fromReplica: true,
	parameters: listTargetsParameters,
	response: listResponse(acceptingTarget),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listAcceptingTargets(service, principal, parameters)),
	}),
});
