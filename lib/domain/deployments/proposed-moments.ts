import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import type { DeploymentRecord } from "./load-deployments";
import type { Moments } from "./write-schedule";

/**
 * The times that the requester proposed and that are to come (docs/contract.md, Schedules and
 * expiry). Without a beginning it begins now.
 * @throws InvalidStateError when the proposed end has passed, or a rejected deployment is to be
 *   scheduled: it is not listed until its activation
 */
export function proposedMoments(
	service: Pick<Service, "now">,
	{
		status,
		proposed_activate_at: activate,
		proposed_deactivate_at: deactivate,
	}: Pick<DeploymentRecord, "status" | "proposed_activate_at" | "proposed_deactivate_at">,
): Moments {
	const now = service.now();
	if (deactivate !== null && deactivate <= now) {
		throw new InvalidStateError(
			`the proposed end has passed (${deactivate.toISOString()}): activate it without 'as_proposed', or schedule it`,
		);
	}
	const begins = activate !== null && activate > now;
	if (begins && status === "rejected") {
		throw new InvalidStateError(
			"cannot activate a rejected deployment as proposed before its time: activate it without 'as_proposed', or schedule it",
		);
	}
	return { ...(begins && { activate }), ...(deactivate !== null && { deactivate }) };
}

/** All times that the requester proposed, also those that have come: an approval is for them. */
export function allProposed({
	proposed_activate_at: activate,
	proposed_deactivate_at: deactivate,
}: Pick<DeploymentRecord, "proposed_activate_at" | "proposed_deactivate_at">): Moments {
	return { ...(activate !== null && { activate }), ...(deactivate !== null && { deactivate }) };
}
