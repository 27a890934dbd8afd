import { noParameters } from "@/lib/contract/deployment";
import { findBuildFile } from "@/lib/domain/builds/find-build-file";
import { downloadResponse } from "@/lib/http/routes/download-response";
import { agentFileResponse, fileResponse } from "@/lib/http/routes/file-response";
import { fileQuery } from "@/lib/http/routes/route";

export const GET = fileQuery({
	summary: "Download a Targeting File",
	description:
		"The targeting file of a completed build, whole or in ranges; its `ETag` is its digest. For editors of the design, administrators of a target with a deployment of the build, and the agents of such a target.",
	headers: {
		Range: "A range of bytes, such as `bytes=0-1023`.",
		"If-None-Match": "The `ETag` of an earlier answer.",
		Prefer: "`signed-url`: an agent follows a redirect to the object store.",
	},
	answers: "application/octet-stream",
	alsoAnswers: {
		206: "The requested range.",
		307: "`Location` has the file for five minutes; for agents that prefer `signed-url`.",
		304: "The file has the digest in `If-None-Match`.",
		416: "The range lies outside the file.",
	},
	errors: ["Forbidden"],
	parameters: noParameters,
	path: ["build_id"],
	run: async ({ service, principal, path, request }) =>
		downloadResponse(principal, async () => {
			const file = await findBuildFile(service, principal, path.build_id);
			return "targetId" in principal
				? agentFileResponse(service, file, request)
				: fileResponse(service.files, file, request);
		}),
});
