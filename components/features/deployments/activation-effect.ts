import type { DeploymentDetail } from "@/lib/contract/deployment";
import { type Asked, approveLabel } from "./approval-words";

/** What a press of Activate does: it activates, only schedules, or adds one of several approvals. */
export type ActivationEffect = "now" | "scheduled" | "approval";

/** What becomes of a deployment that is activated as asked. */
export function activationEffect(
	deployment: Pick<DeploymentDetail, "approvals" | "proposed" | "schedule">,
	asked: Asked,
	now: number,
): ActivationEffect {
	if (approveLabel(deployment, asked) !== null) return "approval";
	const at = asked.asProposed ? (deployment.proposed?.activate_at ?? null) : null;
	return at !== null && Date.parse(at) > now ? "scheduled" : "now";
}
