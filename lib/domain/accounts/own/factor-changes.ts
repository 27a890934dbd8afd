import type { ActionOf } from "@/lib/contract/events/events";
import type { Principal } from "@/lib/domain/access/principal";
import { issueRecoveryCodes } from "@/lib/domain/accounts/second-factor/recovery-codes";
import { hasSecondFactor, removeSecondFactors } from "@/lib/domain/accounts/second-factor/remove-second-factor";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import type { AccountRecord } from "./find-account";

/**
 * Notes that a session's user has added a second factor. The first one brings recovery codes and
 * ends all other sessions, which did not show it.
 * @returns the codes; null where there was a factor before
 */
export async function noteAddedFactor(
	service: Service,
	tx: Transaction,
	principal: Principal,
	{ id, second_factor_at: secondFactorAt }: AccountRecord,
	sessionId: string,
): Promise<string[] | null> {
	await tx.session.updateMany({ where: { id: sessionId }, data: { second_factor: true } });
	await recordFactor(service, tx, principal, "add_second_factor");
	if (secondFactorAt !== null) return null;
	await tx.user.update({ where: { id }, data: { second_factor_at: service.now() }, select: { id: true } });
	await tx.session.deleteMany({ where: { user_id: id, id: { not: sessionId } } });
	return issueRecoveryCodes(tx, id);
}

/**
 * Notes that a user has removed a second factor; with the last one the recovery codes go, too.
 * @throws InvalidStateError for the last one where the organization requires one
 */
export async function noteRemovedFactor(
	service: Service,
	tx: Transaction,
	principal: Principal,
	{ id, organization }: AccountRecord,
): Promise<void> {
	if (!(await hasSecondFactor(tx, id))) {
		if (organization.second_factor_required) {
			throw new InvalidStateError("your organization requires a second factor: the last one must stay");
		}
		await removeSecondFactors(tx, id);
	}
	await recordFactor(service, tx, principal, "remove_second_factor");
}

/** Audits a change of the caller's own second factors. */
export async function recordFactor(
	service: Service,
	tx: Transaction,
	principal: Principal,
	action: ActionOf<"user">,
): Promise<void> {
	const { userId: objectId, organizationId } = principal;
	await recordEvent(service, tx, principal, {
		action,
		object_type: "user",
		object_id: objectId,
		organization_id: organizationId,
	});
}
