import { z } from "zod";
import { oneOf, wholeNumber } from "./parameters";

/** Query of `PUT /api/designs/<id>/sets/<set_id>/geofences`. */
export const importGeofencesParameters = z.strictObject({
	mode: oneOf(["replace", "add", "update"])
		.default("replace")
		.describe(
			"`replace`: instead of the geofences of the set; `add`: after them; `update`: instead of those with an `id` of the file, and after the others.",
		),
	buffer_meters: wholeNumber(1, 100_000)
		.optional()
		.describe("Makes an area of so many meters around each line of the file; lines are refused without it."),
});
