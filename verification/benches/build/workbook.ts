import { workbookOf } from "@/lib/engine/conversion/testing";
import { PLACES_HEADER, placeRow } from "@/verification/benches/import";
import { ask } from "@/verification/benches/ui/api";
import { upload } from "@/verification/benches/upload";
import { type Measured, measureStep, type StepFigures } from "./measure-step";

/** Imports an Excel workbook of so many places, as numbers and texts, into one set. */
export async function measureWorkbook(api: Measured, rows: number): Promise<StepFigures[]> {
	const { id, set_ids } = await ask<{ id: string; set_ids: string[] }>(api, "POST", "/api/designs", {
		name: "Workbook of the benchmark",
		type: "proximity",
		sets: [{ set_name: "Places" }],
	});
	const table = Array.from({ length: rows }, (_, number) => {
		const [latitude, longitude, radius, name = ""] = placeRow(number).trim().split(",");
		return [Number(latitude), Number(longitude), Number(radius), name];
	});
	const file = workbookOf({ Places: [PLACES_HEADER.trim().split(","), ...table] });
	const path = `/api/designs/${id}/sets/${set_ids[0]}/geofences`;
	const words = `import of ${rows.toLocaleString("en-US")} rows as XLSX`;
	return [
		await measureStep(api, words, async () => {
			const sent = { method: "PUT", path, type: "application/octet-stream" } as const;
			const taken = await upload<{ accepted_row_count: number }>(api, sent, [file]);
			if (taken.accepted_row_count !== rows) throw new Error(`The service took ${taken.accepted_row_count} rows.`);
			return `${taken.accepted_row_count.toLocaleString("en-US")} rows, ${(file.length / 1e6).toFixed(1)} MB`;
		}),
	];
}
