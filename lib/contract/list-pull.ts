import { z } from "zod";
import { isScheduled, pullFields, SCHEDULE_PROBLEM, setPullFields } from "./pull";

const mode = z
	.enum(["replace", "update"])
	.describe(
		"`replace`: instead of the geofences of the set; `update`: instead of those with an `id` of the file, and after the others.",
	);

/** From where and when a set's geofences are pulled, and how it went; without secrets. */
export const listPull = z
	.strictObject({ ...pullFields, mode })
	.meta({ id: "ListPull", description: "From where and when the geofences of a set are pulled." });
export type ListPull = z.output<typeof listPull>;

/** Body of `PUT /api/designs/<id>/sets/<set_id>/pull`. */
export const setListPullBody = z
	.strictObject({ ...setPullFields, mode: mode.default("replace") })
	.refine(isScheduled, SCHEDULE_PROBLEM);
export type SetListPull = z.output<typeof setListPullBody>;
