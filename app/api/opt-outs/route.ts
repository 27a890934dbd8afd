import { noParameters } from "@/lib/contract/deployment";
import { optOutChangeResult, optOuts } from "@/lib/contract/opt-outs";
import { itemResponse } from "@/lib/contract/primitives";
import { changeOptOuts, OPT_OUT_MAX_BYTES } from "@/lib/domain/opt-outs/change-opt-outs";
import { getOptOuts } from "@/lib/domain/opt-outs/get-opt-outs";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery, productUpload } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Opt-Outs",
	description:
		"How many device ids must not be targeted, and which agents apply the list. For operators; the ids are never given.",
	parameters: noParameters,
	response: itemResponse(optOuts),
	errors: ["NotFound"],
	run: async ({ service, principal }) => ({ body: itemEnvelope(await getOptOuts(service, principal)) }),
});

export const PUT = upload("replace", "Replace Opt-Outs", "Makes these device ids the whole list.");
export const POST = upload("add", "Add Opt-Outs", "Adds these device ids to the list.");
export const DELETE = upload("remove", "Remove Opt-Outs", "Removes these device ids from the list.");

function upload(change: Parameters<typeof changeOptOuts>[2], summary: string, effect: string) {
	return productUpload({
		summary,
		description: `${effect} One id a line, a table with the column \`device_id\`, or JSON lines; the ids are kept as hashes. For operators.`,
		accepts: ["*/*"],
		largest: OPT_OUT_MAX_BYTES,
		expects: ["revision"],
		errors: ["NotFound", "InvalidState"],
		parameters: noParameters,
		response: itemResponse(optOutChangeResult),
		run: async ({ service, principal, request, body, expectation }) => {
			const contentType = request.headers.get("content-type");
			const file = { contentType, body, signal: request.signal, expectedRevision: expectation.revision };
			return { body: itemEnvelope(await changeOptOuts(service, principal, change, file)) };
		},
	});
}
