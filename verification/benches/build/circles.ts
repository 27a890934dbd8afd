import { placesFile } from "@/verification/benches/import";
import { ask } from "@/verification/benches/ui/api";
import { upload } from "@/verification/benches/upload";
import { buildDesign } from "./build-design";
import { type Measured, measureStep, type StepFigures } from "./measure-step";

/** Imports a CSV file of so many circles into one set, and builds the design. */
export async function measureCircles(api: Measured, circles: number): Promise<StepFigures[]> {
	const { id, set_ids } = await ask<{ id: string; set_ids: string[] }>(api, "POST", "/api/designs", {
		name: "Circles of the benchmark",
		type: "proximity",
		sets: [{ set_name: "Places" }],
	});
	const path = `/api/designs/${id}/sets/${set_ids[0]}/geofences`;
	const words = circles.toLocaleString("en-US");
	return [
		await measureStep(api, `import of ${words} circles as CSV`, async () => {
			const file = { method: "PUT", path, type: "text/csv" } as const;
			const taken = await upload<{ accepted_row_count: number }>(api, file, placesFile(circles));
			return `${taken.accepted_row_count.toLocaleString("en-US")} rows`;
		}),
		await measureStep(api, `build of ${words} circles`, () => buildDesign(api, id)),
	];
}
