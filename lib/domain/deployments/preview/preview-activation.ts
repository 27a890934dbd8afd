import type { ActivationPreview } from "@/lib/contract/preview";
import { activationChecks } from "@/lib/contract/sentences/activation-checks";
import { activationWarnings } from "@/lib/contract/sentences/activation-warnings";
import {
	barredByFourEyes,
	mayAdministerTarget,
	visibleBuilds,
	visibleDeploymentRecords,
} from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { isFor, loadApprovals, requiredApprovals } from "@/lib/domain/deployments/approvals";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment-or-throw";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { planActivation } from "@/lib/domain/deployments/plan-activation";
import { loadSchedules } from "@/lib/domain/deployments/reads/load-schedules";
import { loadRuleLines } from "@/lib/domain/deployments/rule-verdicts/load-rule-lines";
import { fourEyesRefusal, rightRefusal, stateRefusal } from "@/lib/domain/deployments/transition-rules";
import { loadBuildOverlaps, overlapsOf } from "@/lib/domain/places/load-build-overlaps";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Reader } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { priceCpmOf } from "@/lib/rules/price";
import { boundsOfSets, compareSets, compareSizes, findBuiltSets, findComparedBuild } from "./compare-builds";
import { type Freed, fitOf, loadRooms, type TargetFit } from "./fit-on-target";
import { mapOfBuild } from "./map-of-build";

/**
 * `GET /api/deployments/<id>/preview`: predicts an activation (docs/contract.md, Activation).
 * Refusal and replacement come from the functions that the activation itself calls.
 * @throws NotFoundError when the caller does not see the deployment
 */
export async function previewActivation(
	service: Reader,
	principal: Principal,
	deploymentId: string,
): Promise<ActivationPreview> {
	const { prisma } = service;
	const record = await findDeploymentOrThrow(prisma, principal, deploymentId);
	const plan = await planActivation(service, prisma, record);
	const sets = await findBuiltSets(prisma, record);
	const replaced = plan.replaces === null ? null : await findReplaced(service, principal, plan.replaces.id);
	const administers = mayAdministerTarget(principal, record.target);
	const rules = await loadRuleLines(prisma, principal, [record]);
	const required = requiredApprovals(record, "activate");
	const [compared, fit, map, schedules, newerBuild, newerRequest, target, people, approvals, overlaps] =
		await Promise.all([
			findComparedBuild(prisma, principal, record, replaced?.build_id ?? null),
			administers ? fitOnTarget(service, record, replaced && { id: replaced.id, size: replaced.filesize }) : null,
			mapOfBuild(prisma, principal, record, sets),
			loadSchedules(service, [record]),
			findNewerBuild(service, principal, record),
			findNewerRequest(service, principal, record),
			prisma.target.findUniqueOrThrow({ where: { id: record.target_id }, select: { size_warning_factor: true } }),
			record.target.four_eyes ? peopleBehind(prisma, principal) : [principal.userId],
			required === 1 ? [] : loadApprovals(prisma, [record.id]),
			loadBuildOverlaps(prisma, [record.build_id]),
		]);
	const given = approvals.filter((approval) => approval.action === "activate" && isFor(approval, record, {}));
	const isOthers = given.some(({ user_id: userId }) => userId === principal.userId) && given.length < required;
	const refusal = refusalOf(principal, people, record, {
		conflict: plan.conflict,
		places: plan.places,
		approved: isOthers,
	});
	const preview = {
		deployment_id: record.id,
		revision: record.revision,
		digest: `sha256:${record.build.digest ?? ""}`,
		status: record.status,
		type: record.type,
		allowed: refusal === null,
		refusal,
		replaces: replaced,
		...compareSizes(record, sets, compared, replaced !== null),
		memory: fit?.memory ?? null,
		sets: compareSets(sets, compared),
		price_cpm: priceCpmOf(record.build.price_cpm),
		price_cpm_before: priceCpmOf(compared?.price_cpm ?? null),
		superseded_by: newerBuild,
		newer_request: newerRequest,
		agents: fit?.agents ?? null,
		schedule: schedules.get(record.id) ?? null,
		window: plan.window,
		sensitive_places: overlapsOf(overlaps, record),
		map: map && { ...map, bounds_before: replaced && boundsOfSets(compared?.sets ?? []) },
		rules: rules.get(record.id) ?? [],
	};
	const context = {
		targetName: record.target.name,
		sizeWarningFactor: target.size_warning_factor,
		ownRequest: barredByFourEyes(people, record),
		tags: record.tags,
	};
	const warned = { ...preview, warnings: activationWarnings(preview, context) };
	return { ...warned, checks: activationChecks(warned) };
}

