import type { Tracked } from "@/lib/agent/tracked-deployment";

/** The digests of tracked files; memoized, because every load checks thousands of cached files. */
export class WantedDigests {
	#memo: { digests: ReadonlySet<string>; tracked: unknown; retiring: unknown } | null = null;

	/** @param tracked and `retiring` are other objects whenever they have changed */
	has(sha256: string, tracked: ReadonlyMap<string, Tracked>, retiring: readonly Tracked[]): boolean {
		if (this.#memo?.tracked !== tracked || this.#memo.retiring !== retiring) {
			const digests = new Set([...tracked.values(), ...retiring].map(({ deployment }) => deployment.sha256));
			this.#memo = { digests, tracked, retiring };
		}
		return this.#memo.digests.has(sha256);
	}
}
