import { noParameters } from "@/lib/contract/deployment";
import { openBasemapFile } from "@/lib/domain/basemap/basemap-of";
import { downloadResponse } from "@/lib/http/routes/download-response";
import { rangeResponse } from "@/lib/http/routes/file-response";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Read the Base Map's Archive",
	description: "The PMTiles archive of `BASEMAP_FILE`, whole or in ranges; not found where the setting is absent.",
	headers: { Range: "A range of bytes, such as `bytes=0-16383`.", "If-None-Match": "The `ETag` of an earlier answer." },
	answers: "application/octet-stream",
	alsoAnswers: {
		206: "The requested range.",
		304: "The archive is the one of `If-None-Match`.",
		416: "The range lies outside the archive.",
	},
	errors: ["NotFound"],
	parameters: noParameters,
	run: async ({ service, principal, request }) =>
		downloadResponse(principal, async () => rangeResponse(await openBasemapFile(service), request)),
});
