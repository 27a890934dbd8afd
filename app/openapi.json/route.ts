import { gzipSync } from "node:zlib";
import { z } from "zod";
import { noParameters } from "@/lib/contract/deployment";
import { described } from "@/lib/contract/written-as";
import { ROUTES } from "@/lib/generated/routes";
import { openApiDocument } from "@/lib/http/openapi/open-api-document";
import { publicQuery, type RouteHandler } from "@/lib/http/routes/route";

type Settings = Parameters<typeof openApiDocument>[1]["settings"];

let cache: { plain: string; zipped: Uint8Array<ArrayBuffer>; settings: Settings } | undefined;

/** Built and compressed at the first request only, because the registry imports this file, too. */
function documentOf({ settings }: { settings: Settings }) {
	if (cache?.settings === settings) return cache;
	const plain = JSON.stringify(openApiDocument(ROUTES, { settings }));
	cache = { plain, zipped: new Uint8Array(gzipSync(plain)), settings };
	return cache;
}

export const GET: RouteHandler = publicQuery({
	summary: "Get OpenAPI Document",
	description: "This description: OpenAPI 3.1, built from the schemas that parse the requests.",
	parameters: noParameters,
	response: z.looseObject({ openapi: z.string().meta(described("Version of the OpenAPI specification.", "3.1.1")) }),
	run: async ({ request, service }) => {
		const zips = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(request.headers.get("accept-encoding") ?? "");
		const headers = { "Content-Type": "application/json", Vary: "Accept-Encoding" };
		if (!zips) return new Response(documentOf(service).plain, { headers });
		return new Response(documentOf(service).zipped, { headers: { ...headers, "Content-Encoding": "gzip" } });
	},
});
