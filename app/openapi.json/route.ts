import { z } from "zod";
import { noParameters } from "@/lib/contract/deployment";
import { described } from "@/lib/contract/written-as";
import { ROUTES } from "@/lib/generated/routes";
import { documentAnswer } from "@/lib/http/openapi/document-answer";
import { publicQuery, type RouteHandler } from "@/lib/http/routes/route";

export const GET: RouteHandler = publicQuery({
	summary: "Get OpenAPI Document",
	description:
		"This description: OpenAPI 3.1, built from the schemas that parse the requests, with examples for curl, TypeScript, Python and the command `targeting`.",
	parameters: noParameters,
	response: z.looseObject({ openapi: z.string().meta(described("Version of the OpenAPI specification.", "3.1.1")) }),
	headers: { "If-None-Match": "The `ETag` of an earlier answer." },
	alsoAnswers: { 304: "It is still the document that `If-None-Match` names." },
	run: async (call) => documentAnswer("json", ROUTES, call),
});
