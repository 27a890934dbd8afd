import { causeInWords } from "@/lib/db/database-away";
import { log } from "@/lib/log";
import type { Service } from "@/lib/service";

// Routes and the server are bundled apart: only globalThis is one and the same for all of them.
const KEY = Symbol.for("targeting-service.file-store");
/** Of the outage that is known of: when it was seen first. */
const shared = globalThis as { [KEY]?: { readonly since: number } | undefined };

/** Whether the file store could be used when it was last asked. Nobody who asks this waits for a store that may not answer. */
export function isFileStoreUp(): boolean {
	return shared[KEY] === undefined;
}

/**
 * A duty: asks the file store whether it can be used, and says in the log when it cannot, and when it can again. Gives 0, as
 * nothing was to be done.
 */
export async function watchFileStore({ files }: Pick<Service, "files">, stopping: AbortSignal): Promise<number> {
	const refusal = await files.ask(stopping).then(() => undefined, causeInWords);
	if (stopping.aborted) return 0;
	const outage = shared[KEY];
	if (refusal !== undefined && outage === undefined) {
		shared[KEY] = { since: performance.now() };
		log.error(
			{ cause: refusal },
			"the file store cannot be used: files are neither stored nor handed out until it can",
		);
	}
	if (refusal === undefined && outage !== undefined) {
		shared[KEY] = undefined;
		const seconds = Math.round((performance.now() - outage.since) / 100) / 10;
		log.warn({ seconds }, "the file store can be used again");
	}
	return 0;
}
