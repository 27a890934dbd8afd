import type { DeploymentDetail } from "@/lib/contract/deployment";
import { type ActivationTime, approveLabel } from "./approval-words";

/** The effect of Activate: it activates, only schedules, or adds one of several approvals. */
export type ActivationEffect = "now" | "scheduled" | "approval";

/** The effect of activating a deployment with these choices. */
export function activationEffect(
	deployment: Pick<DeploymentDetail, "approvals" | "proposed" | "schedule">,
	asked: ActivationTime,
	now: number,
): ActivationEffect {
	if (approveLabel(deployment, asked) !== null) return "approval";
	const at = asked.asProposed ? (deployment.proposed?.activate_at ?? null) : null;
	return at !== null && Date.parse(at) > now ? "scheduled" : "now";
}
