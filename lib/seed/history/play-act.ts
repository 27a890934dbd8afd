import { recordEvent } from "@/lib/audit/record-event";
import { activateDeployment } from "@/lib/deployments/activate-deployment";
import { cancelDeployment } from "@/lib/deployments/cancel-deployment";
import { deactivateDeployment } from "@/lib/deployments/deactivate-deployment";
import { rejectDeployment } from "@/lib/deployments/reject-deployment";
import { requestDeployment } from "@/lib/deployments/request-deployment";
import { tagDeployment } from "@/lib/deployments/tag-deployment";
import { importGeofences } from "@/lib/designs/import-geofences";
import { InvalidStateError } from "@/lib/errors";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/service";
import { featureOf } from "../landmarks/features";
import type { Landmark } from "../landmarks/landmark";
import { playBuild } from "./build-course";
import type { PlannedAct } from "./plan";
import type { Stage, StagedDesign } from "./stage";

/** Plays one act of a design's history, at the time of the service that is given. */
export async function playAct(
	stage: Stage,
	service: Service,
	design: StagedDesign,
	planned: PlannedAct,
): Promise<void> {
	switch (planned.act) {
		case "request_build": {
			const done = await playBuild(service, design.owner, design.id, planned);
			design.notBefore = new Date(done.getTime() + 1_000);
			return;
		}
		case "replace_geofences":
			return replaceGeofences(service, design, planned.code, planned.landmarks);
		case "share_with_organization":
			return share(service, design, planned.organization);
		case "set_visibility":
			return record(service, design, planned.act, { visibilityTags: [...planned.tags] }, { tags: [...planned.tags] });
		default:
			return playDeployment(stage, service, design, planned);
	}
}

async function replaceGeofences(
	service: Service,
	design: StagedDesign,
	code: string,
	landmarks: readonly Landmark[],
): Promise<void> {
	const set = await service.prisma.designSet.findFirstOrThrow({
		where: { designId: design.id, targetingCode: code },
		select: { id: true },
	});
	const lines = landmarks.map((landmark) => `${JSON.stringify(featureOf(landmark))}\n`);
	await importGeofences(
		service,
		design.owner,
		{ designId: design.id, setId: set.id },
		{ contentType: "application/x-ndjson", body: inOnePiece(Buffer.from(lines.join(""))) },
	);
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

async function share(service: Service, design: StagedDesign, slug: string): Promise<void> {
	const organization = await service.prisma.organization.findUniqueOrThrow({ where: { slug } });
	const entry = { type: "org", organizationId: organization.id, canView: true, createdAt: service.now() } as const;
	await record(service, design, "share", { collaborators: { create: entry } }, { organization: slug, view: true });
}

/** Changes a design where no operation does yet, with the audit event that goes with it. */
async function record(
	service: Service,
	design: StagedDesign,
	action: string,
	change: Prisma.DesignUpdateInput,
	detail: Prisma.InputJsonObject,
): Promise<void> {
	await service.prisma.$transaction(async (tx) => {
		await tx.design.update({
			where: { id: design.id },
			data: { ...change, updatedAt: service.now(), revision: { increment: 1 } },
			select: { id: true },
		});
		await recordEvent(service, tx, design.owner, {
			action,
			objectType: "design",
			objectId: design.id,
			designId: design.id,
			organizationId: design.owner.organizationId,
			detail,
		});
	});
}

async function playDeployment(
	stage: Stage,
	service: Service,
	design: StagedDesign,
	planned: Extract<PlannedAct, { target: string }>,
): Promise<void> {
	const target = stage.targets.get(planned.target);
	if (target === undefined) throw new InvalidStateError(`the demo world has no target '${planned.target}'`);
	if (planned.act === "request_deployment") {
		const found = await service.prisma.design.findUniqueOrThrow({ where: { id: design.id } });
		const { mostRecentBuildId: buildId, name, statusReason } = found;
		if (buildId === null) throw new Error(`The demo design '${name}' was not built: ${statusReason}.`);
		await requestDeployment(service, design.owner, buildId, {
			targetId: target.id,
			message: planned.message,
		});
		return;
	}
	const { id } = await service.prisma.deployment.findFirstOrThrow({
		where: { designId: design.id, targetId: target.id },
		orderBy: [{ requestedAt: "desc" }, { id: "asc" }],
		select: { id: true },
	});
	switch (planned.act) {
		case "activate":
			return void (await activateDeployment(service, target.administrator, id));
		case "deactivate":
			return void (await deactivateDeployment(service, target.administrator, id));
		case "reject":
			return rejectDeployment(service, target.administrator, id, planned);
		case "cancel":
			return cancelDeployment(service, design.owner, id, planned);
		case "tag":
			return void (await tagDeployment(service, target.administrator, id, planned));
	}
}
