import { z } from "zod";
import { wholeNumber } from "./parameters";

/** Query of `PUT /api/designs/<id>/sets/<set_id>/geofences`. */
export const importGeofencesParameters = z.strictObject({
	buffer_meters: wholeNumber(1, 100_000)
		.optional()
		.describe("Makes an area of so many meters around each line of the file; lines are refused without it."),
});
