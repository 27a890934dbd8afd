import { askBriefly } from "@/lib/platform/db/ask-briefly";
import { fileStoreState } from "@/lib/platform/files/watch-file-store";
import type { Service } from "@/lib/platform/service";
import { isLeaving } from "@/lib/platform/shutdown-signal";
import { unlistedProxies } from "@/lib/platform/unlisted-proxies";
import { UnavailableError } from "@/lib/rules/errors";
import { scarceDisks } from "./scarce-disks";

/** Messages without directories, as the readiness check is public. */
const DISKS = {
	little: "a disk of the service is nearly full",
	none: "a disk of the service is full: what needs room there cannot be stored",
};
const FILES = {
	up: undefined,
	down: "the file store cannot be used: files are neither stored nor handed out",
	"only reads": "the file store takes no files: they are handed out, but none is stored",
};
const UNLISTED_PROXY =
	"a proxy that TRUSTED_PROXIES does not name forwards requests: all its clients share its address";
const READ_ONLY = "the database takes no writes: nothing can be changed";

/**
 * Lists problems of a service that is ready, in sentences for operators.
 * @throws UnavailableError while the database does not answer, and when the service is about to
 *   stop
 */
export async function checkReadiness({ prisma }: Pick<Service, "prisma">): Promise<string[]> {
	if (isLeaving()) throw new UnavailableError("the service is about to stop");
	const question = prisma.$queryRaw<{ isReadOnly: boolean }[]>`
		SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;
	const answer = await askBriefly(question);
	if (answer === undefined) throw new UnavailableError("the database does not answer");
	const degraded = new Set(scarceDisks().map(({ room }) => DISKS[room]));
	const files = FILES[fileStoreState()];
	if (files !== undefined) degraded.add(files);
	if (answer[0]?.isReadOnly) degraded.add(READ_ONLY);
	if (unlistedProxies().length > 0) degraded.add(UNLISTED_PROXY);
	return [...degraded];
}
