import { causeInWords } from "@/lib/platform/database-away";
import { log } from "@/lib/platform/log";
import type { FileStore } from "./file-store";
import { STORE_AWAY, STORE_ONLY_READS, storageProblem } from "./storage-problem";

/** `down`: files are neither stored nor handed out; `only reads`: they are handed out. */
export type FileStoreState = "up" | "only reads" | "down";

interface Outage {
	/** When it was seen first. */
	readonly since: number;
	state: Exclude<FileStoreState, "up">;
	/** What failed because of it since. */
	failures: number;
}

let current: Outage | undefined;

const WORDS = {
	down: "the file store cannot be used: files are neither stored nor handed out, and what fails because of it is not told, until it can",
	"only reads":
		"the file store takes no files: they are handed out, but none is stored, and what fails because of it is not told, until it does",
};

/** How the file store was when it was last asked. Nobody who asks this waits for a store that may not answer. */
export function fileStoreState(): FileStoreState {
	return current?.state ?? "up";
}

/**
 * Hears of a failure.
 * @returns whether it is that of a store elsewhere which is known not to be usable, so that nobody need tell of it
 */
export function noteFileStoreFailure(thrown: unknown): boolean {
	const outage = current;
	if (outage === undefined || storageProblem(thrown) !== STORE_AWAY) return false;
	outage.failures += 1;
	return true;
}

/**
 * A duty: asks the file store whether it can be used, and says in the log when it cannot, and when it can again. Gives 0, as
 * nothing was to be done.
 */
export async function watchFileStore({ files }: { files: FileStore }, stopping: AbortSignal): Promise<number> {
	const refusal = await files.ask(stopping).then(
		() => undefined,
		(thrown: unknown) => ({
			cause: causeInWords(thrown),
			state: storageProblem(thrown) === STORE_ONLY_READS ? ("only reads" as const) : ("down" as const),
		}),
	);
	if (stopping.aborted) return 0;
	const outage = current;
	if (refusal !== undefined && outage?.state !== refusal.state) {
		const { cause, state } = refusal;
		current = { since: performance.now(), failures: 0, ...outage, state };
		log.error({ cause }, WORDS[state]);
	}
	if (refusal === undefined && outage !== undefined) {
		current = undefined;
		const seconds = Math.round((performance.now() - outage.since) / 100) / 10;
		log.warn({ seconds, failures: outage.failures }, "the file store can be used again");
	}
	return 0;
}
