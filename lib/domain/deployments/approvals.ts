import type { PersonRef } from "@/lib/contract/person-ref";
import { administeringPeople } from "@/lib/domain/access/access";
import { Prisma } from "@/lib/generated/prisma/client";
import type { ApprovalAction } from "@/lib/generated/prisma/enums";
import type { Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import type { DeploymentRecord } from "./load-deployments";
import type { Moments } from "./write-schedule";

/** One person's approval of a decision that needs several people. */
export interface Approval {
	readonly deployment_id: string;
	readonly action: ApprovalAction;
	readonly user_id: string;
	readonly email: string;
	readonly person: PersonRef;
	/** The user, and the other people behind the credential. */
	readonly people: readonly string[];
	readonly digest: string;
	/** For an activation: its times; null means now, or never. */
	readonly activate_at: Date | null;
	readonly deactivate_at: Date | null;
	readonly at: Date;
}

type Approved = Pick<DeploymentRecord, "id" | "status"> & {
	readonly target: Pick<DeploymentRecord["target"], "required_approvals" | "second_approval_for_delete">;
};

/** How many administrators a decision needs (docs/contract.md, Approvals). */
export function requiredApprovals({ status, target }: Approved, action: ApprovalAction): number {
	if (action === "activate") return target.required_approvals;
	return status === "activated" && target.second_approval_for_delete ? 2 : 1;
}

/**
 * The approvals of deployments that count, oldest first: those of people who have the right today
 * and whom the four-eyes rule does not bar.
 */
export async function loadApprovals(db: Transaction, deploymentIds: readonly string[]): Promise<Approval[]> {
	if (deploymentIds.length === 0) return [];
	return db.$rows<Approval>(Prisma.sql`
		SELECT a.deployment_id, a.action::text AS action, a.user_id, users.email,
			json_build_object('id', users.id, 'name', btrim(users.first_name || ' ' || users.last_name), 'organization', o.name) AS person, a.people::text[] AS people,
			a.digest, a.activate_at, a.deactivate_at, a.at
		FROM deployment_approvals a JOIN users ON users.id = a.user_id JOIN organizations o ON o.id = users.organization_id
		JOIN deployments d ON d.id = a.deployment_id JOIN targets ON targets.id = d.target_id
		WHERE a.deployment_id = ANY (${[...deploymentIds]}::uuid[]) AND a.ended_at IS NULL AND ${administeringPeople()}
			AND NOT (a.action = 'activate' AND targets.four_eyes AND (d.requester_id = ANY (a.people) OR d.requester_voucher_ids && a.people))
		ORDER BY a.at, a.user_id`);
}

/** Whether an approval is for this file at these times. */
export function isFor(approval: Approval, record: DeploymentRecord, moments: Moments): boolean {
	return (
		approval.digest === record.build.digest &&
		sameTime(approval.activate_at, moments.activate) &&
		sameTime(approval.deactivate_at, moments.deactivate)
	);
}

const sameTime = (one: Date | null, other: Date | undefined) => (one?.getTime() ?? null) === (other?.getTime() ?? null);

/**
 * Checks that a scheduled activation still has the approvals that it was scheduled with. Approvals
 * of another plan may remain from when the target required one administrator.
 * @returns the e-mails of the approvers; none where the target requires one administrator
 * @throws InvalidStateError when too few of them still count
 */
export async function requireApproved(db: Transaction, record: DeploymentRecord, plan: Moments): Promise<string[]> {
	const required = requiredApprovals(record, "activate");
	if (required === 1) return [];
	const approvals = await loadApprovals(db, [record.id]);
	const given = approvals.filter((approval) => approval.action === "activate" && isFor(approval, record, plan));
	if (given.length >= required) return given.map(({ email }) => email);
	throw new InvalidStateError(
		`the target requires ${required} approvals, and ${given.length} for this plan of administrators who may still approve ${given.length === 1 ? "is" : "are"} there: approve it again`,
	);
}
