import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse } from "@/lib/contract/primitives";
import { askBriefly } from "@/lib/db/ask-briefly";
import { UnavailableError } from "@/lib/errors";
import { emptyEnvelope } from "@/lib/http/envelopes";
import { publicQuery } from "@/lib/http/route";

/** Readiness: the database answers. */
export const GET = publicQuery({
	summary: "Check Readiness",
	description: "Answers 200 once the database answers, 503 before.",
	response: emptyResponse,
	parameters: noParameters,
	run: async ({ service }) => {
		const answer = await askBriefly(service.prisma.$queryRaw<object[]>`SELECT 1`);
		if (answer === undefined) throw new UnavailableError("the database does not answer");
		return { body: emptyEnvelope() };
	},
});
