import { z } from "zod";
import { declaredState } from "@/lib/contract/declared-state";
import { noParameters } from "@/lib/contract/deployment";
import { schemaForEditors } from "@/lib/http/openapi/json-schemas";
import { publicQuery } from "@/lib/http/routes/route";

export const GET = publicQuery({
	summary: "Get Schema of States",
	description: "JSON Schema of a declared state, for editors that complete and check the file.",
	parameters: noParameters,
	response: z.looseObject({ $schema: z.string().describe("Dialect of JSON Schema.") }),
	run: async () => ({ body: schemaForEditors(declaredState) }),
});
