import type { DeploymentDetail } from "@/lib/contract/deployment";

/** The note and the reason of an activation. */
export interface ActivationTexts {
	message?: string;
	override_reason?: string;
}
type Named = readonly Pick<DeploymentDetail, "id">[];

/** Texts typed for activations that were not made, by deployment. */
const drafts = new Map<string, ActivationTexts>();

/**
 * Keeps the typed texts until the service has taken them: the dialog shows them when it opens
 * again.
 */
export function keepDraft(deployments: Named, said: ActivationTexts): void {
	for (const { id } of deployments) drafts.set(id, said);
}

/** The service has taken it. */
export function forgetDraft(ids: readonly string[]): void {
	for (const id of ids) drafts.delete(id);
}

/** The draft of the first deployment that has one. */
export const draftOf = (deployments: Named): ActivationTexts =>
	deployments.map(({ id }) => drafts.get(id)).find((draft) => draft !== undefined) ?? {};
