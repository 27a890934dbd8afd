import { type ActivationTime, approvedAlready, approveLabel } from "@/components/features/deployments/approval-words";
import { openProposal } from "@/components/features/deployments/schedule-times";
import { formatPeriod, type Now } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";

/** The action of the queue's first button on a request. */
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
	const isOver = proposed?.deactivate_at != null && !isToCome(proposed.deactivate_at, now);
	const toCome = proposalToCome({ proposed }, now);
	const asProposed = !isOver && (toCome.activate_at !== null || toCome.deactivate_at !== null);
	return {
		asProposed,
		label: activationLabel(deployment, { asProposed }, now),
		approved: approvedAlready(deployment, { asProposed }),
	};
}

/** `Activate`, or `Approve (1 of 2)`, with the proposed times that are to come. */
export function activationLabel(deployment: DeploymentDetail, asked: ActivationTime, now: Now): string {
	const dates = asked.asProposed ? ` ${formatPeriod(proposalToCome(deployment, now), now)}` : "";
	return `${approveLabel(deployment, asked) ?? "Activate"}${dates}`;
}

/** The proposed times, without a beginning that has come. */
export function proposalToCome({ proposed }: Pick<DeploymentDetail, "proposed">, now: Now) {
	const from = proposed?.activate_at ?? null;
	return {
		activate_at: isToCome(from, now) ? from : null,
		deactivate_at: proposed?.deactivate_at ?? null,
	};
}

const isToCome = (time: string | null, now: Now) => time !== null && (now === null || Date.parse(time) > now);
