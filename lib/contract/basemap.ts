import { z } from "zod";

/** Result of `GET /api/basemap`. */
export const basemap = z
	.strictObject({
		kind: z
			.enum(["world", "file", "style"])
			.describe("The shipped world, an archive of the operator's at `/api/basemap/file`, or the operator's style."),
		style_url: z.string().nullable().describe("The address of the operator's style; null of other kinds."),
	})
	.meta({ id: "Basemap", description: "What lies under the geofences on maps." });
export type Basemap = z.infer<typeof basemap>;
