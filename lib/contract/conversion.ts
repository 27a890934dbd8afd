import { z } from "zod";
import { JSON_FORMATS, type JsonFormat } from "@/lib/rules/documents/converted-format";

/** Query of `POST /api/conversions`. */
export const conversionParameters = z.strictObject({
	json: z
		.enum(Object.keys(JSON_FORMATS) as [JsonFormat, ...JsonFormat[]])
		.optional()
		.describe("The kind of a file of JSON: `geojson` for GeoJSON in another coordinate system."),
});
