import { setTimeout as sleep } from "node:timers/promises";
import type { Principal } from "@/lib/domain/access/principal";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { MAX_BUILD_ATTEMPTS } from "@/lib/domain/builds/lease";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { failBuild, releaseBuild } from "@/lib/domain/builds/settle-build";
import type { Service } from "@/lib/platform/service";
import { runNextBuild } from "@/lib/processes/build-service/build-worker";
import type { BuildCourse } from "./plan";
import { serviceAt } from "./stage";

const BUILDER = "build service";
const HOUR_MS = 3600 * 1000;
const FAR_AWAY_MS = 365 * 24 * HOUR_MS;
/** Longer than any demo build takes on a slow machine. */
const TIMEOUT_MS = 120_000;

/**
 * Requests a build of a design at the service's time and runs its course.
 * @returns the time at which it ended
 * @throws Error when the build worker does not settle it
 */
export async function playBuild(
	service: Service,
	owner: Principal,
	designId: string,
	{ reason, course = "settled", trouble = "" }: { reason: string; course?: BuildCourse; trouble?: string },
): Promise<Date> {
	await requestBuild(service, owner, designId, { reason });
	if (course === "settled") await settle(service, designId);
	else if (course === "waiting") await postpone(service, designId);
	else if (course === "interrupted") {
		// The next attempt is due relative to the clock that reports the failure.
		await failAttempt(service, service, designId, trouble, FAR_AWAY_MS);
	} else {
		for (let attempt = 0; attempt < MAX_BUILD_ATTEMPTS; attempt += 1) {
			const then = serviceAt(service, new Date(service.now().getTime() + attempt * 60_000));
			await failAttempt(service, then, designId, trouble, 0);
		}
	}
	const last = await service.prisma.build.findFirst({
		where: { design_id: designId },
		orderBy: { requested_at: "desc" },
		select: { completed_at: true },
	});
	return last?.completed_at ?? service.now();
}

/** Runs queued builds until this design is settled, here or by a faster process. */
async function settle(service: Service, designId: string): Promise<void> {
	const deadline = Date.now() + TIMEOUT_MS;
	for (;;) {
		const build = await openBuild(service, designId);
		if (build === null) return;
		if (Date.now() > deadline) {
			throw new Error(`the build worker did not finish a demo design: ${build.status_reason ?? "it did not begin"}`);
		}
		if (!(await runNextBuild(service, BUILDER))) await sleep(100);
	}
}

function openBuild(service: Service, designId: string): Promise<{ id: string; status_reason: string | null } | null> {
	return service.prisma.build.findFirst({
		where: { design_id: designId, status: { in: ["requested", "building"] } },
		select: { id: true, status_reason: true },
	});
}

/** Postpones a requested build, so that workers leave it in the queue. */
async function postpone(service: Service, designId: string): Promise<void> {
	await service.prisma.build.updateMany({
		where: { design_id: designId, status: "requested" },
		data: { not_before: new Date(service.now().getTime() + FAR_AWAY_MS), phase: "waiting for its time" },
	});
}

/** Leases the build like a worker and reports the attempt as failed, `later` milliseconds on. */
async function failAttempt(
	service: Service,
	then: Service,
	designId: string,
	trouble: string,
	later: number,
): Promise<void> {
	const claim = await claimBuild(then, BUILDER);
	if (claim === null) return;
	if (claim.design_id !== designId) return await releaseBuild(service, claim);
	await failBuild(serviceAt(service, new Date(then.now().getTime() + later)), claim, trouble);
}
