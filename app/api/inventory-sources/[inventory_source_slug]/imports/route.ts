import { importInventoryParameters, inventoryImportResult } from "@/lib/contract/inventory";
import { itemResponse } from "@/lib/contract/primitives";
import { importInventory } from "@/lib/domain/inventory/import-inventory";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productUpload } from "@/lib/http/routes/route";

export const POST = productUpload({
	summary: "Import Inventory Data",
	description:
		"CSV with the header row `device_id,segment,seen_at`, a workbook (XLSX, ODS) with such a sheet, or Parquet with these columns; each distinct row is one visit.",
	accepts: ["*/*"],
	largest: "INVENTORY_MAX_BYTES",
	expects: ["revision"],
	errors: ["Forbidden"],
	parameters: importInventoryParameters,
	path: ["inventory_source_slug"],
	response: itemResponse(inventoryImportResult),
	run: async ({ service, principal, path, parameters, request, body, expectation }) => {
		const contentType = request.headers.get("content-type");
		const { signal } = request;
		const file = { contentType, body, signal, expectedRevision: expectation.revision, mode: parameters.mode };
		return { body: itemEnvelope(await importInventory(service, principal, path.inventory_source_slug, file)) };
	},
});
