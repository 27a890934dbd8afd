import { causeInWords } from "@/lib/platform/database-away";
import { endRepeats, log } from "@/lib/platform/log";
import type { FileStore } from "./file-store";
import { STORE_AWAY, STORE_ONLY_READS, storageProblem } from "./storage-problem";

/** `down`: neither readable nor writable; `only reads`: readable. */
export type FileStoreState = "up" | "only reads" | "down";

interface Outage {
	/** Time of the first failure. */
	readonly since: number;
	state: Exclude<FileStoreState, "up">;
	failures: number;
}

let current: Outage | undefined;

const WORDS = {
	down: "the file store is not usable: files can be neither stored nor read, and resulting failures are not logged until it recovers",
	"only reads":
		"the file store is not writable: files can be read but not stored, and resulting failures are not logged until it recovers",
};

/** The state at the last check, without waiting for a store that may hang. */
export function fileStoreState(): FileStoreState {
	return current?.state ?? "up";
}

/**
 * Records a failure.
 * @returns whether it is due to a known outage of a remote store and need not be logged
 */
export function noteFileStoreFailure(thrown: unknown): boolean {
	const outage = current;
	if (outage === undefined || storageProblem(thrown) !== STORE_AWAY) return false;
	outage.failures += 1;
	return true;
}

/** A background job: checks the file store, and logs when its state changes. Returns 0. */
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
		endRepeats();
		const seconds = Math.round((performance.now() - outage.since) / 100) / 10;
		log.warn({ seconds, failures: outage.failures }, "the file store is usable again");
	}
	return 0;
}
