import type { EditPerson, Person } from "@/lib/contract/person";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changedAt, type Expectation, requireRevision } from "@/lib/domain/lists/define-resource";
import { changedFields, changesNothing } from "@/lib/platform/db/changed-fields";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { describePerson, type PersonRecord, people } from "./people";
import { refusalToChange, refusalToDisable, requireGrantable, rolesFor } from "./person-rules";
import { refuseLastOperator } from "./refuse-last-operator";

/**
 * `PATCH /api/users/<id>`: changes names, role, or whether the user is disabled. Disabling ends
 * sessions, keys, access tokens and open links at once; designs stay. A new operator loses open
 * links and administering keys. A person unbound from single sign-on is signed out and bound
 * afresh at their next sign-in there.
 * @throws NotFoundError, VersionMismatchError
 * @throws ForbiddenError also for a change of the caller's own role or state
 * @throws InvalidStateError for the last operator
 */
export async function editPerson(
	service: Service,
	principal: Principal,
	id: string,
	changes: EditPerson,
	expected: Expectation = {},
): Promise<Person> {
	return transact(service.prisma, async (tx) => {
		const before = await people.findForChange(tx, principal, id);
		requireAllowed(principal, before, changes);
		requireRevision("user", before, expected);
		const role = changes.role ?? before.role;
		const disables = changes.disabled === true && before.disabled_at === null;
		const unbinds = changes.single_sign_on === null && before.oidc_subject !== null;
		const enables = changes.disabled === false && before.disabled_at !== null;
		if (before.role === "operator" && (disables || role !== "operator")) await refuseLastOperator(tx, id);
		const now = service.now();
		const current = {
			...{ first_name: before.first_name, last_name: before.last_name, role: before.role },
			...{ disabled: before.disabled_at !== null, single_sign_on: before.oidc_subject },
		};
		if (changesNothing(current, changes)) return describePerson(principal, now, before);
		await tx.user.update({
			where: { id },
			data: {
				...changedFields(before, { first_name: changes.first_name, last_name: changes.last_name }),
				role,
				...(disables ? { disabled_at: now, session_epoch: { increment: 1 } } : {}),
				...(enables ? { disabled_at: null } : {}),
				...(unbinds ? { oidc_subject: null, session_epoch: { increment: 1 } } : {}),
				...changedAt(now),
			},
			select: { id: true },
		});
		if (role === "operator" && before.role !== "operator") await endCredentialsOfOthers(service, tx, id);
		if (disables) await tx.signInLink.deleteMany({ where: { user_id: id, used_at: null } });
		await recordEvent(service, tx, principal, {
			action: disables ? "disable" : enables ? "enable" : unbinds ? "unbind_identity" : "edit",
			object_type: "user",
			object_id: id,
			organization_id: before.organization_id,
			detail: { changes: { ...changes } },
		});
		return describePerson(principal, now, await people.find(tx, principal, id));
	});
}

/**
 * Ends credentials of a new operator that administrators may have. They could issue links and
 * administering keys for the user until now and would act as an operator (person-rules.ts).
 */
async function endCredentialsOfOthers(service: Service, tx: Transaction, userId: string): Promise<void> {
	await tx.signInLink.deleteMany({ where: { user_id: userId, used_at: null } });
	await tx.apiKey.updateMany({
		where: { user_id: userId, revoked_at: null, scopes: { has: "administer" } },
		data: { revoked_at: service.now(), previous_hash: null, previous_expires_at: null, revision: { increment: 1 } },
	});
}

function requireAllowed(principal: Principal, person: PersonRecord, changes: EditPerson): void {
	const refusal = refusalToChange(principal, person);
	if (refusal !== null) throw new ForbiddenError(refusal);
	if (changes.disabled !== undefined && changes.disabled !== (person.disabled_at !== null)) {
		const refusalOfThis = refusalToDisable(principal, person);
		if (refusalOfThis !== null) throw new ForbiddenError(refusalOfThis);
	}
	if (changes.role === undefined || changes.role === person.role) return;
	requireGrantable(principal, changes.role);
	if (!rolesFor(principal, person).includes(changes.role))
		throw new ForbiddenError("users must not change their own role");
}
