import { z } from "zod";
import { moment } from "./parameters";

/** A time of a schedule, or of a requester's proposal. */
export const scheduledTime = moment("must be a time as ISO 8601 with 'Z' or an offset, such as 2026-12-01T09:00:00Z");

/**
 * Body of `PUT /api/deployments/<id>/schedule`, which replaces the earlier schedule; null counts as
 * absent.
 */
export const scheduleBody = z
	.strictObject({
		activate_at: scheduledTime.nullable().optional().describe("Time of activation; absent or null: none."),
		deactivate_at: scheduledTime
			.nullable()
			.optional()
			.describe("Time of deactivation, later than `activate_at`; absent or null: none."),
	})
	.refine(
		({ activate_at, deactivate_at }) => (activate_at ?? deactivate_at ?? null) !== null,
		"must name 'activate_at', 'deactivate_at' or both",
	);
export type ScheduleBody = z.infer<typeof scheduleBody>;
