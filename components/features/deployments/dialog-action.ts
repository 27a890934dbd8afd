import type { DeploymentDetail } from "@/lib/contract/deployment";
import { statusWord } from "@/lib/contract/status-terms";
import { allows, type DeploymentAction } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";
import { decisionUnavailable } from "./decision-words";

/** The actions on a deployment that need a dialog. */
export type DialogAction = DeploymentAction | "rollback" | "schedule";

/** Why the user cannot do it now; null when they can. */
export function dialogActionUnavailable(action: DialogAction, deployment: DeploymentDetail): string | null {
	if (action !== "rollback" && action !== "schedule") return decisionUnavailable(action, deployment);
	const { permissions, target, status, rollback_to } = deployment;
	if (!permissions.administer) return `Only administrators of ${isolate(target)}'s organization can do this.`;
	if (action === "schedule") {
		return allows("schedule", status)
			? null
			: `The deployment is ${statusWord(status)}; there is nothing left to schedule.`;
	}
	if (!allows("rollback", status))
		return `The deployment is ${statusWord(status)}; only an activated one can be rolled back.`;
	return rollback_to === null ? "No previous build of this design was active on this target." : null;
}
