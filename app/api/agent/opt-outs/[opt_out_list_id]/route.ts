import { noParameters } from "@/lib/contract/deployment";
import { findOptOutFile } from "@/lib/domain/opt-outs/find-opt-out-file";
import { agentFileResponse } from "@/lib/http/routes/file-response";
import { agentQuery } from "@/lib/http/routes/route";

export const GET = agentQuery({
	summary: "Download the List of Opt-Outs",
	description:
		"The file of a list of opt-outs, whole or in ranges; its `ETag` is its digest. The desired state names the current one.",
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
	parameters: noParameters,
	path: ["opt_out_list_id"],
	run: async ({ service, path, request }) =>
		agentFileResponse(service, await findOptOutFile(service, path.opt_out_list_id), request),
});
