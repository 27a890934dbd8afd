import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEPLOYMENT_STATUSES, type DeploymentStatus } from "@/lib/contract/deployment";
import { allows, DEPLOYMENT_TRANSITIONS, type DeploymentAction } from "@/lib/contract/transitions";
import type { Principal } from "@/lib/domain/access/principal";
import { ForbiddenError, InvalidStateError, NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";
import { listDeployments } from "./lists/list-deployments";
import { getDeploymentDetail } from "./reads/get-deployment-detail";
import { activateDeployment } from "./transitions/activate-deployment";
import { cancelDeployment } from "./transitions/cancel-deployment";
import { deactivateDeployment } from "./transitions/deactivate-deployment";
import { deleteDeployment } from "./transitions/delete-deployment";
import { rejectDeployment } from "./transitions/reject-deployment";
import { requestDeployment } from "./transitions/request-deployment";
import { tagDeployment } from "./transitions/tag-deployment";

const EVERYTHING = { limit: 500, offset: 0, order: "desc", sort: "updated_at" } as const;

describe.each(testDatabaseKinds())("deployments on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const act: Record<DeploymentAction, (principal: Principal, id: string) => Promise<unknown>> = {
		activate: (principal, id) => activateDeployment(service, principal, id),
		deactivate: (principal, id) => deactivateDeployment(service, principal, id),
		reject: (principal, id) => rejectDeployment(service, principal, id, { message: "too large" }),
		cancel: (principal, id) => cancelDeployment(service, principal, id, {}),
		tag: (principal, id) => tagDeployment(service, principal, id, { tags: ["a", "b"] }),
		delete: (principal, id) => deleteDeployment(service, principal, id),
	};

	async function bring(id: string, status: DeploymentStatus): Promise<void> {
		if (status === "activated" || status === "deactivated") await act.activate(world.administrator, id);
		if (status === "deactivated") await act.deactivate(world.administrator, id);
		if (status === "rejected") await act.reject(world.administrator, id);
		if (status === "cancelled") await act.cancel(world.designer, id);
	}

	const statusOf = async (id: string) =>
		(await service.prisma.deployment.findUnique({ where: { id }, select: { status: true } }))?.status;

	const cases = (Object.keys(DEPLOYMENT_TRANSITIONS) as DeploymentAction[]).flatMap((action) =>
		DEPLOYMENT_STATUSES.map((status) => ({ action, status })),
	);
	test.each(cases)("$action from $status follows the transition table", async ({ action, status }) => {
		const { deployment } = await createRequest(service, world);
		await bring(deployment.id, status);
		const attempt = act[action](world.operator, deployment.id);
		if (allows(action, status)) {
			await attempt;
			const { to } = DEPLOYMENT_TRANSITIONS[action];
			expect(await statusOf(deployment.id)).toBe(to === "deleted" ? undefined : (to ?? status));
		} else {
			await expect(attempt).rejects.toThrow(InvalidStateError);
			await expect(attempt).rejects.toThrow(`'${status}'`);
			expect(await statusOf(deployment.id)).toBe(status);
		}
	});

	test("activation replaces the build of the design that is active on the target, and on no other target", async () => {
		const design = await createProximityDesign(service, world.designer);
		const firstBuild = await completeABuild(service, world.designer, design.id);
		const request = (buildId: string, targetId = world.target.id) =>
			requestDeployment(service, world.designer, buildId, { targetId });
		const first = await request(firstBuild);
		const elsewhere = await request(firstBuild, world.secondTarget.id);
		await act.activate(world.administrator, first.id);
		await act.activate(world.administrator, elsewhere.id);
		const secondBuild = await completeABuild(service, world.designer, design.id);
		const second = await request(secondBuild);
		expect([first.new_build, second.new_build]).toEqual([true, false]);
		await act.activate(world.administrator, second.id);
		expect(await statusOf(first.id)).toBe("deactivated");
		expect(await statusOf(second.id)).toBe("activated");
		expect(await statusOf(elsewhere.id)).toBe("activated");
	});

	test("approved_at and deployer are those of the first activation", async () => {
		const { deployment } = await createRequest(service, world);
		const first = await activateDeployment(service, world.administrator, deployment.id);
		await act.deactivate(world.administrator, deployment.id);
		const again = await activateDeployment(service, world.operator, deployment.id);
		expect(again.approved_at).toBe(first.approved_at);
		expect(again.deployer).toBe(world.administrator.email);
	});

	test("a build cannot be requested twice to a target, but again after a rejection", async () => {
		const { build_id: buildId, deployment } = await createRequest(service, world);
		const again = () => requestDeployment(service, world.colleague, buildId, { targetId: world.target.id });
		await expect(again()).rejects.toThrow(`${deployment.id}, whose status is 'requested'`);
		await act.reject(world.administrator, deployment.id);
		const newer = await again();
		await expect(act.activate(world.administrator, deployment.id)).rejects.toThrow(newer.id);
		await act.delete(world.administrator, newer.id);
		await act.activate(world.administrator, deployment.id);
		expect(await statusOf(deployment.id)).toBe("activated");
	});

	test("a deployment is not found for callers who do not see it, and refused to callers without the right", async () => {
		const { deployment } = await createRequest(service, world);
		for (const action of ["activate", "reject", "tag", "delete"] as const) {
			await expect(act[action](world.outsider, deployment.id), action).rejects.toThrow(NotFoundError);
			await expect(act[action](world.otherAdministrator, deployment.id), action).rejects.toThrow(NotFoundError);
			await expect(act[action](world.designer, deployment.id), action).rejects.toThrow(ForbiddenError);
			await expect(act[action](world.customerAdministrator, deployment.id), action).rejects.toThrow(ForbiddenError);
		}
		await expect(act.cancel(world.administrator, deployment.id)).rejects.toThrow(ForbiddenError);
		await expect(act.cancel(world.colleague, deployment.id)).rejects.toThrow(ForbiddenError);
		await act.cancel(world.customerAdministrator, deployment.id);
		expect(await statusOf(deployment.id)).toBe("cancelled");
	});

	test("a narrowed credential acts as a designer", async () => {
		const { deployment } = await createRequest(service, world);
		const narrowed: Principal = { ...world.administrator, role: "designer" };
		await expect(act.activate(narrowed, deployment.id)).rejects.toThrow(NotFoundError);
	});

	test("a decision on an older revision or another file is refused and names the last change", async () => {
		const { deployment } = await createRequest(service, world);
		const detail = await getDeploymentDetail(service, world.administrator, deployment.id);
		await act.tag(world.administrator, deployment.id);
		const stale = activateDeployment(service, world.operator, deployment.id, { revision: detail.revision });
		await expect(stale).rejects.toThrow(VersionMismatchError);
		await expect(stale).rejects.toThrow(world.administrator.email);
		const otherFile = { digest: `sha256:${"0".repeat(64)}` };
		await expect(activateDeployment(service, world.operator, deployment.id, otherFile)).rejects.toThrow("digest");
		const now = { revision: detail.revision + 1, digest: detail.digest };
		expect((await activateDeployment(service, world.operator, deployment.id, now)).status).toBe("activated");
	});

	test("lists contain visible deployments, never cancelled or rejected ones", async () => {
		const own = await createWorld(service);
		const kept = await createRequest(service, own);
		const rejected = await createRequest(service, own);
		await rejectDeployment(service, own.administrator, rejected.deployment.id, { message: "no" });
		const ids = async (principal: Principal) =>
			(await listDeployments(service, principal, EVERYTHING)).rows.map(({ id }) => id);
		expect(await ids(own.designer)).toEqual([kept.deployment.id]);
		expect(await ids(own.administrator)).toEqual([kept.deployment.id]);
		expect(await ids(own.otherAdministrator)).toEqual([]);
		expect(await ids(own.outsider)).toEqual([]);
		const record = await getDeploymentDetail(service, own.designer, rejected.deployment.id);
		expect(record).toMatchObject({ status: "rejected", status_reason: "no" });
		await expect(getDeploymentDetail(service, own.colleague, rejected.deployment.id)).rejects.toThrow(NotFoundError);
	});

	test("every transition records an audit event with actor, address and change", async () => {
		const { deployment } = await createRequest(service, world);
		await act.reject(world.administrator, deployment.id);
		const events = await service.prisma.auditEvent.findMany({
			where: { object_id: deployment.id },
			orderBy: { id: "asc" },
		});
		expect(events).toMatchObject([
			{ action: "request", actor_id: world.designer.userId, status_after: "requested", reason: "please" },
			{
				action: "reject",
				actor_id: world.administrator.userId,
				credential: "session",
				address: "192.0.2.1",
				status_before: "requested",
				status_after: "rejected",
				reason: "too large",
			},
		]);
	});

	test("a target that does not accept the caller's organization is not found", async () => {
		const design = await createProximityDesign(service, world.designer);
		const buildId = await completeABuild(service, world.designer, design.id);
		await service.prisma.targetAcceptedOrganization.deleteMany({
			where: { target_id: world.otherTarget.id, organization_id: world.designer.organizationId },
		});
		const request = requestDeployment(service, world.designer, buildId, { targetId: world.otherTarget.id });
		await expect(request).rejects.toThrow("target not found");
	});

	test("the database enforces one activated build per design and target, and one live deployment per build and target", async () => {
		const { design, build_id: buildId, deployment } = await createRequest(service, world);
		const later = await completeABuild(service, world.designer, design.id);
		const request = (id: string) => requestDeployment(service, world.designer, id, { targetId: world.target.id });
		const rival = await request(later);
		const approved = { approved_at: service.now(), deployer_id: world.administrator.userId };
		const set = (id: string, status: DeploymentStatus) =>
			service.prisma.deployment.update({ where: { id }, data: { status, ...approved }, select: { id: true } });
		await set(deployment.id, "activated");
		await expect(set(rival.id, "activated")).rejects.toMatchObject({ code: "P2002" });
		await set(deployment.id, "deactivated");
		await set(rival.id, "activated");
		await set(deployment.id, "rejected");
		const newer = await request(buildId);
		for (const live of ["requested", "activated", "deactivated"] as const) {
			await expect(set(deployment.id, live), live).rejects.toMatchObject({ code: "P2002" });
		}
		await set(newer.id, "cancelled");
		await set(deployment.id, "requested");
	});

	test.runIf(kind === "postgres")("20 concurrent activations leave one build active", async () => {
		const design = await createProximityDesign(service, world.designer);
		const requested: string[] = [];
		for (let number = 0; number < 20; number += 1) {
			const buildId = await completeABuild(service, world.designer, design.id);
			requested.push((await requestDeployment(service, world.designer, buildId, { targetId: world.target.id })).id);
		}
		const outcomes = await Promise.allSettled(requested.map((id) => act.activate(world.administrator, id)));
		expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
		const active = await service.prisma.deployment.count({ where: { design_id: design.id, status: "activated" } });
		expect(active).toBe(1);
	});
});
