import type { ActivationWindow } from "@/lib/contract/activation-window";
import { isolate } from "@/lib/rules/text/isolate";
import { minuteOf } from "./moments";

type Closed = Pick<ActivationWindow, "reason" | "freeze_reason" | "opens_at">;

/** Why a target is closed: `frozen: Holiday peak`, or `outside of its hours`. */
export const closedBecause = ({ reason, freeze_reason }: Closed): string =>
	reason === "frozen" ? `frozen: ${isolate(freeze_reason ?? "")}` : "outside of its hours";

/** Until when a target is closed. */
const opensWords = ({ opens_at }: Closed): string =>
	opens_at === null ? "does not open within a year" : `opens at ${minuteOf(opens_at)}`;

/** The error of an activation while a target is closed. */
export const closedRefusal = (targetName: string, window: Closed): string =>
	`the target '${isolate(targetName)}' is closed for activations (${closedBecause(window)}) and ${opensWords(window)}: wait until then, or name an 'override_reason'`;

/** The warning before such an activation. */
export const closedWarning = (targetName: string, window: Closed): string =>
	`${targetName} is closed for activations (${closedBecause(window)}) and ${opensWords(window)}. Activating now takes a reason.`;
