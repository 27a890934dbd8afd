import { noParameters } from "@/lib/contract/deployment";
import { openRegionFile } from "@/lib/domain/basemap/basemap-of";
import { downloadResponse } from "@/lib/http/routes/download-response";
import { rangeResponse } from "@/lib/http/routes/file-response";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Read a Region's Archive",
	description: "The PMTiles archive of a region, whole or in ranges.",
	headers: { Range: "A range of bytes, such as `bytes=0-16383`.", "If-None-Match": "The `ETag` of an earlier answer." },
	answers: "application/octet-stream",
	alsoAnswers: {
		206: "The requested range.",
		304: "The archive is the one of `If-None-Match`.",
		416: "The range lies outside the archive.",
	},
	parameters: noParameters,
	path: ["region_id"],
	run: async ({ service, principal, path, request }) =>
		downloadResponse(principal, async () => rangeResponse(await openRegionFile(service, path.region_id), request)),
});
