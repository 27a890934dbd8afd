import type { Principal } from "@/lib/domain/access/principal";
import { principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import { requireApproved } from "@/lib/domain/deployments/approvals";
import { beginTransition, tryLockSiblings } from "@/lib/domain/deployments/begin-transition";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import {
	activateRecord,
	approvalEntry,
	translateActivationConflict,
} from "@/lib/domain/deployments/transitions/activate-deployment";
import { deactivateRecord } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import type { Moments } from "@/lib/domain/deployments/write-schedule";
import { writeTransition } from "@/lib/domain/deployments/write-transition";
import { loadOpeningHours } from "@/lib/domain/targets/load-opening-hours";
import { announceTarget } from "@/lib/domain/targets/touch-target";
import { Prisma } from "@/lib/generated/prisma/client";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { transact } from "@/lib/platform/db/transact";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError, InvalidStateError, isDomainError } from "@/lib/rules/errors";
import { nextOpening } from "@/lib/rules/opening-hours";
import { isolate } from "@/lib/rules/text/isolate";

/** Schedules that one query reads. */
const BATCH = 100;
/**
 * Milliseconds during which errors from outside the domain are retried; while the database is away,
 * they are retried until the schedule is missed.
 */
const RETRY_FOR_MS = 300_000;

/**
 * At the same time, ends run before beginnings, so that they make room. The newest build begins
 * first, so that an older one is refused instead of replacing it.
 */
const IN_TURN: Prisma.DeploymentScheduleOrderByWithRelationInput[] = [
	{ at: "asc" },
	{ action: "desc" },
	{ deployment: { build_date: "desc" } },
	{ id: "asc" },
];

const DAY_MS = 86_400_000;

const scheduleInclude = {
	scheduledBy: { select: principalSelect },
	deployment: { select: { target_id: true, target: { select: { revision: true } } } },
} satisfies Prisma.DeploymentScheduleInclude;
type Schedule = Prisma.DeploymentScheduleGetPayload<{ include: typeof scheduleInclude }>;

/** Whether {@link runDueSchedules} has something to do. */
export const isScheduleDue = ({ now }: Service) => Prisma.sql`EXISTS (SELECT FROM deployment_schedules
	WHERE ran_at IS NULL AND at <= ${now()}::timestamptz AND (held_until IS NULL OR held_until <= ${now()}::timestamptz))`;

/**
 * Runs the schedules that are due, each once across all processes, with the rights that their
 * authors have now. A schedule that the domain refuses, or whose time passed too long ago, is
 * recorded with the problem and not retried. An activation waits while its target is closed.
 * @returns how many were run or have failed
 */
export async function runDueSchedules(service: Service): Promise<number> {
	for (let total = 0; ; ) {
		const due = await service.prisma.deploymentSchedule.findMany({
			where: {
				ran_at: null,
				at: { lte: service.now() },
				OR: [{ held_until: null }, { held_until: { lte: service.now() } }],
			},
			orderBy: IN_TURN,
			take: BATCH,
			include: scheduleInclude,
		});
		let settled = 0;
		for (const schedule of due) {
			if (await settle(service, schedule)) settled += 1;
		}
		total += settled;
		// The next run retries schedules that another process has locked or that failed.
		if (settled < BATCH) return total;
	}
}

async function settle(service: Service, schedule: Schedule): Promise<boolean> {
	try {
		if (schedule.action === "deactivate") return await run(service, schedule, schedule.at);
		const due = await dueTime(service, schedule);
		if (due <= service.now()) return await run(service, schedule, due);
		await hold(service, schedule, due);
		return false;
	} catch (thrown) {
		const late = service.now().getTime() - (schedule.held_until ?? schedule.at).getTime() > RETRY_FOR_MS;
		const refused = isDomainError(thrown) && thrown.kind !== "Unavailable";
		if (!refused) logFailure(thrown, "a schedule could not be run", { schedule_id: schedule.id });
		if (!refused && (!late || isDatabaseAway(thrown))) return false;
		const problem = refused ? problemOf(schedule, thrown) : "the service could not carry it out: see its log";
		return recordProblem(service, schedule, problem).catch((error: unknown) => {
			logFailure(error, "the problem of a schedule could not be recorded", { schedule_id: schedule.id });
			return false;
		});
	}
}

