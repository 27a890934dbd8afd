import type { Frozen } from "@/lib/contract/design";

const SENTENCES: Readonly<Record<Frozen["cause"] | "waiting", string>> = {
	requested: "Locked until the requested build is completed or rejected.",
	building: "Locked until the running build is completed or rejected.",
	waiting: "Locked until the paused build is completed or rejected. It retries automatically.",
	failed: "Locked until an operator retries or rejects the build.",
	external: "Locked because its targeting file was uploaded. Name and sets cannot be edited.",
};

/**
 * Explains why name and sets of a design cannot be edited now. Takes as `waits` whether the build
 * is back in the queue, while its design stays `building`.
 */
export function frozenSentence(cause: Frozen["cause"], { waits }: { readonly waits: boolean }): string {
	return SENTENCES[cause === "building" && waits ? "waiting" : cause];
}
