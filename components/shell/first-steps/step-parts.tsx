import type { ReactNode } from "react";
import type { FirstSteps } from "./first-steps";
import type { DialogStep } from "./step-dialog";

export interface BodyProps {
	steps: FirstSteps;
	/** Who takes the step where it is not the reader. */
	actor: string | null;
	onAsk: (asked: DialogStep) => void;
}

export const TEXT = "max-w-prose text-muted";

/** What can be done for a step. */
export function Actions({ children }: { children: ReactNode }) {
	return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}
