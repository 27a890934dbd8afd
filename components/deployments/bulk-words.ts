import type { ButtonProps } from "@/components/ui/button";
import { formatPlural } from "@/lib/client/format";
import type { BulkAction } from "@/lib/contract/bulk";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { decisionUnavailable } from "./decision-words";

export interface BulkWords {
	/** The button's name, without the dots. */
	action: string;
	title: (count: number) => string;
	consequence: string;
	/** What each is said to be once it is done. */
	done: string;
	variant: ButtonProps["variant"];
	field: "message" | "tags" | null;
}

const some = (count: number) => formatPlural(count, "deployment");

export const BULK_WORDS: Record<BulkAction, BulkWords> = {
	activate: {
		action: "Activate",
		title: (count) => `Activate ${some(count)}?`,
		consequence: "Agents load their files. Each takes the place of another build of its design that is active there.",
		done: "activated",
		variant: "primary",
		field: null,
	},
	reject: {
		action: "Reject",
		title: (count) => `Reject ${formatPlural(count, "request")}?`,
		consequence: "Each requester reads your message. You can still activate them later.",
		done: "rejected",
		variant: "destructive",
		field: "message",
	},
	deactivate: {
		action: "Deactivate",
		title: (count) => `Deactivate ${some(count)}?`,
		consequence: "Their answers stop as soon as agents drop the files. They can be activated again.",
		done: "deactivated",
		variant: "destructive",
		field: null,
	},
	delete: {
		action: "Delete",
		title: (count) => `Delete ${some(count)}?`,
		consequence: "Answers of those that are active stop, and the deployments are gone for good.",
		done: "deleted",
		variant: "destructive",
		field: null,
	},
	tag: {
		action: "Tags",
		title: (count) => `Tags of ${some(count)}`,
		consequence: "They replace all earlier tags of each. Agents set up with tags load only what carries one of theirs.",
		done: "tagged",
		variant: "primary",
		field: "tags",
	},
};

export interface LeftOut {
	deployment: DeploymentDetail;
	reason: string;
}

/** Which of the chosen an action can be taken on, and why the rest is left as it is. */
export function splitForBulk(
	action: BulkAction,
	chosen: readonly DeploymentDetail[],
): { able: DeploymentDetail[]; leftOut: LeftOut[] } {
	const able: DeploymentDetail[] = [];
	const leftOut: LeftOut[] = [];
	for (const deployment of chosen) {
		const reason = decisionUnavailable(action, deployment);
		if (reason === null) able.push(deployment);
		else leftOut.push({ deployment, reason });
	}
	return { able, leftOut };
}
