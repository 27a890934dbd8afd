import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ScheduleBody } from "@/lib/contract/schedule";
import { allows, DEPLOYMENT_STEPS } from "@/lib/contract/transitions";
import type { Principal } from "@/lib/domain/access/principal";
import type { ScheduledAction } from "@/lib/generated/prisma/enums";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError } from "@/lib/rules/errors";
import { beginTransition, type Expectation } from "./begin-transition";
import { getDeploymentDetail } from "./get-deployment-detail";
import type { DeploymentRecord } from "./load-deployments";
import { planActivation } from "./plan-activation";
import { fourEyesRefusal } from "./transition-rules";
import { writeTransition } from "./write-transition";

type Moments = Readonly<Partial<Record<ScheduledAction, Date>>>;

/**
 * `PUT /api/deployments/<id>/schedule`: replaces the deployment's schedule. It runs with the rights
 * that the caller has at that time (run-due-schedules.ts).
 * @throws NotFoundError, ForbiddenError (right, four-eyes), VersionMismatchError
 * @throws InvalidArgumentError for a time that is not in the future, or an end before the beginning
 * @throws InvalidStateError when its status does not allow the scheduled step
 */
export async function scheduleDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	{ activate_at, deactivate_at }: ScheduleBody,
	expectation: Expectation = {},
): Promise<DeploymentDetail> {
	const moments: Moments = {
		...(activate_at == null ? {} : { activate: new Date(activate_at) }),
		...(deactivate_at == null ? {} : { deactivate: new Date(deactivate_at) }),
	};
	refuseUnlikelyTimes(service, moments);
	return transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "schedule", expectation);
		await refuseImpossible(tx, principal, record, moments);
		await tx.deploymentSchedule.deleteMany({ where: { deploymentId: record.id, ranAt: null } });
		const now = service.now();
		const rows = Object.entries(moments) as [ScheduledAction, Date][];
		await tx.deploymentSchedule.createMany({
			data: rows.map(([action, at]) => ({
				deploymentId: record.id,
				action,
				at,
				scheduledById: principal.userId,
				createdAt: now,
			})),
		});
		const entry = {
			detail: {
				activate_at: moments.activate?.toISOString() ?? null,
				deactivate_at: moments.deactivate?.toISOString() ?? null,
			},
		};
		await writeTransition(service, tx, principal, { subject: record, step: "schedule", change: { at: now }, entry });
		return getDeploymentDetail({ ...service, prisma: tx }, principal, deploymentId);
	});
}

function refuseUnlikelyTimes(service: Service, { activate, deactivate }: Moments): void {
	const now = service.now();
	for (const [parameter, at] of [
		["activate_at", activate],
		["deactivate_at", deactivate],
	] as const) {
		if (at !== undefined && at <= now) {
			throw new InvalidArgumentError(`'${parameter}': must be in the future, and it is ${now.toISOString()} now`, {
				parameter,
			});
		}
	}
	if (activate !== undefined && deactivate !== undefined && deactivate <= activate) {
		throw new InvalidArgumentError("'deactivate_at': must be later than 'activate_at'", { parameter: "deactivate_at" });
	}
}

async function refuseImpossible(
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
	const forbidden = fourEyesRefusal(principal, record, "activate");
	if (forbidden !== null) throw forbidden;
	if (!allows("activate", record.status)) {
		throw new InvalidStateError(
			`cannot schedule the activation of a deployment whose status is '${record.status}': it must be '${DEPLOYMENT_STEPS.activate.from.join("', '")}'`,
		);
	}
	const { conflict } = await planActivation(tx, record);
	if (conflict !== null) throw conflict;
}
