import type { Deployment } from "@/lib/contract/deployment";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { acceptingTargets, mayRequestDeployment, requireRight, visibleBuilds } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { listedDeploymentRow, loadDeployments } from "@/lib/domain/deployments/load-deployments";
import { describeProposal } from "@/lib/domain/deployments/reads/describe-deployments";
import { readMoments } from "@/lib/domain/deployments/write-schedule";
import { recordDeploymentEvent } from "@/lib/domain/deployments/write-transition";
import { accessAttributesOf, designInclude } from "@/lib/domain/designs/load-designs";
import { refreshDeploymentSearch, refreshTargetSearch } from "@/lib/domain/lists/refresh-documents";
import { Prisma } from "@/lib/generated/prisma/client";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError, NotFoundError } from "@/lib/rules/errors";

/** The fields of a deployment request beside the build. */
export interface DeploymentRequest {
	readonly targetId: string;
	readonly message?: string | undefined;
	/** When to activate and to deactivate it, as the requester proposes. */
	readonly activate_at?: string | undefined;
	readonly deactivate_at?: string | undefined;
}

/**
 * Requests deployment of a build on a target (docs/contract.md, Management API).
 * @throws InvalidArgumentError for a proposed time that is not in the future, or an end before the
 *   beginning
 * @throws NotFoundError when the build is not visible to the caller, or the target is unknown or
 *   does not accept requests from the caller's organization
 * @throws ForbiddenError when the caller sees the design through a target only
 * @throws InvalidStateError when the build is not completed, or has a live deployment on the target
 *   already
 */
export async function requestDeployment(
	service: Service,
	principal: Principal,
	buildId: string,
	request: DeploymentRequest,
): Promise<Deployment> {
	const taken = "this build already has a deployment on that target";
	const proposed = readMoments(service, request);
	return transact(service.prisma, async (tx) => {
		const build = await findBuild(tx, principal, buildId);
		requireRight(
			principal,
			(caller) => mayRequestDeployment(caller, accessAttributesOf(build.design)),
			"a design that is visible through a target only cannot be requested for another",
		);
		const target = await findAcceptingTarget(tx, principal, request.targetId);
		const { status, size, completed_at: completedAt } = build;
		if (status !== "done" || size === null || completedAt === null) {
			throw new InvalidStateError(
				`cannot request deployment of a build whose status is '${status}': it must be 'done'`,
			);
		}
		const live = await tx.deployment.findFirst({
			where: { build_id: buildId, target_id: target.id, status: { in: [...LIVE_STATUSES] } },
			select: { id: true, status: true },
		});
		if (live !== null) throw new InvalidStateError(`${taken}: ${live.id}, whose status is '${live.status}'`);
		const now = service.now();
		const message = request.message?.trim() ? request.message : null;
		const [, ...requesterVoucherIds] = await peopleBehind(tx, principal);
		const { id } = await tx.deployment.create({
			data: {
				design_id: build.design_id,
				build_id: buildId,
				target_id: target.id,
				type: build.type,
				message,
				requester_id: principal.userId,
				requester_voucher_ids: requesterVoucherIds,
				requester_org_id: principal.organizationId,
				new_build: build.is_first,
				build_size: size,
				build_date: completedAt,
				requested_at: now,
				proposed_activate_at: proposed.activate ?? null,
				proposed_deactivate_at: proposed.deactivate ?? null,
				updated_at: now,
			},
			select: { id: true },
		});
		await refreshDeploymentSearch(tx, { id });
		await refreshTargetSearch(tx, build.design_id);
		const [record] = await loadDeployments(tx, [id]);
		if (record === undefined) throw new Error("the created deployment must exist");
		const proposal = describeProposal(record);
		await recordDeploymentEvent(service, tx, principal, record, {
			action: "request",
			status_after: "requested",
			reason: message,
			...(proposal !== null && { detail: { ...proposal } }),
		});
		return listedDeploymentRow(record);
	}).catch(translateConflict(taken));
}

async function findBuild(tx: Transaction, principal: Principal, buildId: string) {
	// Locks the design: a concurrent rename would miss the new deployment's search document.
	const visible = await tx.$queryRaw<{ id: string }[]>(Prisma.sql`
		SELECT builds.id FROM builds JOIN designs ON designs.id = builds.design_id
		WHERE builds.id = ${buildId}::uuid AND ${visibleBuilds(principal)} FOR NO KEY UPDATE OF designs`);
	if (visible.length === 0) throw new NotFoundError("build not found");
	return tx.build.findUniqueOrThrow({ where: { id: buildId }, include: { design: { include: designInclude } } });
}

async function findAcceptingTarget(tx: Transaction, principal: Principal, targetId: string): Promise<{ id: string }> {
	const [target] = await tx.$queryRaw<{ id: string }[]>(Prisma.sql`
		SELECT targets.id FROM targets WHERE targets.id = ${targetId}::uuid AND ${acceptingTargets(principal)}`);
	if (target === undefined) throw new NotFoundError("target not found");
	return target;
}
