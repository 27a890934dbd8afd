import { dataAutomationBody, designDetail } from "@/lib/contract/design";
import { itemResponse } from "@/lib/contract/primitives";
import { setDataAutomation } from "@/lib/domain/designs/set-data-automation";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const PUT = productJson({
	summary: "Set Automation of a Design",
	description:
		"Whether an audience design is rebuilt when its data change, and then requested for its targets again, with the rights of the caller.",
	parameters: dataAutomationBody,
	path: ["design_id"],
	response: itemResponse(designDetail),
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await setDataAutomation(service, principal, path.design_id, parameters, expectation)),
	}),
});
