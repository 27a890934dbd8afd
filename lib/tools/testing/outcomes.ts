import { isDomainError } from "@/lib/rules/errors";

/**
 * Counts the outcomes of concurrent attempts: `done`, or the kind of domain error. Any other error
 * counts by its name, so that it fails an expectation.
 */
export async function outcomesOf(attempts: readonly Promise<unknown>[]): Promise<Record<string, number>> {
	const outcomes: Record<string, number> = {};
	for (const settled of await Promise.allSettled(attempts)) {
		const name = settled.status === "fulfilled" ? "done" : nameOf(settled.reason);
		outcomes[name] = (outcomes[name] ?? 0) + 1;
	}
	return outcomes;
}

function nameOf(thrown: unknown): string {
	if (isDomainError(thrown)) return thrown.kind;
	if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
	return String(thrown);
}
