import { formatPlural } from "@/lib/browser/format";
import type { Approvals, DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";

type Approvable = Pick<DeploymentDetail, "approvals" | "proposed" | "schedule">;

/** The chosen time of an activation: the proposed times, or now. */
export interface ActivationTime {
	readonly asProposed: boolean;
}

/** The approvals that count for an activation: of these times, as others start afresh. */
function approvedSoFar({ approvals, proposed }: Approvable, { asProposed }: ActivationTime): number {
	if (approvals === null || approvals.action !== "activate") return 0;
	const wanted = asProposed ? proposed : null;
	const same = (time: "activate_at" | "deactivate_at") => approvals[time] === (wanted?.[time] ?? null);
	return same("activate_at") && same("deactivate_at") ? approvals.given.length : 0;
}

/** Which approval the caller's would be, where more administrators must follow. */
function ownApproval(deployment: Approvable, asked: ActivationTime): { own: number; required: number } | null {
	const { approvals } = deployment;
	if (approvals === null || approvals.action !== "activate") return null;
	const own = approvedSoFar(deployment, asked) + 1;
	return own < approvals.required ? { own, required: approvals.required } : null;
}

/** `Approve (1 of 2)` where more administrators must; null where the caller's activation does it. */
export function approveLabel(deployment: Approvable, asked: ActivationTime): string | null {
	const approval = ownApproval(deployment, asked);
	return approval === null ? null : `Approve (${approval.own} of ${approval.required})`;
}

/** The consequence of the caller's approval; null where their activation is enough. */
export function afterApproval(deployment: Approvable, asked: ActivationTime): string | null {
	const approval = ownApproval(deployment, asked);
	if (approval === null) return null;
	return `Nothing is activated yet: ${missingWords({ missing: approval.required - approval.own })}`;
}

/** Why the caller cannot approve an activation again; null when they can. */
export function approvedAlready(deployment: Approvable, asked: ActivationTime): string | null {
	const { approvals, schedule } = deployment;
	if (approvals?.yours !== true || approvedSoFar(deployment, asked) === 0) return null;
	if (approvals.missing > 0) return `You have approved this. ${missingWords(approvals)}`;
	// Otherwise the target requires fewer administrators by now, and each of them activates.
	return schedule?.activate_at ? "It is approved and scheduled." : null;
}

/** `1 more administrator must approve.` */
export const missingWords = ({ missing }: Pick<Approvals, "missing">): string =>
	`${formatPlural(missing, "more administrator")} must approve.`;

/** Words a decision that was an approval. */
export const approvedWords = (
	{ design_name, target }: Pick<DeploymentDetail, "design_name" | "target">,
	approvals: Pick<Approvals, "missing"> | null,
): string =>
	`Approved ${isolate(design_name)} on ${isolate(target)}.${approvals === null ? "" : ` ${missingWords(approvals)}`}`;
