import type { ScheduleBody } from "@/lib/contract/schedule";
import type { Principal } from "@/lib/domain/access/principal";
import { commentOnDeployment } from "@/lib/domain/deployments/comments/comment-on-deployment";
import { expireRequests } from "@/lib/domain/deployments/expire-requests";
import { scheduleDeployment } from "@/lib/domain/deployments/schedules/schedule-deployment";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { cancelDeployment } from "@/lib/domain/deployments/transitions/cancel-deployment";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { tagDeployment } from "@/lib/domain/deployments/transitions/tag-deployment";
import { importGeofences } from "@/lib/domain/designs/import-geofences";
import { setDesignVisibility } from "@/lib/domain/designs/set-design-visibility";
import { shareDesign } from "@/lib/domain/designs/share-design";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { featureOf } from "@/lib/tools/seed/landmarks/feature-of";
import type { Landmark } from "@/lib/tools/seed/landmarks/landmark";
import type { PlannedAct } from "./plan";
import { playBuild } from "./play-build";
import type { Stage, StagedDesign } from "./stage";

const DAY_MS = 24 * 3600 * 1000;

/** Whose acts on a target are those of its administrator. */
const DECISIONS: readonly PlannedAct["act"][] = ["ask", "activate", "deactivate", "reject", "tag", "schedule"];

/** Who does it; nobody where the service does. */
export function actorOf({ targets }: Stage, { owner }: StagedDesign, planned: PlannedAct): Principal | undefined {
	if (planned.act === "expire") return undefined;
	return "target" in planned && DECISIONS.includes(planned.act) ? targets.get(planned.target)?.administrator : owner;
}

/** Plays one act of a design's history at the service's current time. */
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
			return void (await setDesignVisibility(service, design.owner, design.id, { tags: [...planned.tags] }));
		case "expire":
			return void (await expireRequests(service));
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
		where: { design_id: design.id, targeting_code: code },
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
	const { id } = await service.prisma.organization.findUniqueOrThrow({ where: { slug }, select: { id: true } });
	const collaborators = [{ type: "org" as const, id, permissions: { view: true, edit: false } }];
	await shareDesign(service, design.owner, design.id, { collaborators });
}

function momentsOf(
	service: Service,
	{ activateAfter, deactivateAfter }: Extract<PlannedAct, { act: "schedule" }>,
): ScheduleBody {
	return { activate_at: after(service, activateAfter), deactivate_at: after(service, deactivateAfter) };
}

const after = (service: Service, days: number | undefined) =>
	days === undefined ? null : new Date(service.now().getTime() + days * DAY_MS).toISOString();

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
		const { most_recent_build_id: buildId, name, status_reason: statusReason } = found;
		if (buildId === null) throw new Error(`the demo design '${name}' was not built: ${statusReason}`);
		await requestDeployment(service, design.owner, buildId, {
			targetId: target.id,
			message: planned.message,
			activate_at: after(service, planned.activateAfter) ?? undefined,
			deactivate_at: after(service, planned.deactivateAfter) ?? undefined,
		});
		return;
	}
	const { id } = await service.prisma.deployment.findFirstOrThrow({
		where: { design_id: design.id, target_id: target.id },
		orderBy: [{ requested_at: "desc" }, { id: "asc" }],
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
		case "ask":
			return void (await commentOnDeployment(service, target.administrator, id, {
				text: planned.text,
				question: true,
			}));
		case "tag":
			return void (await tagDeployment(service, target.administrator, id, planned));
		case "schedule":
			return void (await scheduleDeployment(service, target.administrator, id, momentsOf(service, planned)));
	}
}
