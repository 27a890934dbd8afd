import { noParameters } from "@/lib/contract/deployment";
import { deviceErasure } from "@/lib/contract/opt-outs";
import { itemResponse } from "@/lib/contract/primitives";
import { DEVICE_ERASURE_MAX_BYTES, eraseDevices } from "@/lib/domain/erasure/erase-devices";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productUpload } from "@/lib/http/routes/route";

export const POST = productUpload({
	summary: "Erase Devices",
	description:
		"Puts device ids on the list of opt-outs and writes the data of every inventory source again without them. One id a line, a table with the column `device_id`, or JSON lines. For operators.",
	accepts: ["*/*"],
	largest: DEVICE_ERASURE_MAX_BYTES,
	errors: ["NotFound", "InvalidState"],
	parameters: noParameters,
	response: itemResponse(deviceErasure),
	run: async ({ service, principal, request, body }) => {
		const contentType = request.headers.get("content-type");
		return {
			body: itemEnvelope(await eraseDevices(service, principal, { contentType, body, signal: request.signal })),
		};
	},
});
