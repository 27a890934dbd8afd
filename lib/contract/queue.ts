import { z } from "zod";
import { deploymentDetail, deploymentSchedule } from "./deployment";
import { field } from "./field";
import { activationWarning } from "./preview";
import { count, listResponse, timestamp } from "./primitives";
import { described } from "./written-as";

/** A pending request with what its approver wants to know first. */
export const queuedRequest = deploymentDetail
	.extend({
		warnings: z.array(activationWarning).describe("As of `GET /api/deployments/<id>/preview`."),
		comment_count: count.meta(described("Number of comments on it.", 2)),
	})
	.meta({ id: "QueuedRequest", description: "A pending request with its warnings." });
export type QueuedRequest = z.infer<typeof queuedRequest>;

const scheduledRequest = z.strictObject({
	id: field.id,
	design_name: field.design_name,
	target: field.target,
	activate_at: deploymentSchedule.shape.activate_at,
	deactivate_at: deploymentSchedule.shape.deactivate_at,
});

const { version, status, response } = listResponse(queuedRequest).shape;
/** Answer of `GET /api/deployments/queue`: a page of requests, and the whole queue in figures. */
export const queueResponse = z.strictObject({
	version: version.describe("Version of the API."),
	status: status.describe("`OK`: the request succeeded."),
	response: z
		.strictObject({
			...response.shape,
			pending_count: count.meta(described("Requests that wait for the caller, whatever the filters.", 3)),
			oldest_requested_at: timestamp.nullable().describe("When the oldest of these was requested; null without one."),
			question_count: count.meta(described("Requests that wait for an answer of their requesters.", 1)),
			scheduled: z
				.array(scheduledRequest)
				.describe("The first 50 approved requests that wait for their time, by request."),
			scheduled_count: count.meta(described("How many there are.", 1)),
		})
		.describe("The result."),
});
export type Queue = z.infer<typeof queueResponse>["response"];
