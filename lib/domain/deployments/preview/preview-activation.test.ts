import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ActivationPreview, activationPreview } from "@/lib/contract/preview";
import type { Principal } from "@/lib/domain/access/principal";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { tagDeployment } from "@/lib/domain/deployments/transitions/tag-deployment";
import { getDesignDetail } from "@/lib/domain/designs/get-design-detail";
import { shareDesign } from "@/lib/domain/designs/share-design";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { NotFoundError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";
import { previewActivation } from "./preview-activation";

const MEGABYTE = 1_000_000;

describe.each(testDatabaseKinds())("the preview of an activation on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const preview = async (id: string, principal: Principal = world.administrator): Promise<ActivationPreview> =>
		activationPreview.parse(await previewActivation(service, principal, id));
	const codes = ({ warnings }: ActivationPreview) => warnings.map(({ code }) => code);
	const request = (buildId: string, targetId = world.target.id) =>
		requestDeployment(service, world.designer, buildId, { targetId });
	/** Creates a collection of one geofence that no build of another design has. */
	const someGeofences = async () => {
		const { id: designId } = await createProximityDesign(service, world.designer);
		const set = await service.prisma.designSet.findFirstOrThrow({ where: { design_id: designId } });
		return set.geofence_collection_id;
	};
	const report = (
		instance: string,
		{
			targetId = world.target.id,
			tags = [],
			limit = null,
			loaded = [],
			used = 0,
		}: {
			targetId?: string;
			tags?: string[];
			limit?: number | null;
			loaded?: string[];
			used?: number;
		} = {},
	) =>
		recordAgentReport(
			service,
			{ agentKeyId: targetId, targetId },
			{
				instance_id: instance,
				version: "1.0.0",
				tags,
				memory_used: used,
				memory_limit: limit,
				deployments: loaded.map((id) => ({ deployment_id: id, state: "loaded" as const, digest: null, error: null })),
			},
		);

	test("a first build replaces nothing, adds all sets, and lists what it lacks", async () => {
		const { deployment, design, build_id: buildId } = await createRequest(service, world, world.secondTarget.id);
		const answer = await preview(deployment.id);
		const [set] = (await getDesignDetail(service, world.designer, design.id)).sets;
		expect(answer).toMatchObject({
			deployment_id: deployment.id,
			revision: 1,
			status: "requested",
			allowed: true,
			refusal: null,
			replaces: null,
			size: { before: null, after: 1_000, change: null, compared_with: null, build: null },
			memory: { capacity: null, activated: 0, requested: 1_000, free_before: null, free_after: null },
			sets: { added: [{ set_id: set?.set_id, set_name: "Berlin", items: 1 }], removed: [], changed: [], unchanged: 0 },
			items: { before: null, after: 1 },
			superseded_by: null,
			newer_request: null,
			agents: { living: 0, taking: 0, silent: 0, silent_taking: 0, to_load: 0, loading: 0, in_sync: false },
			schedule: null,
		});
		expect(codes(answer)).toEqual(["no_living_agent"]);
		// The administrator sees the design through the target: built bounds without the draft.
		expect(answer.map).toMatchObject({ geofences_readable: false, sets: [{ as_built: false, readable: true }] });
		const [west, south, east, north] = answer.map?.bounds ?? [0, 0, 0, 0];
		expect(west < 13.4 && 13.4 < east && south < 52.5 && 52.5 < north && east - west < 0.01).toBe(true);
		// The designer may read the geofences but not the target's attributes.
		const toDesigner = await preview(deployment.id, world.designer);
		expect(toDesigner).toMatchObject({
			allowed: false,
			refusal: { code: "right" },
			memory: null,
			agents: null,
			warnings: [],
			map: { geofences_readable: true, sets: [{ as_built: true, readable: true }] },
		});
		await expect(preview(deployment.id, world.outsider)).rejects.toThrow(NotFoundError);
		await expect(preview(deployment.id, world.otherAdministrator)).rejects.toThrow(NotFoundError);
		expect(await service.prisma.deployment.findUnique({ where: { id: deployment.id } })).toMatchObject({
			build_id: buildId,
			status: "requested",
			revision: 1,
		});
	});

	test("the preview has sizes, memory and added, removed and changed sets; the activation matches it", async () => {
		await service.prisma.target.update({
			where: { id: world.target.id },
			data: { memory_capacity: 10 * MEGABYTE, size_warning_factor: 2 },
		});
		const { id: designId } = await createProximityDesign(service, world.designer);
		const first = await request(await completeABuild(service, world.designer, designId, 2 * MEGABYTE));
		await activateDeployment(service, world.administrator, first.id);
		await service.prisma.designSet.updateMany({ where: { design_id: designId }, data: { name: "Berlin West" } });
		await service.prisma.designSet.create({
			data: {
				design_id: designId,
				position: 1,
				name: "Rome",
				targeting_code: "ROME",
				geofence_collection_id: await someGeofences(),
			},
		});
		const second = await request(await completeABuild(service, world.designer, designId, 9 * MEGABYTE));
		await report("a", { loaded: [first.id], used: 2 * MEGABYTE, limit: 11 * MEGABYTE });
		const answer = await preview(second.id);
		expect(answer).toMatchObject({
			allowed: true,
			replaces: { id: first.id, build_id: first.build_id, filesize: 2 * MEGABYTE, deactivate_at: null },
			size: { before: 2 * MEGABYTE, after: 9 * MEGABYTE, change: 7 * MEGABYTE, compared_with: "replaced" },
			memory: {
				capacity: 10 * MEGABYTE,
				activated: 2 * MEGABYTE,
				requested: 9 * MEGABYTE,
				free_before: 8 * MEGABYTE,
				free_after: MEGABYTE,
				agents_short_of_memory: ["a"],
			},
			sets: {
				added: [{ set_name: "Rome", items: 1 }],
				removed: [],
				changed: [{ set_name: "Berlin West", name_before: "Berlin", items_before: 1, items: 1 }],
				unchanged: 0,
			},
			agents: { living: 1, taking: 1, silent: 0, silent_taking: 0, to_load: 0, in_sync: true },
		});
		expect(codes(answer)).toEqual(["exceeds_memory", "abnormally_large"]);
		expect(answer.warnings[1]?.message).toContain("4.5 times");
		const capacityOf = (memoryCapacity: number) =>
			service.prisma.target.update({ where: { id: world.target.id }, data: { memory_capacity: memoryCapacity } });
		await capacityOf(9 * MEGABYTE - 300);
		expect((await preview(second.id)).warnings[0]?.message).toContain("300 bytes over its memory capacity");
		await capacityOf(7.5 * MEGABYTE);
		expect((await preview(second.id)).warnings[0]?.message).toContain("1.5 MB over its memory capacity");
		await capacityOf(10 * MEGABYTE);
		await activateDeployment(service, world.administrator, second.id, {
			revision: answer.revision,
			digest: answer.digest,
		});
		expect((await service.prisma.deployment.findUnique({ where: { id: first.id } }))?.status).toBe("deactivated");
		const after = await preview(second.id);
		expect(after).toMatchObject({ allowed: false, refusal: { code: "state" }, replaces: null });
		expect(after.refusal?.message).toContain("'activated'");
		// What the decision itself causes is no warning on the next request; what stays unloaded is.
		expect(after.agents).toMatchObject({ to_load: 0, loading: 1, in_sync: true });
		expect(codes(after)).not.toContain("target_not_in_sync");
		service.advance(31_000);
		await report("a");
		expect(codes(await preview(second.id))).toContain("target_not_in_sync");
		// A rollback is compared with the active build.
		expect(await preview(first.id)).toMatchObject({
			allowed: true,
			replaces: { id: second.id },
			size: { change: -7 * MEGABYTE },
			sets: { added: [], removed: [{ set_name: "Rome" }], changed: [{ name_before: "Berlin West" }] },
		});
	});

	test("other geofences of the same number are a change; a target does not reveal the draft's edit", async () => {
		const { id: designId } = await createProximityDesign(service, world.designer);
		await completeABuild(service, world.designer, designId);
		const geofenceCollectionId = await someGeofences();
		await service.prisma.designSet.updateMany({
			where: { design_id: designId },
			data: { geofence_collection_id: geofenceCollectionId },
		});
		const second = await request(await completeABuild(service, world.designer, designId), world.secondTarget.id);
		const toDesigner = await preview(second.id, world.designer);
		expect(toDesigner).toMatchObject({
			size: { compared_with: "previous_build", change: 0 },
			sets: { changed: [{ set_name: "Berlin", items_before: 1, items: 1 }], unchanged: 0 },
			map: { bounds_before: null, sets: [{ as_built: true }] },
		});
		// The partner does not see the earlier build, which was never deployed on their targets.
		expect(await preview(second.id)).toMatchObject({ size: { compared_with: null }, sets: { changed: [] } });
	});

	test("a newer build supersedes it, and only callers who see that build read its id; a newer request is pending", async () => {
		const { design, deployment } = await createRequest(service, world, world.secondTarget.id);
		const newer = await completeABuild(service, world.designer, design.id);
		const before = await preview(deployment.id);
		expect(before.superseded_by).toMatchObject({ build_id: null });
		expect((await preview(deployment.id, world.designer)).superseded_by).toMatchObject({ build_id: newer });
		expect(codes(before)).toEqual(["no_living_agent", "superseded"]);
		const waiting = await request(newer, world.secondTarget.id);
		const after = await preview(deployment.id);
		expect(after).toMatchObject({ superseded_by: { build_id: newer }, newer_request: { id: waiting.id } });
		expect(codes(after)).toEqual(["no_living_agent", "superseded", "newer_request"]);
		expect(codes(await preview(waiting.id))).toEqual(["no_living_agent"]);
	});

	test("agents match by tags; four-eyes refusals and conflicts equal those of the activation", async () => {
		const targetId = world.otherTarget.id;
		const { deployment, build_id: buildId } = await createRequest(service, world, targetId);
		const administrator = world.otherAdministrator;
		await report("tagged", { targetId, tags: ["north"] });
		expect(codes(await preview(deployment.id, administrator))).toEqual(["not_tagged_for_agents"]);
		await tagDeployment(service, administrator, deployment.id, { tags: ["north"] });
		expect(codes(await preview(deployment.id, administrator))).toEqual([]);
		service.advance(31_000);
		expect(codes(await preview(deployment.id, administrator))).toEqual(["no_living_agent"]);

		await service.prisma.target.update({ where: { id: targetId }, data: { four_eyes: true } });
		await service.prisma.deployment.update({
			where: { id: deployment.id },
			data: { requester_id: administrator.userId },
		});
		const own = await preview(deployment.id, administrator);
		expect(own).toMatchObject({ allowed: false, refusal: { code: "four_eyes" } });
		expect(codes(own)).toContain("four_eyes");
		await expect(activateDeployment(service, administrator, deployment.id)).rejects.toThrow(own.refusal?.message);
		expect(await preview(deployment.id, world.operator)).toMatchObject({ allowed: true, refusal: null });

		await rejectDeployment(service, world.operator, deployment.id, {});
		const again = await request(buildId, targetId);
		const conflict = await preview(deployment.id, world.operator);
		expect(conflict).toMatchObject({ allowed: false, refusal: { code: "conflict" } });
		expect(conflict.refusal?.message).toContain(again.id);
		await expect(activateDeployment(service, world.operator, deployment.id)).rejects.toThrow(conflict.refusal?.message);
	});

	test("silent agents are counted, and are a warning if they should load the deployment", async () => {
		const targetId = world.secondTarget.id;
		const { deployment } = await createRequest(service, world, targetId);
		const { name } = await service.prisma.target.findUniqueOrThrow({ where: { id: targetId } });
		for (const instance of ["one", "two"]) await report(instance, { targetId });
		await report("tagged", { targetId, tags: ["south"] });
		service.advance(31_000);
		const allSilent = await preview(deployment.id);
		expect(allSilent.agents).toMatchObject({ living: 0, taking: 0, silent: 3, silent_taking: 2, in_sync: false });
		expect(allSilent.warnings).toEqual([
			{
				code: "no_living_agent",
				message: `All 3 agents of ${name} are offline, so this won't go live yet.`,
			},
		]);
		await report("one", { targetId });
		const someSilent = await preview(deployment.id);
		expect(someSilent.agents).toMatchObject({ living: 1, taking: 1, silent: 2, silent_taking: 1 });
		expect(someSilent.warnings).toEqual([
			{
				code: "silent_agents",
				message: `1 of 2 matching agents of ${name} is offline; we can't confirm that it loads it.`,
			},
		]);
		await report("two", { targetId });
		const otherSilent = await preview(deployment.id);
		expect(otherSilent.agents).toMatchObject({ living: 2, taking: 2, silent: 1, silent_taking: 0, in_sync: true });
		expect(otherSilent.warnings).toEqual([]);
	});

	test("a requester who no longer sees the design reads nothing about the replaced deployment", async () => {
		const { id: designId } = await createProximityDesign(service, world.designer);
		const shareWith = (...ids: string[]) =>
			shareDesign(service, world.designer, designId, {
				collaborators: ids.map((id) => ({ type: "user" as const, id, permissions: { view: true, edit: false } })),
			});
		const first = await request(await completeABuild(service, world.designer, designId));
		await activateDeployment(service, world.administrator, first.id);
		await shareWith(world.outsider.userId);
		const buildId = await completeABuild(service, world.designer, designId, 2_000);
		const own = await requestDeployment(service, world.outsider, buildId, { targetId: first.target_id });
		const answer = async (as: Principal) => {
			const detail = await getDeploymentDetail(service, as, own.id);
			const { replaces, size } = await preview(own.id, as);
			return [detail.replaces?.id, replaces?.id, size.before];
		};
		expect(await answer(world.outsider)).toEqual([first.id, first.id, 1_000]);
		await shareWith();
		expect(await answer(world.outsider)).toEqual([undefined, undefined, null]);
		for (const as of [world.designer, world.administrator, world.operator]) {
			expect(await answer(as)).toEqual([first.id, first.id, 1_000]);
		}
	});
});
