import { optOuts } from "@/lib/contract/opt-outs";
import { itemResponse } from "@/lib/contract/primitives";
import { noBody } from "@/lib/contract/webhook";
import { confirmOptOuts } from "@/lib/domain/opt-outs/restored-list";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Confirm Opt-Outs",
	description:
		"After a restore, has agents apply the restored list alone. Until then they leave out the ids of the list that they had before, too. For operators.",
	refusals: { InvalidState: "The list needs no confirmation." },
	parameters: noBody,
	response: itemResponse(optOuts),
	errors: ["NotFound", "InvalidState"],
	run: async ({ service, principal }) => ({ body: itemEnvelope(await confirmOptOuts(service, principal)) }),
});
