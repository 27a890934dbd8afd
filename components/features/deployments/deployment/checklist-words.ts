import { CircleCheck, CircleDashed, CircleMinus, type LucideIcon, OctagonX } from "lucide-react";
import type { Tone } from "@/components/kit/ui/chip";
import type { ChecklistStep, ChecklistStepName, DeploymentChecklist } from "@/lib/contract/checklist";

/** The steps in the reader's words, in their order. */
export const STEP_NAMES: Record<ChecklistStepName, string> = {
	built: "Built",
	requested: "Requested",
	approved: "Approved",
	tagged: "Matched to an agent",
	downloaded: "Downloaded",
	loaded: "Loaded",
};

export interface StepLook {
	icon: LucideIcon;
	tone: Tone;
	word: string;
}

/** A state as a shape, a word and a color. */
export const STEP_LOOK: Record<ChecklistStep["state"], StepLook> = {
	done: { icon: CircleCheck, tone: "ok", word: "done" },
	waiting: { icon: CircleDashed, tone: "warn", word: "not yet" },
	failed: { icon: OctagonX, tone: "bad", word: "failed" },
	not_applicable: { icon: CircleMinus, tone: "neutral", word: "not needed" },
};

/**
 * The state of a step in a word. If all its agents are offline, their state is unknown. A revoked
 * approval is `no longer`, not `not yet`.
 */
export function stepWord({ step, state, at, agents }: Pick<ChecklistStep, "step" | "state" | "at" | "agents">): string {
	if (state !== "waiting") return STEP_LOOK[state].word;
	if (step === "approved" && at !== null) return "no longer";
	return agents.length > 0 && agents.every(({ silent }) => silent) ? "unknown" : STEP_LOOK.waiting.word;
}

/** The step where it stops: the first that is not done. Null when nothing is missing. */
export function missingStep(steps: readonly ChecklistStep[]): ChecklistStep | null {
	return steps.find(({ state }) => state === "waiting" || state === "failed") ?? null;
}

/**
 * The tone of the summary: green only if every matching agent is online and has loaded the file.
 */
export function answerTone({ live, steps }: Pick<DeploymentChecklist, "live" | "steps">): "ok" | "warn" | "bad" {
	const missing = missingStep(steps);
	if (missing?.state === "failed") return "bad";
	const silent = steps.some(({ agents }) => agents.some((agent) => agent.silent));
	return live && missing === null && !silent ? "ok" : "warn";
}
