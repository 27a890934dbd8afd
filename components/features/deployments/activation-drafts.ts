import type { DeploymentDetail } from "@/lib/contract/deployment";

/** The note and the reason of an activation. */
export interface Said {
	message?: string;
	override_reason?: string;
}
type Named = readonly Pick<DeploymentDetail, "id">[];

/** What was said with activations that have not been made, by deployment. */
const drafts = new Map<string, Said>();

/** Keeps what is said until the service has taken it: the dialog shows it when it opens again. */
export function keepDraft(deployments: Named, said: Said): void {
	for (const { id } of deployments) drafts.set(id, said);
}

/** The service has taken it. */
export function forgetDraft(ids: readonly string[]): void {
	for (const id of ids) drafts.delete(id);
}

/** What was last said of the first of the deployments that has a draft. */
export const draftOf = (deployments: Named): Said =>
	deployments.map(({ id }) => drafts.get(id)).find((draft) => draft !== undefined) ?? {};
