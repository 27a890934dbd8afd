import { bulkPreview, bulkPreviewBody } from "@/lib/contract/bulk-preview";
import { itemResponse } from "@/lib/contract/primitives";
import { previewBulk } from "@/lib/domain/deployments/preview/preview-bulk";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Preview Bulk Activation",
	description:
		"Gives the warnings of activating each of up to 500 deployments, and the memory of their targets. Leaves out deployments that the caller may not activate.",
	changesData: false,
	example: { ids: ["0b9fd7a5-2d9c-4c6b-8f0e-6a3d1f7c2b10"] },
	parameters: bulkPreviewBody,
	response: itemResponse(bulkPreview),
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await previewBulk(service, principal, parameters)),
	}),
});
