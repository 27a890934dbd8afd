import type {
	Approvals,
	DeploymentDetail,
	DeploymentSchedule,
	OtherDeployment,
	ProposedDates,
} from "@/lib/contract/deployment";
import { allows } from "@/lib/contract/transitions";
import {
	barredByFourEyes,
	commentSide,
	mayAdministerTarget,
	mayCancelDeployment,
	visibleDeployments,
} from "@/lib/domain/access/access";
import { loadPeople } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { type Approval, loadApprovals, requiredApprovals } from "@/lib/domain/deployments/approvals";
import { type DeploymentRecord, deploymentRow } from "@/lib/domain/deployments/load-deployments";
import { loadRuleLines } from "@/lib/domain/deployments/rule-verdicts/load-rule-lines";
import { loadActivationWindows } from "@/lib/domain/targets/activation-window";
import { loadAgentStates, summarizeAgents } from "@/lib/domain/targets/agent-states";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Reader } from "@/lib/platform/service";
import { loadMatches, NO_MATCHES } from "./load-matches";
import { loadRollbacks } from "./load-rollbacks";
import { loadSchedules } from "./load-schedules";
import { loadOpenQuestions } from "./open-questions";

/**
 * Describes deployments for the product API: internal statuses, messages, the deployments that
 * activation replaces and rollback restores, open questions, schedules, and agents' reports. The
 * number of queries does not depend on the number of records.
 */
export async function describeDeployments(
	service: Reader,
	principal: Principal,
	records: readonly DeploymentRecord[],
): Promise<DeploymentDetail[]> {
	const rules = await loadRuleLines(service.prisma, principal, records);
	const guarded = records.filter((record) => requiredApprovals(record, nextApproval(record)) > 1);
	const ownRequests = records.some(({ target }) => target.four_eyes);
	const [replaced, rollbacks, questions, schedules, windows, agents, people, matches, approvals, behind] =
		await Promise.all([
			loadReplaced(service, principal, records),
			loadRollbacks(
				service.prisma,
				records.filter(({ status, target }) => status === "activated" && mayAdministerTarget(principal, target)),
			),
			loadOpenQuestions(service.prisma, records),
			loadSchedules(service, records),
			loadActivationWindows(
				service,
				service.prisma,
				records.map(({ target_id: targetId }) => targetId),
			),
			loadAgentStates(service, records),
			loadPeople(
				service.prisma,
				records.flatMap(({ requester_id: requesterId, deployer_id: deployerId, build }) => [
					requesterId,
					deployerId,
					build.requested_by_id,
				]),
			),
			loadMatches(service, records),
			loadApprovals(
				service.prisma,
				guarded.map(({ id }) => id),
			),
			ownRequests ? peopleBehind(service.prisma, principal) : [principal.userId],
		]);
	return records.map((record) => {
		const reported = agents.get(record.id) ?? [];
		return {
			...deploymentRow(record),
			status: record.status,
			revision: record.revision,
			message: record.message,
			status_reason: record.status_reason,
			build_reason: record.build.reason,
			requested_at: record.requested_at.toISOString(),
			requester_org: record.requesterOrg.slug,
			requester_org_name: record.requesterOrg.name,
			requester_person: people.get(record.requester_id) ?? null,
			deployer_person: people.get(record.deployer_id ?? "") ?? null,
			builder_person: people.get(record.build.requested_by_id) ?? null,
			digest: `sha256:${record.build.digest ?? ""}`,
			replaces: allows("activate", record.status)
				? (replaced.get(`${record.design_id} ${record.target_id}`) ?? null)
				: null,
			rollback_to: rollbacks.get(record.id) ?? null,
			activated_at: record.activated_at?.toISOString() ?? null,
			deactivated_at: record.deactivated_at?.toISOString() ?? null,
			expires_at: expiryOf(record, schedules.get(record.id) ?? null),
			open_question: questions.get(record.id) ?? null,
			schedule: schedules.get(record.id) ?? null,
			proposed: describeProposal(record),
			approvals: describeApprovals(principal, record, approvals),
			window: windows.get(record.target_id) ?? null,
			rules: rules.get(record.id) ?? [],
			agents: reported,
			...summarizeAgents(record.status, reported),
			...(matches.get(record.id) ?? NO_MATCHES),
			permissions: {
				administer: mayAdministerTarget(principal, record.target),
				cancel: mayCancelDeployment(principal, record),
				activate_own: !barredByFourEyes(behind, record),
				comment_as: commentSide(principal, record),
			},
		};
	});
}