/** Compares the deployment with the target's capacity and with its agents' reports. */
async function fitOnTarget(service: Reader, record: DeploymentRecord, replaced: Freed | null): Promise<TargetFit> {
	const ids = [record.id, ...(replaced === null ? [] : [replaced.id])];
	const room = (await loadRooms(service, [record.target_id], ids)).get(record.target_id);
	if (room === undefined) throw new Error("the target of a deployment must exist");
	return fitOf(service, record, replaced, room);
}

/** The first error of an activation, in its order. */
function refusalOf(
	principal: Principal,
	people: readonly string[],
	record: DeploymentRecord,
	{
		conflict,
		places,
		approved,
	}: { readonly conflict: Error | null; readonly places: Error | null; readonly approved: boolean },
): ActivationPreview["refusal"] {
	const refusals = {
		right: rightRefusal(principal, record, "activate"),
		four_eyes: fourEyesRefusal(people, record),
		state: stateRefusal(record, "activate"),
		conflict,
		places,
		approved: approved ? new InvalidStateError("you have approved this already: another administrator must") : null,
	};
	for (const code of ["right", "four_eyes", "state", "conflict", "places", "approved"] as const) {
		const found = refusals[code];
		if (found !== null) return { code, message: found.message };
	}
	return null;
}

/** Null unless the caller sees it; a requester may no longer see the design. */
async function findReplaced(service: Reader, principal: Principal, id: string): Promise<ActivationPreview["replaces"]> {
	const [visible] = await service.prisma.$queryRaw<{ id: string }[]>(
		Prisma.sql`SELECT deployments.id FROM deployments WHERE deployments.id = ${id}::uuid AND ${visibleDeploymentRecords(principal, "per row")}`,
	);
	if (visible === undefined) return null;
	const row = await service.prisma.deployment.findUnique({
		where: { id },
		select: {
			id: true,
			build_id: true,
			build_size: true,
			build_date: true,
			build: { select: { digest: true } },
			schedules: { where: { action: "deactivate", ran_at: null }, select: { at: true } },
		},
	});
	// It may have been deleted since.
	if (row === null) return null;
	return {
		id: row.id,
		build_id: row.build_id,
		filesize: Number(row.build_size),
		build_date: row.build_date.toISOString(),
		digest: `sha256:${row.build.digest ?? ""}`,
		deactivate_at: row.schedules[0]?.at.toISOString() ?? null,
	};
}

/**
 * Reports a newer build to callers who see it, and without its id to the target's administrators.
 */
async function findNewerBuild(
	service: Reader,
	principal: Principal,
	record: DeploymentRecord,
): Promise<ActivationPreview["superseded_by"]> {
	const [newest] = await service.prisma.$queryRaw<{ id: string; completed_at: Date; visible: boolean }[]>(Prisma.sql`
		SELECT builds.id, builds.completed_at, ${visibleBuilds(principal)} AS visible
		FROM designs JOIN builds ON builds.id = designs.most_recent_build_id
		WHERE designs.id = ${record.design_id}::uuid AND builds.id <> ${record.build_id}::uuid AND builds.completed_at > ${record.build_date}::timestamptz`);
	if (newest === undefined || !(newest.visible || mayAdministerTarget(principal, record.target))) return null;
	return { build_id: newest.visible ? newest.id : null, build_date: newest.completed_at.toISOString() };
}

async function findNewerRequest(
	service: Reader,
	principal: Principal,
	record: DeploymentRecord,
): Promise<ActivationPreview["newer_request"]> {
	const [newest] = await service.prisma.$queryRaw<{ id: string; build_id: string; requested_at: Date }[]>(Prisma.sql`
		SELECT deployments.id, deployments.build_id, deployments.requested_at FROM deployments
		WHERE deployments.design_id = ${record.design_id}::uuid AND deployments.target_id = ${record.target_id}::uuid AND deployments.status = 'requested'
			AND deployments.requested_at > ${record.requested_at}::timestamptz AND deployments.id <> ${record.id}::uuid AND ${visibleDeploymentRecords(principal)}
		ORDER BY deployments.requested_at DESC, deployments.id LIMIT 1`);
	if (newest === undefined) return null;
	return { id: newest.id, build_id: newest.build_id, requested_at: newest.requested_at.toISOString() };
}
