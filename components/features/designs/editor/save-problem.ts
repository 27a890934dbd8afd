import { audienceProblem } from "@/components/features/designs/shared/audience-problem";
import { isComplete } from "@/components/features/designs/shared/expression-tree";
import { targetingCode } from "@/lib/contract/design-bodies";
import { comparableText } from "@/lib/rules/text/comparable-text";
import { isolate } from "@/lib/rules/text/isolate";
import type { Draft, DraftSet } from "./draft";

/** The problems of a set's name or code, or null. */
export function headProblem(set: DraftSet, draft: Draft): { name?: string; code?: string } | null {
	const code = comparableText(set.targeting_code);
	const name = set.set_name.trim() === "" ? "The set needs a name." : undefined;
	const twice =
		code !== "" && draft.sets.some((other) => other.key !== set.key && comparableText(other.targeting_code) === code);
	const issue = code === "" ? undefined : targetingCode.safeParse(code).error?.issues[0]?.message;
	const wrong = twice ? "Another set of this design has this code." : issue && `The code ${issue}.`;
	if (name === undefined && wrong === undefined) return null;
	return { ...(name === undefined ? {} : { name }), ...(wrong === undefined ? {} : { code: wrong }) };
}

/** Why the draft cannot be saved, or null. */
export function saveProblem(draft: Draft, audience: boolean): string | null {
	for (const set of draft.sets) {
		const problem = headProblem(set, draft);
		if (problem !== null) return `${isolate(set.set_name) || "A set"}: ${problem.name ?? problem.code}`;
		if (audience && (set.audience === null || set.audience.sources.length === 0)) {
			return `${isolate(set.set_name)}: define its audience first.`;
		}
		if (audience && set.audience !== null) {
			if (!isComplete(set.audience.where)) return `${isolate(set.set_name)}: name a segment in every condition.`;
			const problem = audienceProblem(JSON.stringify(set.audience));
			if (problem !== null) return `${isolate(set.set_name)}: ${problem}`;
		}
	}
	return null;
}
