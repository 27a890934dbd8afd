import { buildListDetail, buildListRow, listBuildsParameters } from "@/lib/contract/build";
import { listResponse } from "@/lib/contract/primitives";
import { listBuildDetails } from "@/lib/domain/builds/list-build-details";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { managementQuery } from "@/lib/http/routes/route";

export const GET = managementQuery(
	{
		summary: "List Builds",
		description:
			"Designs that have been built successfully, each with its builds and its current deployments, newest build first. With `detail=true` each row also has the caller's permissions on the builds.",
		fromReplica: true,
		parameters: listBuildsParameters,
		response: listResponse(buildListRow),
		run: async ({ service, principal, parameters }) => ({
			body: listEnvelope(await listBuilds(service, principal, parameters)),
		}),
	},
	{
		parameters: listBuildsParameters,
		response: listResponse(buildListDetail),
		run: async ({ service, principal, parameters }) => ({
			body: listEnvelope(await listBuildDetails(service, principal, parameters)),
		}),
	},
);
