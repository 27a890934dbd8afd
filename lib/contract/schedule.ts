import { z } from "zod";
import { moment } from "./parameters";
import { timestamp } from "./primitives";

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

/** What distinguishes a scheduled deployment from a pending one or one that is off, in short lists. */
export const plannedActivation = z
	.strictObject({ activate_at: timestamp.describe("Time of the scheduled activation.") })
	.nullable()
	.describe("Null without a scheduled activation.");