/** The decision that several administrators may have to approve in this status. */
const nextApproval = ({ status }: DeploymentRecord) => (status === "activated" ? "delete" : "activate");

function describeApprovals(
	principal: Principal,
	record: DeploymentRecord,
	approvals: readonly Approval[],
): Approvals | null {
	const action = nextApproval(record);
	const required = requiredApprovals(record, action);
	if (required === 1 || record.status === "cancelled") return null;
	const given = approvals.filter((approval) => approval.deployment_id === record.id && approval.action === action);
	return {
		action,
		required,
		missing: Math.max(0, required - given.length),
		given: given.map(({ email, person, at }) => ({ by: email, by_person: person, at: at.toISOString() })),
		yours: given.some(({ user_id: userId }) => userId === principal.userId),
		activate_at: given[0]?.activate_at?.toISOString() ?? null,
		deactivate_at: given[0]?.deactivate_at?.toISOString() ?? null,
	};
}

/** The times that the requester proposed; null if they named none. */
export function describeProposal({
	proposed_activate_at: proposedActivateAt,
	proposed_deactivate_at: proposedDeactivateAt,
}: Pick<DeploymentRecord, "proposed_activate_at" | "proposed_deactivate_at">): ProposedDates | null {
	if (proposedActivateAt === null && proposedDeactivateAt === null) return null;
	return {
		activate_at: proposedActivateAt?.toISOString() ?? null,
		deactivate_at: proposedDeactivateAt?.toISOString() ?? null,
	};
}

/**
 * A request with a scheduled activation has been decided on and does not expire; the time of one
 * whose decision was undone begins again.
 */
function expiryOf(
	{ status, requested_at: requestedAt, pending_again_at: pendingAgainAt, target }: DeploymentRecord,
	schedule: DeploymentSchedule | null,
): string | null {
	if (status !== "requested" || target.request_ttl_seconds === null || schedule?.activate_at) return null;
	return new Date((pendingAgainAt ?? requestedAt).getTime() + target.request_ttl_seconds * 1000).toISOString();
}

interface Active {
	readonly id: string;
	readonly design_id: string;
	readonly target_id: string;
	readonly build_id: string;
	readonly build_size: bigint;
	readonly build_date: Date;
}

/** The deployment that each would replace, by design and target, if the caller sees it. */
async function loadReplaced(
	service: Reader,
	principal: Principal,
	records: readonly DeploymentRecord[],
): Promise<Map<string, OtherDeployment>> {
	const open = records.filter((record) => allows("activate", record.status));
	if (open.length === 0) return new Map();
	const active = await service.prisma.$queryRaw<Active[]>(Prisma.sql`
		SELECT deployments.id, deployments.design_id, deployments.target_id, deployments.build_id,
			deployments.build_size, deployments.build_date
		FROM deployments WHERE deployments.status = 'activated' AND deployments.design_id = ANY (${open.map(({ design_id: designId }) => designId)}::uuid[])
			AND deployments.target_id = ANY (${open.map(({ target_id: targetId }) => targetId)}::uuid[]) AND ${visibleDeployments(principal)}`);
	return new Map(
		active.map((row) => [
			`${row.design_id} ${row.target_id}`,
			{
				id: row.id,
				build_id: row.build_id,
				filesize: Number(row.build_size),
				build_date: row.build_date.toISOString(),
			},
		]),
	);
}
