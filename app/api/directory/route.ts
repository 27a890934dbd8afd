import { listResponse } from "@/lib/contract/primitives";
import { directoryEntry, directoryParameters } from "@/lib/contract/sharing";
import { searchDirectory } from "@/lib/domain/accounts/search-directory";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

/** People and organizations to share with. */
export const GET = productQuery({
	summary: "Search Directory",
	description:
		"People and organizations to share with: any of one's own organization, elsewhere those whose exact e-mail or slug is given.",
	parameters: directoryParameters,
	response: listResponse(directoryEntry),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await searchDirectory(service, principal, parameters)),
	}),
});
