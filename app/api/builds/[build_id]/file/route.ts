import { findBuildFile } from "@/lib/builds/find-build-file";
import { noParameters } from "@/lib/contract/deployment";
import { fileResponse } from "@/lib/http/file-response";
import { fileQuery } from "@/lib/http/route";

/** The targeting file of a build. */
export const GET = fileQuery({
	summary: "Download a Targeting File",
	answers: "application/octet-stream",
	alsoAnswers: {
		206: "The range that was asked for.",
		304: "The file has the digest in `If-None-Match`.",
		416: "The range lies outside the file.",
	},
	errors: ["Forbidden"],
	parameters: noParameters,
	path: ["build_id"],
	run: async ({ service, principal, path, request }) =>
		fileResponse(service.files, await findBuildFile(service, principal, path.build_id), request),
});
