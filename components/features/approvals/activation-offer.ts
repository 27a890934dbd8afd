import { approvedAlready, approveLabel } from "@/components/features/deployments/approval-words";
import { openProposal } from "@/components/features/deployments/schedule-times";
import { formatPeriod, type Now } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";

/** What the queue's first button does with a request. */
export interface ActivationOffer {
	/** Whether it keeps to the times that the requester proposed. */
	readonly asProposed: boolean;
	readonly label: string;
	/** Why the reader's decision would not count; null when it does. */
	readonly approved: string | null;
}

/** Offers the proposed times as far as they are to come, else an activation now. */
export function activationOffer(deployment: DeploymentDetail, now: Now): ActivationOffer {
	const proposed = openProposal(deployment);
	const isToCome = (time: string | null) => time !== null && (now === null || Date.parse(time) > now);
	const isOver = proposed?.deactivate_at != null && !isToCome(proposed.deactivate_at);
	const toCome = {
		activate_at: isToCome(proposed?.activate_at ?? null) ? (proposed?.activate_at ?? null) : null,
		deactivate_at: proposed?.deactivate_at ?? null,
	};
	const asProposed = !isOver && (toCome.activate_at !== null || toCome.deactivate_at !== null);
	const asked = { asProposed };
	const dates = asProposed ? ` ${formatPeriod(toCome, now)}` : "";
	return {
		asProposed,
		label: `${approveLabel(deployment, asked) ?? "Activate"}${dates}`,
		approved: approvedAlready(deployment, asked),
	};
}
