import type { Frozen } from "@/lib/contract/design";

const SENTENCES: Readonly<Record<Frozen["cause"] | "waiting", string>> = {
	requested: "A build is requested: name and sets are frozen until it is completed or rejected.",
	building: "A build is running: name and sets are frozen until it is completed or rejected.",
	waiting: "A build waits to be tried again: name and sets are frozen until it is completed or rejected.",
	failed: "The last build failed: name and sets are frozen until an operator tries it again or rejects it.",
	external: "Its targeting file was made outside the designer tools: name and sets cannot be edited here.",
};

/**
 * Why name and sets of a design cannot be edited now.
 * @param build whether the build is back in the queue; its design is `building` for as long
 */
export function frozenSentence(cause: Frozen["cause"], { waits }: { readonly waits: boolean }): string {
	return SENTENCES[cause === "building" && waits ? "waiting" : cause];
}
