import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { acceptingTargets } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { cancelDeployment } from "@/lib/domain/deployments/transitions/cancel-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { transact } from "@/lib/platform/db/transact";
import { inOneTransaction } from "@/lib/platform/in-one-transaction";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import { type AutomationRecord, automationInclude, dayWords, principalOfAutomation } from "./automation-record";
import { noteProblem, problemOf } from "./note-problem";

/**
 * Requests the targets where a build of the design is activated again, for builds that were
 * requested because of new data and are completed. Earlier undecided requests of this kind are
 * withdrawn. Returns the number of designs.
 */
export async function redeployOnData(service: Service): Promise<number> {
	const waiting = await service.prisma.designAutomation.findMany({
		where: { build_id: { not: null } },
		include: automationInclude,
	});
	let done = 0;
	for (const automation of waiting) {
		const { build_id: buildId } = automation;
		const build = await service.prisma.build.findUnique({
			where: { id: buildId ?? "" },
			select: { id: true, status: true },
		});
		// A failed build may be retried; one that was rejected brings nothing to deploy.
		if (build?.status === "requested" || build?.status === "building" || build?.status === "failed") continue;
		if (await settle(service, automation, build?.status === "done" ? build.id : null)) done += 1;
	}
	return done;
}

async function settle(service: Service, automation: AutomationRecord, buildId: string | null): Promise<boolean> {
	try {
		return await inOneTransaction(service, async (own) => {
			// Claimed in the transaction of the requests, so that each is made once.
			const { count } = await own.prisma.$transaction((tx) =>
				tx.designAutomation.updateMany({
					where: { design_id: automation.design_id, build_id: automation.build_id },
					data: { build_id: null },
				}),
			);
			if (count === 0 || buildId === null) return count > 0;
			const found = await requestTargets(own, automation, buildId);
			if (found !== null) {
				await own.prisma.$transaction((tx) => noteProblem(own, tx, automation, found.problem, found));
			}
			return true;
		});
	} catch (thrown) {
		problemOf(automation, thrown);
		return false;
	}
}

/** The problem of the last target that could not be requested. */
async function requestTargets(service: Service, automation: AutomationRecord, buildId: string) {
	const { prisma } = service;
	const { design_id: designId } = automation;
	const message = await messageOf(service, buildId);
	const active = await prisma.deployment.findMany({
		where: { design_id: designId, status: "activated", build_id: { not: buildId } },
		select: { target_id: true, target: { select: { name: true } } },
		orderBy: { id: "asc" },
	});
	let problem: ReturnType<typeof problemOf> = null;
	for (const { target_id: targetId, target } of active) {
		const own = await prisma.deployment.findFirst({
			where: { build_id: buildId, target_id: targetId, status: { in: [...LIVE_STATUSES] } },
			select: { id: true },
		});
		if (own !== null) continue;
		try {
			const principal = principalOfAutomation(automation);
			await requireAccepting(service, principal, targetId);
			await requestDeployment(service, principal, buildId, { targetId, message });
			await withdrawEarlier(service, principal, { designId, targetId, buildId });
		} catch (thrown) {
			const found = problemOf(automation, thrown);
			if (found === null) throw thrown;
			problem = {
				problem: `it could not be requested for ${isolate(target.name)}: ${found.problem}`,
				stops: automation.setBy.disabled_at !== null,
			};
		}
	}
	return problem;
}

/** What a build was made of, in words: `Data of 19 Nov`, `List of 19 Nov`. */
async function messageOf({ prisma, now }: Service, buildId: string): Promise<string> {
	const read = await prisma.buildSource.aggregate({ where: { build_id: buildId }, _max: { processed_at: true } });
	if (read._max.processed_at !== null) return `Data of ${dayWords(read._max.processed_at)}`;
	const [list] = await prisma.$queryRaw<{ newest: Date | null }[]>`
		SELECT max(c.created_at) AS newest FROM build_sets t JOIN pulls p ON p.set_id = t.set_id
		JOIN geofence_collections c ON c.id = t.geofence_collection_id WHERE t.build_id = ${buildId}::uuid`;
	return `List of ${dayWords(list?.newest ?? now())}`;
}

/** Refuses in words: a request would only answer that there is no such target. */
async function requireAccepting({ prisma }: Service, principal: Principal, targetId: string): Promise<void> {
	const accepting = await transact(
		prisma,
		(tx) =>
			tx.$queryRaw<unknown[]>`
				SELECT FROM targets WHERE targets.id = ${targetId}::uuid AND ${acceptingTargets(principal)}`,
	);
	if (accepting.length > 0) return;
	throw new ForbiddenError(`the target accepts no requests from ${isolate(principal.organizationSlug)}`);
}

/** Undecided requests for older data would wait beside the new one for ever. */
async function withdrawEarlier(
	service: Service,
	principal: Principal,
	{ designId, targetId, buildId }: { readonly designId: string; readonly targetId: string; readonly buildId: string },
): Promise<void> {
	const earlier = await service.prisma.deployment.findMany({
		where: {
			design_id: designId,
			target_id: targetId,
			build_id: { not: buildId },
			status: "requested",
			requester_id: principal.userId,
			build: { automatic: true },
			schedules: { none: { ran_at: null } },
			approvals: { none: { ended_at: null } },
		},
		select: { id: true },
	});
	for (const { id } of earlier) await cancelDeployment(service, principal, id, { message: "Newer data are requested" });
}
