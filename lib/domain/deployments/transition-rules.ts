import { allows, DEPLOYMENT_STEPS, type DeploymentStep } from "@/lib/contract/transitions";
import { barredByFourEyes, mayAdministerTarget, mayCancelDeployment, refusalOf } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { ForbiddenError, InvalidStateError } from "@/lib/rules/errors";
import type { DeploymentRecord } from "./load-deployments";

/**
 * What refuses a step, as the error that the step would throw: the steps themselves throw it, the preview tells it. None of
 * these asks the database.
 */

const WORDS: Partial<Record<DeploymentStep, string>> = { rollback: "roll back" };

const wordsOf = (step: DeploymentStep) => WORDS[step] ?? step;

/** The caller sees the deployment, but has no right to this step (design.md section 2); null: they have. */
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
		`only administrators of the target '${record.target.name}' may ${wordsOf(step)} this deployment`,
	);
}

/** The target's four-eyes rule, which activation alone knows: nobody activates their own request. */
export function fourEyesRefusal(
	principal: Principal,
	record: DeploymentRecord,
	step: DeploymentStep,
): ForbiddenError | null {
	if (step !== "activate" || !barredByFourEyes(principal, record)) return null;
	return new ForbiddenError(
		`you requested this deployment yourself: the target '${record.target.name}' wants someone else to activate it (four-eyes rule)`,
	);
}

/** The deployment's status does not allow the step; null: it does. */
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
