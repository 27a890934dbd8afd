import { z } from "zod";
import { text } from "./primitives";

/** Result of `GET /api/basemap`. */
export const basemap = z
	.strictObject({
		kind: z
			.enum(["world", "file", "style"])
			.describe("The shipped world, an archive of the operator's at `/api/basemap/file`, or the operator's style."),
		style_url: text.nullable().describe("The address of the operator's style; null of other kinds."),
	})
	.meta({ id: "Basemap", description: "The map under the geofences." });
export type Basemap = z.infer<typeof basemap>;
