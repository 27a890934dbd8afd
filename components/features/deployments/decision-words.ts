import type { ButtonProps } from "@/components/kit/ui/button";
import { nameOfPerson } from "@/components/kit/ui/person-words";
import { formatBytes } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { statusWord } from "@/lib/contract/status-terms";
import { allows, DEPLOYMENT_TRANSITIONS, type DeploymentAction } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";
import { afterApproval, approveLabel, missingWords } from "./approval-words";

const NOW = { asProposed: false };

export interface DecisionWords {
	title: string;
	/** The consequence, with the object's name. */
	consequence: string;
	action: string;
	dismiss: string;
	variant: ButtonProps["variant"];
	field: "message" | "note" | "tags" | null;
	/** The message when it is done. */
	done: string;
}

/** The texts of a decision on a deployment: title, consequence, buttons and result. */
export function decisionWords(action: DeploymentAction, deployment: DeploymentDetail): DecisionWords {
	const { design_name: name, target, filesize, status, replaces } = deployment;
	const there = `${isolate(name)} on ${isolate(target)}`;
	switch (action) {
		case "activate": {
			const approve = approveLabel(deployment, NOW);
			return {
				title: `${approve === null ? "Activate" : "Approve"} ${there}?`,
				consequence:
					afterApproval(deployment, NOW) ??
					(replaces === null
						? `Lookups return it once agents of ${isolate(target)} have loaded its ${formatBytes(filesize)}.`
						: `It deactivates the current build of this design (${formatBytes(replaces.filesize)}).`),
				action: approve ?? "Activate",
				dismiss: "Cancel",
				variant: "primary",
				field: "note",
				done: `Activated ${there}`,
			};
		}
		case "deactivate":
			return {
				title: `Deactivate ${there}?`,
				consequence: `Lookups stop once agents unload the file (frees ${formatBytes(filesize)}). You can reactivate it.`,
				action: "Deactivate",
				dismiss: "Keep it active",
				variant: "destructive",
				field: null,
				done: `Deactivated ${there}`,
			};
		case "reject":
			return {
				title: `Reject ${there}?`,
				consequence: `${nameOfPerson(deployment.requester_person, deployment.requester)} will see this message. You can still activate the request later.`,
				action: "Reject",
				dismiss: "Cancel",
				variant: "destructive",
				field: "message",
				done: `Rejected ${there}`,
			};
		case "cancel":
			return {
				title: `Cancel the request to ${isolate(target)}?`,
				consequence: `${isolate(name)} leaves the queue of ${isolate(target)}. You can request it again later.`,
				action: "Cancel request",
				dismiss: "Keep the request",
				variant: "destructive",
				field: "message",
				done: `The request to ${isolate(target)} is cancelled`,
			};
		case "delete": {
			const missing = (deployment.approvals?.action === "delete" ? deployment.approvals.missing : 1) - 1;
			if (missing > 0) return approvalOfDeletion(there, missing);
			return {
				title: `Delete ${there}?`,
				consequence:
					status === "activated"
						? "Lookups stop returning it. The deployment is permanently deleted."
						: "The deployment is permanently deleted. You can request the build for this target again.",
				action: "Delete",
				dismiss: "Keep it",
				variant: "destructive",
				field: null,
				done: `Deleted ${there}`,
			};
		}
		case "tag":
			return {
				title: `Tags of ${there}`,
				consequence: "Agents with tags load only deployments that share a tag.",
				action: "Save tags",
				dismiss: "Cancel",
				variant: "primary",
				field: "tags",
				done: `Tags of ${there} saved`,
			};
	}
}

/** Words for a deletion that more administrators must approve. */
const approvalOfDeletion = (there: string, missing: number): DecisionWords => ({
	title: `Approve deleting ${there}?`,
	consequence: `Nothing is deleted yet: ${missingWords({ missing })}`,
	action: "Approve",
	dismiss: "Keep it",
	variant: "destructive",
	field: null,
	done: `Approved deleting ${there}`,
});

/** Why the user cannot take this decision now; null when they can. */
export function decisionUnavailable(action: DeploymentAction, deployment: DeploymentDetail): string | null {
	if (action === "cancel") {
		if (!deployment.permissions.cancel) return "Only the requester or their administrators can cancel a request.";
	} else if (!deployment.permissions.administer) {
		return `Only administrators of ${isolate(deployment.target)}'s organization can do this.`;
	}
	if (action === "activate" && !deployment.permissions.activate_own) {
		return `This counts as your own request; ${isolate(deployment.target)} requires someone else to approve it.`;
	}
	const { approvals } = deployment;
	if (action === "delete" && approvals?.action === "delete" && approvals.yours && approvals.missing > 0) {
		return `You have approved deleting it. ${missingWords(approvals)}`;
	}
	if (allows(action, deployment.status)) return null;
	const from = DEPLOYMENT_TRANSITIONS[action].from.map(statusWord).join(" or ");
	return `The deployment is ${statusWord(deployment.status)}; it must be ${from} for this.`;
}
