import { formatPlural } from "@/lib/browser/format";
import type { Audience, AudienceCondition, AudienceExpression } from "@/lib/contract/audience";
import { isolate } from "@/lib/rules/text/isolate";

function condition({ segment, min_visits = 1, within_days }: AudienceCondition): string {
	const often = min_visits === 1 ? "" : ` at least ${formatPlural(min_visits, "time")}`;
	const when = within_days === undefined ? "" : ` within ${formatPlural(within_days, "day")}`;
	return `${segment === "" ? "an unnamed segment" : isolate(segment)}${often}${when}`;
}

function phrase(expression: AudienceExpression, inner: boolean): string {
	if ("segment" in expression) return condition(expression);
	if ("not" in expression) return `not ${phrase(expression.not, true)}`;
	const [parts, word] = "all" in expression ? [expression.all, " and "] : [expression.any, " or "];
	// A "not" in front would seem to hold for all that follows.
	const start = Math.max(
		0,
		parts.findIndex((part) => !("not" in part)),
	);
	const joined = [...parts.slice(start, start + 1), ...parts.toSpliced(start, 1)]
		.map((part) => phrase(part, parts.length > 1))
		.join(word);
	return inner && parts.length > 1 ? `(${joined})` : joined;
}

/**
 * An audience in words: `Devices in acme-mobile seen in gym at least 2 times and not staff.` A
 * draft may lack its sources.
 */
export function audienceSentence({ sources, where }: Audience): string {
	if (sources.length === 0) return "No source selected yet.";
	const words = phrase(where, false);
	const seen = words.startsWith("not ") ? `not seen in ${words.slice("not ".length)}` : `seen in ${words}`;
	return `Devices in ${sources.join(" or ")} ${seen}.`;
}
