import type { Draft } from "./draft";

/** A draft with its undo and redo steps. Drafts share unchanged parts, so a step is small. */
export interface History {
	past: readonly Draft[];
	present: Draft;
	future: readonly Draft[];
	/** The subject of the last step: further edits of it, such as typing a name, are one step. */
	about: string | null;
}

export type Step =
	| { kind: "edit"; draft: Draft; about?: string }
	| { kind: "undo" }
	| { kind: "redo" }
	/** Adds the ids and codes of the service to the sets of every draft; no undo step. */
	| { kind: "settle"; give: (draft: Draft) => Draft };

/** The most fence references of all drafts together: large sets keep fewer steps. */
const REFERENCES = 10_000_000;
const STEPS = { min: 20, max: 200 };

function stepsKept(draft: Draft): number {
	const fences = draft.sets.reduce((sum, set) => sum + (set.fences?.length ?? 0), 1);
	return Math.max(STEPS.min, Math.min(STEPS.max, Math.floor(REFERENCES / fences)));
}

/** The history after a step. */
export function takeStep(history: History, step: Step): History {
	const { past, present, future, about } = history;
	switch (step.kind) {
		case "settle":
			return {
				past: past.map(step.give),
				present: step.give(present),
				future: future.map(step.give),
				about: null,
			};
		case "edit": {
			const goesOn = step.about !== undefined && step.about === about && past.length > 0;
			const kept = goesOn ? past : [...past, present].slice(-stepsKept(step.draft));
			return { past: kept, present: step.draft, future: [], about: step.about ?? null };
		}
		case "undo": {
			const before = past.at(-1);
			if (before === undefined) return history;
			return { past: past.slice(0, -1), present: before, future: [present, ...future], about: null };
		}
		case "redo": {
			const [next, ...rest] = future;
			if (next === undefined) return history;
			return { past: [...past, present], present: next, future: rest, about: null };
		}
	}
}

/** A draft without a past. */
export const beginHistory = (draft: Draft): History => ({ past: [], present: draft, future: [], about: null });
