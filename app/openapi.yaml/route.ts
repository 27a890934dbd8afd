import { noParameters } from "@/lib/contract/deployment";
import { ROUTES } from "@/lib/generated/routes";
import { documentAnswer } from "@/lib/http/openapi/document-answer";
import { publicQuery, type RouteHandler } from "@/lib/http/routes/route";

export const GET: RouteHandler = publicQuery({
	summary: "Get OpenAPI Document as YAML",
	description: "The same description as YAML.",
	parameters: noParameters,
	answers: "application/yaml",
	headers: { "If-None-Match": "The `ETag` of an earlier answer." },
	alsoAnswers: { 304: "It is still the document that `If-None-Match` names." },
	run: async (call) => documentAnswer("yaml", ROUTES, call),
});
