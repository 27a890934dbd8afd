import { CircleCheck, CircleDashed, CircleMinus, type LucideIcon, OctagonX } from "lucide-react";
import type { Tone } from "@/components/ui/chip";
import type { ChecklistStep, ChecklistStepName } from "@/lib/contract/checklist";

/** The steps in the reader's words, in their order. */
export const STEP_NAMES: Record<ChecklistStepName, string> = {
	built: "Built",
	requested: "Requested",
	approved: "Approved",
	tagged: "Tagged for an agent",
	downloaded: "Downloaded",
	loaded: "Loaded",
};

export interface StepLook {
	icon: LucideIcon;
	tone: Tone;
	word: string;
}

/** A state as a shape, a word and a colour. */
export const STEP_LOOK: Record<ChecklistStep["state"], StepLook> = {
	done: { icon: CircleCheck, tone: "ok", word: "done" },
	waiting: { icon: CircleDashed, tone: "warn", word: "not yet" },
	failed: { icon: OctagonX, tone: "bad", word: "failed" },
	not_applicable: { icon: CircleMinus, tone: "neutral", word: "not needed" },
};

/** The step where it stops: the first that is not done. Null when nothing is missing. */
export function missingStep(steps: readonly ChecklistStep[]): ChecklistStep | null {
	return steps.find(({ state }) => state === "waiting" || state === "failed") ?? null;
}
