import { isDomainError } from "@/lib/rules/errors";

/**
 * How attempts made at once went: how many are `done`, and how many were refused by kind of domain error. Anything else
 * stands under its own name, so that a test that names what it expects shows it.
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
