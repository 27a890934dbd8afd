import type { ActivationPreview } from "@/lib/contract/preview";

/** A check of the preview, or a warning that none answers for. */
export interface RequestCheck {
	code: string;
	state: ActivationPreview["checks"][number]["state"];
	words: string;
	message: string | null;
}

const GRAVITY: Record<RequestCheck["state"], number> = { bad: 0, warn: 1, ok: 2, info: 3 };

/**
 * The checks of a request, the gravest first. Checks with unknown codes are shown like the others,
 * in the service's words.
 */
export function requestChecks({ checks, warnings }: Pick<ActivationPreview, "checks" | "warnings">): RequestCheck[] {
	const answered = new Set(checks.flatMap((check) => check.warnings));
	const others = warnings.filter(({ code }) => !answered.has(code));
	const all: RequestCheck[] = [
		...checks,
		...others.map(({ code, message }) => ({ code, state: "warn" as const, words: message, message: null })),
	];
	return all.sort((a, b) => GRAVITY[a.state] - GRAVITY[b.state]);
}
