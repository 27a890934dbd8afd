import { deploymentDetail, noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { scheduleBody } from "@/lib/contract/schedule";
import { scheduleDeployment } from "@/lib/domain/deployments/schedule-deployment";
import { unscheduleDeployment } from "@/lib/domain/deployments/unschedule-deployment";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

/** What is to be done to a deployment by itself, and when. */
export const PUT = productJson({
	summary: "Schedule a Deployment",
	description:
		"Takes the place of what was scheduled before. At its time it is run as if the caller had acted then; what they may not do then any more, or what a newer build that was activated meanwhile stands against, is recorded as a problem and not tried again. A decision by hand ends what it takes the place of.",
	refusals: {
		Forbidden: "The caller does not administer the target; or its four-eyes rule forbids the activation.",
		InvalidState: "The deployment's status does not allow what is to be done.",
	},
	parameters: scheduleBody,
	path: ["deployment_id"],
	response: itemResponse(deploymentDetail),
	expects: ["revision"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await scheduleDeployment(service, principal, path.deployment_id, parameters, expectation)),
	}),
});

/** Takes back what is still to come. */
export const DELETE = productAction({
	summary: "Take Back a Schedule",
	description: "Takes back what is still to come.",
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(deploymentDetail),
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await unscheduleDeployment(service, principal, path.deployment_id, expectation)),
	}),
});
