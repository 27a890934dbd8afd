import { deploymentDetail, noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { scheduleBody } from "@/lib/contract/schedule";
import { scheduleDeployment } from "@/lib/domain/deployments/schedules/schedule-deployment";
import { unscheduleDeployment } from "@/lib/domain/deployments/schedules/unschedule-deployment";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

export const PUT = productJson({
	summary: "Schedule a Deployment",
	description:
		"Replaces the earlier schedule. The action runs as if the caller had acted at that time. If the caller has lost the right, or a newer build has been activated, the action is recorded as a problem and not retried. A manual decision removes the scheduled action that it replaces.",
	refusals: {
		Forbidden: "The caller does not administer the target, or its four-eyes rule forbids the activation.",
		InvalidState: "The deployment's status does not allow the scheduled action.",
	},
	parameters: scheduleBody,
	path: ["deployment_id"],
	response: itemResponse(deploymentDetail),
	expects: ["revision"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await scheduleDeployment(service, principal, path.deployment_id, parameters, expectation)),
	}),
});

export const DELETE = productAction({
	summary: "Take Back a Schedule",
	description: "Removes the pending schedule.",
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(deploymentDetail),
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await unscheduleDeployment(service, principal, path.deployment_id, expectation)),
	}),
});
