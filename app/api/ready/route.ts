import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { readiness } from "@/lib/contract/readiness";
import { askBriefly } from "@/lib/db/ask-briefly";
import { UnavailableError } from "@/lib/errors";
import { itemEnvelope } from "@/lib/http/envelopes";
import { publicQuery } from "@/lib/http/route";
import { scarceDisks } from "@/lib/overview/scarce-disks";

/** Without directories: anybody may ask. */
const WORDS = {
	little: "a disk of the service is nearly full",
	none: "a disk of the service is full: what needs room there cannot be stored",
};

/**
 * Readiness: the database answers. A full disk takes no service out of rotation: what only reads goes on, agents and their downloads among it,
 * and no other process that shares the disk would do better.
 */
export const GET = publicQuery({
	summary: "Check Readiness",
	description:
		"Answers 200 once the database answers, 503 before. With a full disk it answers 200 and says so, as everything but storing goes on.",
	response: itemResponse(readiness),
	parameters: noParameters,
	run: async ({ service }) => {
		const answer = await askBriefly(service.prisma.$queryRaw<object[]>`SELECT 1`);
		if (answer === undefined) throw new UnavailableError("the database does not answer");
		return { body: itemEnvelope({ degraded: [...new Set(scarceDisks().map(({ room }) => WORDS[room]))] }) };
	},
});
