import type { ActivationWindow } from "@/lib/contract/activation-window";
import { closedRefusal } from "@/lib/contract/sentences/activation-window";
import { allows, DEPLOYMENT_STEPS, type DeploymentStep } from "@/lib/contract/transitions";
import { barredByFourEyes, mayAdministerTarget, mayCancelDeployment, refusalOf } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { ForbiddenError, InvalidStateError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import type { DeploymentRecord } from "./load-deployments";

/**
 * Rules that refuse a transition. They return the error: transitions throw it, previews show it.
 * None of them reads the database.
 */

const WORDS: Partial<Record<DeploymentStep, string>> = {
	rollback: "roll back",
	undo: "undo the decision on",
	ask: "ask about",
	withdraw_question: "withdraw a question about",
};

const wordsOf = (step: DeploymentStep) => WORDS[step] ?? step;

/**
 * The error when the caller sees the deployment but has no right to the step (docs/contract.md,
 * Roles and rights), else null.
 */
export function rightRefusal(
	principal: Principal,
	record: DeploymentRecord,
	step: DeploymentStep,
): ForbiddenError | null {
	if (DEPLOYMENT_STEPS[step].by === "requester") {
		return refusalOf(
			principal,
			(caller) => mayCancelDeployment(caller, record),
			"only the requester, an administrator of the requester's organization or an operator may cancel this request",
		);
	}
	if (mayAdministerTarget(principal, record.target)) return null;
	return new ForbiddenError(
		`only administrators of the target '${isolate(record.target.name)}' may ${wordsOf(step)} this deployment`,
	);
}

/**
 * The error when the target's four-eyes rule forbids an activation by the people behind the
 * caller's credential, the caller first; else null.
 */
export function fourEyesRefusal(people: readonly string[], record: DeploymentRecord): ForbiddenError | null {
	if (!barredByFourEyes(people, record)) return null;
	return new ForbiddenError(
		`${whyBarred(people, record)}: the four-eyes rule of the target '${isolate(record.target.name)}' requires another person to activate it`,
	);
}

function whyBarred(people: readonly string[], record: DeploymentRecord): string {
	const [caller] = people;
	const { requester_id: requesterId, requester_voucher_ids: requesterVoucherIds } = record;
	if (caller === requesterId) return "you requested this deployment";
	if (people.includes(requesterId)) return "its requester issued this credential";
	if (caller !== undefined && requesterVoucherIds.includes(caller))
		return "you may have had the credential that requested this deployment";
	return "this credential and the one that requested this deployment were issued by the same person";
}

/** The error when the deployment's status does not allow the step, else null. */
export function stateRefusal(
	{ status }: Pick<DeploymentRecord, "status">,
	step: DeploymentStep,
): InvalidStateError | null {
	if (allows(step, status)) return null;
	const from: readonly string[] = DEPLOYMENT_STEPS[step].from;
	return new InvalidStateError(
		`cannot ${wordsOf(step)} a deployment whose status is '${status}': it must be '${from.join("', '")}'`,
	);
}

/** The error of an activation, without a reason to override it, while the target is closed, else null. */
export function windowRefusal(
	{ target }: { readonly target: Pick<DeploymentRecord["target"], "name"> },
	window: ActivationWindow | null,
): InvalidStateError | null {
	return window === null || window.open ? null : new InvalidStateError(closedRefusal(target.name, window));
}
