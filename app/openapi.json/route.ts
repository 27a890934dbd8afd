import { z } from "zod";
import { noParameters } from "@/lib/contract/deployment";
import { openApiDocument } from "@/lib/http/openapi/document";
import { publicQuery, type RouteHandler } from "@/lib/http/route";
import { DOCUMENTED_ROUTES } from "./documented-routes";

let document: string | undefined;

/** OpenAPI 3.1 of every route, made at the first request. */
export const GET: RouteHandler = publicQuery({
	summary: "Get OpenAPI Document",
	parameters: noParameters,
	response: z.looseObject({ openapi: z.string() }),
	run: async () => {
		document ??= JSON.stringify(openApiDocument(DOCUMENTED_ROUTES));
		return new Response(document, { headers: { "Content-Type": "application/json" } });
	},
});
