import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ScheduleBody } from "@/lib/contract/schedule";
import { allows, DEPLOYMENT_STEPS } from "@/lib/contract/transitions";
import type { Principal } from "@/lib/domain/access/principal";
import { beginTransition, type Expectation, refuseOwnRequest } from "@/lib/domain/deployments/begin-transition";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { planActivation, requirePossible } from "@/lib/domain/deployments/plan-activation";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { approve } from "@/lib/domain/deployments/transitions/approve";
import { type Moments, readMoments, writeSchedule } from "@/lib/domain/deployments/write-schedule";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";

/**
 * `PUT /api/deployments/<id>/schedule`: replaces the deployment's schedule. It runs with the rights
 * that the caller has at that time (run-due-schedules.ts). Where the target requires several
 * administrators, the last approval schedules the activation.
 * @throws NotFoundError, ForbiddenError (right, four-eyes), VersionMismatchError
 * @throws InvalidArgumentError for a time that is not in the future, or an end before the beginning
 * @throws InvalidStateError when its status does not allow the scheduled step
 */
export async function scheduleDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	body: ScheduleBody,
	expectation: Expectation = {},
): Promise<DeploymentDetail> {
	const moments = readMoments(service, body);
	return transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "schedule", expectation);
		await refuseImpossible(service, tx, principal, record, moments);
		const approval = { action: "activate", moments } as const;
		const { pending } =
			moments.activate === undefined ? { pending: null } : await approve(service, tx, principal, record, approval);
		if (pending === null) await writeSchedule(service, tx, principal, record, moments);
		return getDeploymentDetail({ ...service, prisma: tx }, principal, deploymentId);
	});
}

async function refuseImpossible(
	service: Service,
	tx: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	{ activate }: Moments,
): Promise<void> {
	if (activate === undefined) {
		if (record.status === "activated") return;
		throw new InvalidStateError(
			`cannot schedule the end of a deployment whose status is '${record.status}' without its beginning: name 'activate_at' as well, or activate it first`,
		);
	}
	await refuseOwnRequest(tx, principal, record);
	if (!allows("activate", record.status)) {
		throw new InvalidStateError(
			`cannot schedule the activation of a deployment whose status is '${record.status}': it must be '${DEPLOYMENT_STEPS.activate.from.join("', '")}'`,
		);
	}
	requirePossible(await planActivation(service, tx, record));
}
