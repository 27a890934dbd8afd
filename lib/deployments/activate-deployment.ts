import type { Principal } from "@/lib/access/principal";
import type { Deployment } from "@/lib/contract/deployment";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { translateConflict } from "@/lib/db/conflicts";
import { transact } from "@/lib/db/transact";
import { InvalidStateError } from "@/lib/errors";
import type { Service, Transaction } from "@/lib/service";
import { beginTransition, type Expectation } from "./begin-transition";
import { announceTarget, touchTarget, writeTransition } from "./finish-transition";
import { type DeploymentRecord, listedDeploymentRow, loadDeployments } from "./load-deployments";

/**
 * Activate a Deployment (specification, Deployment status; design.md section 4, items 15 and 21). A build of the same
 * design that is active on the target is replaced: deactivated in the same transaction.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError when its status does not allow it, or a newer live deployment of the same build stands in the way.
 */
export async function activateDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
): Promise<Deployment> {
	const { row, targetId } = await transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "activate", expectation);
		if (record.status === "rejected") await refuseIfSuperseded(tx, record);
		const now = service.now();
		await deactivateActive(service, tx, principal, record, now);
		const first = record.approvedAt === null;
		await writeTransition(
			service,
			tx,
			principal,
			record,
			{
				status: "activated",
				at: now,
				data: {
					activatedAt: now,
					statusReason: null,
					...(first ? { approvedAt: now, deployerId: principal.userId } : {}),
				},
			},
			{ action: "activate" },
		);
		await touchTarget(tx, record.targetId);
		const [after] = await loadDeployments(tx, [record.id]);
		if (after === undefined) throw new Error("A deployment cannot vanish while it is locked.");
		return { row: listedDeploymentRow(after), targetId: record.targetId };
	}).catch(translateConflict("a deployment of this design was requested or activated on the target at the same time"));
	announceTarget(service, targetId);
	return row;
}

async function refuseIfSuperseded(tx: Transaction, record: DeploymentRecord): Promise<void> {
	const newer = await tx.deployment.findFirst({
		where: { buildId: record.buildId, targetId: record.targetId, status: { in: [...LIVE_STATUSES] } },
		select: { id: true, status: true },
	});
	if (newer !== null) {
		throw new InvalidStateError(
			`cannot activate this rejected deployment: the newer deployment ${newer.id} of the same build and target is '${newer.status}'`,
		);
	}
}

async function deactivateActive(
	service: Service,
	tx: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	now: Date,
): Promise<void> {
	const active = await tx.deployment.findFirst({
		where: { designId: record.designId, targetId: record.targetId, status: "activated" },
		select: { id: true, status: true, designId: true, targetId: true },
	});
	if (active === null) return;
	await writeTransition(
		service,
		tx,
		principal,
		{ ...active, target: record.target },
		{ status: "deactivated", data: { deactivatedAt: now }, at: now },
		{ action: "deactivate", detail: { replaced_by: record.id } },
	);
}
