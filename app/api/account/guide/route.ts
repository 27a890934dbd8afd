import { guideBody } from "@/lib/contract/account";
import { itemResponse } from "@/lib/contract/primitives";
import { setGuide } from "@/lib/domain/accounts/own/set-guide";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const PUT = productJson({
	summary: "Set Guide",
	description: "Keeps whether the user wants to see the getting-started steps.",
	refusals: { Forbidden: "The credential is no session." },
	parameters: guideBody,
	example: { guide: "gone" },
	response: itemResponse(guideBody),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await setGuide(service, principal, parameters)),
	}),
});
