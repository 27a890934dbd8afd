import type { ReactNode } from "react";
import type { Asked } from "./asked-dialog";
import type { FirstSteps } from "./first-steps";

export interface BodyProps {
	steps: FirstSteps;
	/** Who takes the step where it is not the reader. */
	actor: string | null;
	onAsk: (asked: Asked) => void;
}

export const TEXT = "max-w-prose text-muted";

/** What can be done for a step. */
export function Actions({ children }: { children: ReactNode }) {
	return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}
