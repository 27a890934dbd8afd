import { listResponse } from "@/lib/contract/primitives";
import { directoryEntry, directoryParameters } from "@/lib/contract/sharing";
import { searchDirectory } from "@/lib/domain/accounts/people/search-directory";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Search Directory",
	description:
		"People and organizations to share with: all of the caller's organization, and others by their exact e-mail or slug.",
	fromReplica: true,
	parameters: directoryParameters,
	response: listResponse(directoryEntry),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await searchDirectory(service, principal, parameters)),
	}),
});