/**
 * Lets an activation wait, unless the target's hours or freezes changed since they were read. Such
 * a change locks the target before it releases waiting schedules, so none keeps waiting for former
 * hours.
 */
async function hold({ prisma }: Service, { id, deployment }: Schedule, until: Date): Promise<void> {
	const { target_id: targetId, target } = deployment;
	await prisma.$rows(
		Prisma.sql`WITH unchanged AS (SELECT id FROM targets WHERE id = ${targetId}::uuid AND revision = ${target.revision}
				FOR SHARE SKIP LOCKED)
			UPDATE deployment_schedules SET held_until = ${until}::timestamptz
			WHERE id = ${id}::uuid AND ran_at IS NULL AND EXISTS (SELECT FROM unchanged)`,
		"auto",
	);
}

/**
 * When an activation is to run: at its time, or when its target opens next (docs/contract.md,
 * Activation windows). It lies behind where the service was down when it opened.
 */
async function dueTime(service: Service, { at, held_until: heldUntil, deployment }: Schedule): Promise<Date> {
	const wanted = heldUntil ?? at;
	const now = service.now();
	const rules = (await loadOpeningHours(service.prisma, [deployment.target_id], wanted)).get(deployment.target_id);
	if (rules === undefined) return wanted;
	const tomorrow = new Date(now.getTime() + DAY_MS);
	const due = nextOpening(rules, wanted) ?? tomorrow;
	if (due > now || isMissed(service, due)) return due;
	// It was open since then, and may have closed again.
	const opens = nextOpening(rules, now) ?? tomorrow;
	return opens > now ? opens : due;
}

const isMissed = ({ now, settings }: Service, due: Date): boolean =>
	now().getTime() - due.getTime() >= settings.SCHEDULE_LATEST_SECONDS * 1_000;

/**
 * Refuses a schedule whose time passed too long ago, as while the service was down.
 * @throws InvalidStateError
 */
function refuseMissed(service: Service, due: Date): void {
	if (!isMissed(service, due)) return;
	const late = service.now().getTime() - due.getTime();
	const latest = service.settings.SCHEDULE_LATEST_SECONDS * 1_000;
	throw new InvalidStateError(
		`missed: the service was not available until ${durationWords(late)} after the scheduled time, and runs a schedule at most ${durationWords(latest)} late`,
	);
}

