import type { ActivationWindow } from "@/lib/contract/activation-window";
import { closedBecause } from "@/lib/contract/sentences/activation-window";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { windowRefusal } from "@/lib/domain/deployments/transition-rules";
import type { DeploymentWrite } from "@/lib/domain/deployments/write-transition";

/** The reason or exemption that lets an activation pass while its target is closed. */
export type WindowPass = { readonly overrideReason?: string | undefined } | "exempt";

/**
 * Refuses an activation while its target is closed, unless something lets it pass.
 * @returns the entry of the audit event, which names the override or exemption; without one as it is
 * @throws InvalidStateError
 */
export function passWindow(
	record: DeploymentRecord,
	window: ActivationWindow | null,
	pass: WindowPass,
	entry: NonNullable<DeploymentWrite["entry"]>,
): NonNullable<DeploymentWrite["entry"]> {
	const refusal = windowRefusal(record, window);
	if (refusal === null || window === null) return entry;
	const closed = { outside_window: closedBecause(window), opens_at: window.opens_at };
	if (pass === "exempt") return { ...entry, detail: { ...closed, ...entry.detail } };
	if (pass.overrideReason === undefined) throw refusal;
	return { ...entry, detail: { override_reason: pass.overrideReason, ...closed, ...entry.detail } };
}
