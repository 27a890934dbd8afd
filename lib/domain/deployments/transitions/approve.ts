import { nameOf } from "@/lib/contract/sentences/name-of";
import type { Principal } from "@/lib/domain/access/principal";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { type Approval, isFor, loadApprovals, requiredApprovals } from "@/lib/domain/deployments/approvals";
import { endSchedule } from "@/lib/domain/deployments/end-schedule";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import type { Moments } from "@/lib/domain/deployments/write-schedule";
import { writeTransition } from "@/lib/domain/deployments/write-transition";
import type { ApprovalAction } from "@/lib/generated/prisma/enums";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError, InvalidStateError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";

/** A decision that needs several people (docs/contract.md, Approvals). */
export interface Approvable {
	readonly action: ApprovalAction;
	/** For an activation: the times that are approved; none means now. */
	readonly moments?: Moments;
	/** For the requester, in the history. */
	readonly note?: { readonly reason?: string };
}

export interface ApprovalOutcome {
	/** The deployment, unchanged but for its revision, where the decision needs more approvals. */
	readonly pending: DeploymentRecord | null;
	/** The e-mails of the approvers, if the target requires several. */
	readonly approvedBy: readonly string[];
}

/**
 * Counts the caller's approval of a decision that passed the checks. After the last required
 * approval, the caller carries the decision out in the same transaction. Where several are
 * required, the deployment is locked.
 * @throws InvalidStateError when the caller has approved it already
 * @throws ForbiddenError when an earlier approver may have used this credential
 */
export async function approve(
	service: Pick<Service, "now">,
	tx: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	{ action, moments = {}, note = {} }: Approvable,
): Promise<ApprovalOutcome> {
	const required = requiredApprovals(record, action);
	if (required === 1) return { pending: null, approvedBy: [] };
	const [people, approvals] = [await peopleBehind(tx, principal), await loadApprovals(tx, [record.id])];
	const given = approvals.filter((approval) => approval.action === action && isFor(approval, record, moments));
	refuseTwice(principal, people, given, required);
	const restarts = await forgetOthers(tx, record, action, given);
	const isGiven = given.some(({ user_id: userId }) => userId === principal.userId);
	if (!isGiven) await writeApproval(service, tx, principal, record, { action, moments, people });
	const approvedBy = [...given.map(({ email }) => email), ...(isGiven ? [] : [principal.email])];
	if (approvedBy.length >= required) return { pending: null, approvedBy };
	const first = given.length === 0;
	// A schedule rests on the approvals that are forgotten.
	const subject = first && action === "activate" ? await endSchedule(service, tx, principal, record) : record;
	const step = action === "delete" ? "approve_delete" : first ? "approve" : "approve_also";
	const detail = {
		approvals: approvedBy.length,
		required,
		activate_at: moments.activate?.toISOString() ?? null,
		deactivate_at: moments.deactivate?.toISOString() ?? null,
		...(restarts && { restarted: true }),
	};
	await writeTransition(service, tx, principal, { subject, step, entry: { ...note, detail } });
	const pending = { ...subject, revision: subject.revision + 1, approvalsMissing: required - approvedBy.length };
	return { pending, approvedBy };
}

/**
 * No person counts twice, whatever credential they use. If the target requires fewer administrators
 * by now, each approver may carry the decision out.
 */
function refuseTwice(
	principal: Principal,
	people: readonly string[],
	given: readonly Approval[],
	required: number,
): void {
	const missing = required - given.length;
	if (missing <= 0) return;
	if (given.some(({ user_id: userId }) => userId === principal.userId)) {
		const who = missing === 1 ? "1 more administrator" : `${missing} more administrators`;
		throw new InvalidStateError(`you have approved this already: ${who} must approve it`);
	}
	const same = given.find((approval) => approval.people.some((id) => people.includes(id)));
	if (same === undefined) return;
	const isOneOfThem = people.includes(same.user_id) || same.people.includes(principal.userId);
	const why = isOneOfThem
		? "one of you issued the other's credential: another person must approve it"
		: "one person issued the credentials of both of you: sign in, or regenerate your key yourself, and approve it then";
	throw new ForbiddenError(`${isolate(nameOf(same.person, same.email))} has approved this, and ${why}`);
}

/**
 * Forgets the approvals that are not of this decision, such as those for other times.
 * @returns whether the approvals start afresh
 */
async function forgetOthers(
	tx: Transaction,
	record: DeploymentRecord,
	action: ApprovalAction,
	given: readonly Approval[],
): Promise<boolean> {
	const { count } = await tx.deploymentApproval.deleteMany({
		where: {
			deployment_id: record.id,
			action,
			ended_at: null,
			user_id: { notIn: given.map(({ user_id: userId }) => userId) },
		},
	});
	return given.length === 0 && count > 0;
}

async function writeApproval(
	service: Pick<Service, "now">,
	tx: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	{
		action,
		moments,
		people,
	}: Required<Pick<Approvable, "action" | "moments">> & { readonly people: readonly string[] },
): Promise<void> {
	await tx.deploymentApproval.create({
		data: {
			deployment_id: record.id,
			action,
			user_id: principal.userId,
			people: [...people],
			digest: record.build.digest ?? "",
			activate_at: moments.activate ?? null,
			deactivate_at: moments.deactivate ?? null,
			at: service.now(),
		},
	});
}
