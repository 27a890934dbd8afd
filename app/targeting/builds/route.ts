import { buildListRow, listBuildsParameters } from "@/lib/contract/build";
import { listResponse } from "@/lib/contract/primitives";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { managementQuery } from "@/lib/http/routes/route";

/** List Builds. */
export const GET = managementQuery({
	summary: "List Builds",
	description:
		"Designs that have been built successfully, each with its builds and its current deployments, newest build first.",
	parameters: listBuildsParameters,
	response: listResponse(buildListRow),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listBuilds(service, principal, parameters)),
	}),
});
