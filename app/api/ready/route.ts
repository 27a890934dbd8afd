import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { readiness } from "@/lib/contract/readiness";
import { scarceDisks } from "@/lib/domain/overview/scarce-disks";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { publicQuery } from "@/lib/http/routes/route";
import { askBriefly } from "@/lib/platform/db/ask-briefly";
import { fileStoreState } from "@/lib/platform/files/watch-file-store";
import { UnavailableError } from "@/lib/rules/errors";

/** Without directories: anybody may ask. */
const WORDS = {
	little: "a disk of the service is nearly full",
	none: "a disk of the service is full: what needs room there cannot be stored",
};
const FILES = {
	up: undefined,
	down: "the file store cannot be used: files are neither stored nor handed out",
	"only reads": "the file store takes no files: they are handed out, but none is stored",
};
const ONLY_READS = "the database takes no writes: nothing can be changed";

/**
 * Readiness: the database answers. Neither a full disk, nor a file store that cannot be used, nor a database that only reads takes a service
 * out of rotation: what does without goes on, and no other process that shares them would do better.
 */
export const GET = publicQuery({
	summary: "Check Readiness",
	description:
		"Answers 200 once the database answers, 503 before. With a full disk, a file store that cannot be used, or a database that takes no writes, it answers 200 and says so, as everything else goes on.",
	response: itemResponse(readiness),
	parameters: noParameters,
	run: async ({ service }) => {
		const question = service.prisma.$queryRaw<{ onlyReads: boolean }[]>`
			SELECT current_setting('transaction_read_only') = 'on' AS "onlyReads"`;
		const answer = await askBriefly(question);
		if (answer === undefined) throw new UnavailableError("the database does not answer");
		const degraded = new Set(scarceDisks().map(({ room }) => WORDS[room]));
		const files = FILES[fileStoreState()];
		if (files !== undefined) degraded.add(files);
		if (answer[0]?.onlyReads) degraded.add(ONLY_READS);
		return { body: itemEnvelope({ degraded: [...degraded] }) };
	},
});
