import { findBuildFile } from "@/lib/builds/find-build-file";
import { noParameters } from "@/lib/contract/deployment";
import { fileResponse } from "@/lib/http/file-response";
import { fileQuery } from "@/lib/http/route";

/** The targeting file of a build. */
export const GET = fileQuery({
	parameters: noParameters,
	path: ["build_id"],
	run: async ({ service, principal, path, request }) =>
		fileResponse(service.files, await findBuildFile(service, principal, path.build_id), request),
});