/** Whole minutes or hours: `90 minutes`, `26 hours`. */
function durationWords(milliseconds: number): string {
	const minutes = Math.floor(milliseconds / 60_000);
	const [count, unit] = minutes < 120 ? [minutes, "minute"] : [Math.floor(minutes / 60), "hour"];
	return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Claims the schedule and writes its transition in one transaction. */
async function run(service: Service, schedule: Schedule, due: Date): Promise<boolean> {
	const targetId = await transact(service.prisma, async (tx) => {
		if (!(await claim(service, tx, schedule, null))) return null;
		if (schedule.action === "activate") {
			refuseMissed(service, due);
			const principal = principalOf(schedule);
			const record = await beginTransition(tx, principal, schedule.deployment_id, "activate");
			await refuseToGoBack(tx, schedule, record);
			const approvedBy = await requireApproved(tx, record, await planOf(tx, schedule));
			// The window was checked before; if it has closed since, it closed after the schedule began.
			await activateRecord(service, tx, principal, record, approvalEntry(approvedBy), "exempt");
			return record.target_id;
		}
		const { status } = await tx.deployment.findUniqueOrThrow({
			where: { id: schedule.deployment_id },
			select: { status: true },
		});
		// The schedule's aim is reached: the deployment is not active.
		if (status !== "activated") {
			await endWaiting(service, tx, schedule);
			return "";
		}
		refuseMissed(service, due);
		const principal = principalOf(schedule);
		const record = await beginTransition(tx, principal, schedule.deployment_id, "deactivate");
		await deactivateRecord(service, tx, principal, record);
		return record.target_id;
	}).catch(translateActivationConflict);
	if (targetId === null) return false;
	if (targetId !== "") await announceTarget(service, targetId);
	return true;
}

/**
 * Claims a schedule for this transaction. It locks the deployments as every transition does, but
 * returns false if another transaction has locked one. It then marks the schedule as run, unless it
 * has been run or withdrawn.
 */
async function claim(service: Service, tx: Transaction, schedule: Schedule, problem: string | null): Promise<boolean> {
	if (!(await tryLockSiblings(tx, schedule.deployment_id))) return false;
	const now = service.now();
	const { count } = await tx.deploymentSchedule.updateMany({
		where: { id: schedule.id, ran_at: null },
		data: { ran_at: now, problem },
	});
	return count === 1;
}

/** The times that a scheduled activation was made with. */
async function planOf(tx: Transaction, { deployment_id: deploymentId, at }: Schedule): Promise<Moments> {
	const end = await tx.deploymentSchedule.findFirst({
		where: { deployment_id: deploymentId, action: "deactivate", ran_at: null },
		select: { at: true },
	});
	return { activate: at, ...(end === null ? {} : { deactivate: end.at }) };
}

/**
 * @throws ForbiddenError when the account is disabled
 */
function principalOf({ id, scheduledBy }: Schedule): Principal {
	if (scheduledBy.disabled_at !== null)
		throw new ForbiddenError(`the account of ${isolate(scheduledBy.email)} is disabled`);
	const credential = { kind: "schedule", id } as const;
	return principalOfUser(scheduledBy, credential, ["manage", "administer"], { address: null, requestId: null });
}

/**
 * Refuses an activation if a newer build was activated after it was scheduled.
 * @throws InvalidStateError
 */
async function refuseToGoBack(tx: Transaction, schedule: Schedule, record: DeploymentRecord): Promise<void> {
	const newer = await tx.deployment.findFirst({
		where: {
			design_id: record.design_id,
			target_id: record.target_id,
			status: "activated",
			build_date: { gt: record.build_date },
			activated_at: { gt: schedule.created_at },
		},
		select: { id: true },
	});
	if (newer === null) return;
	throw new InvalidStateError(
		`a newer build of the design was activated on the target after this was scheduled (deployment ${newer.id})`,
	);
}

/** The text is stored, so it names people by e-mail. */
function problemOf(schedule: Schedule, thrown: { readonly kind: string; readonly message: string }): string {
	if (thrown.kind !== "NotFound") return thrown.message;
	return `${isolate(schedule.scheduledBy.email)} no longer sees this deployment`;
}

/** An activation that still waits for its target to open when its deployment is to end does not run later. */
async function endWaiting(
	service: Service,
	tx: Transaction,
	{ deployment_id: deploymentId, at }: Schedule,
): Promise<void> {
	const waiting = await tx.deploymentSchedule.findFirst({
		where: { deployment_id: deploymentId, action: "activate", ran_at: null, at: { lte: at } },
		include: scheduleInclude,
	});
	if (waiting === null) return;
	await writeProblem(
		service,
		tx,
		waiting,
		`the target did not open for activations between the scheduled time and the scheduled end (${at.toISOString()})`,
	);
}

async function recordProblem(service: Service, schedule: Schedule, problem: string): Promise<boolean> {
	return transact(service.prisma, (tx) => writeProblem(service, tx, schedule, problem));
}

async function writeProblem(service: Service, tx: Transaction, schedule: Schedule, problem: string): Promise<boolean> {
	if (!(await claim(service, tx, schedule, problem))) return false;
	const subject = await tx.deployment.findUniqueOrThrow({
		where: { id: schedule.deployment_id },
		select: {
			id: true,
			status: true,
			revision: true,
			design_id: true,
			target_id: true,
			target: { select: { organization_id: true } },
		},
	});
	const { ran_at: ranAt } = await tx.deploymentSchedule.findUniqueOrThrow({ where: { id: schedule.id } });
	const change = ranAt === null ? {} : { at: ranAt };
	const entry = {
		reason: problem,
		detail: { action: schedule.action, at: schedule.at.toISOString(), scheduled_by: schedule.scheduledBy.email },
	};
	const actor = { system: `schedule of ${schedule.scheduledBy.email}` };
	await writeTransition(service, tx, actor, { subject, step: "schedule_failed", change, entry });
	return true;
}
