import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { listDeployments } from "@/lib/domain/deployments/lists/list-deployments";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { refreshDesignSearch } from "@/lib/domain/lists/refresh-documents";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { beforeCommit, beginBeside } from "@/lib/tools/testing/beside";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { outcomesOf } from "@/lib/tools/testing/outcomes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";
import { activateDeployment } from "./activate-deployment";
import { cancelDeployment } from "./cancel-deployment";
import { deactivateDeployment } from "./deactivate-deployment";
import { deleteDeployment } from "./delete-deployment";
import { rejectDeployment } from "./reject-deployment";
import { requestDeployment } from "./request-deployment";
import { tagDeployment } from "./tag-deployment";

/** Enough rounds that each of two rivals wins some. */
const ROUNDS = 20;

describe.each(testDatabaseKinds())("races of deployments on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const activate = (id: string, principal: Principal = world.administrator) =>
		activateDeployment(service, principal, id);
	const statusesOf = async (designId: string, targetId: string) =>
		(
			await service.prisma.deployment.findMany({
				where: { design_id: designId, target_id: targetId },
				select: { status: true },
			})
		).map(({ status }) => status);
	const statusOf = async (id: string) =>
		(await service.prisma.deployment.findUnique({ where: { id }, select: { status: true } }))?.status ?? "deleted";
	const eventsOf = async (id: string) =>
		(await service.prisma.auditEvent.findMany({ where: { object_id: id }, orderBy: { id: "asc" } })).map(
			({ action, status_before: statusBefore, status_after: statusAfter }) => ({
				action,
				status_before: statusBefore,
				status_after: statusAfter,
			}),
		);

	const rename = (designId: string, name: string, beforeCommit: () => Promise<void>) =>
		service.prisma.$transaction(async (tx) => {
			await tx.design.update({ where: { id: designId }, data: { name }, select: { id: true } });
			await refreshDesignSearch(tx, designId);
			await beforeCommit();
		});

	/** Creates a design with this number of builds, each requested on each target. */
	async function rivals(count: number, targetIds: readonly string[]): Promise<{ designId: string; ids: string[] }> {
		const { id: designId } = await createProximityDesign(service, world.designer);
		const ids: string[] = [];
		for (let number = 0; number < count; number += 1) {
			const buildId = await completeABuild(service, world.designer, designId);
			for (const targetId of targetIds) {
				ids.push((await requestDeployment(service, world.designer, buildId, { targetId })).id);
			}
		}
		return { designId, ids };
	}

	onPostgres("of 50 rival activations at once each succeeds in turn, and one build is active in the end", async () => {
		const { designId, ids } = await rivals(50, [world.target.id]);
		expect(await outcomesOf(ids.map((id) => activate(id)))).toEqual({ done: 50 });
		const statuses = await statusesOf(designId, world.target.id);
		expect(statuses.filter((status) => status === "activated")).toHaveLength(1);
		expect(statuses.filter((status) => status === "deactivated")).toHaveLength(49);
		const replaced = await service.prisma.auditEvent.count({ where: { design_id: designId, action: "deactivate" } });
		expect(replaced).toBe(49);
	});

	onPostgres("50 activations of one deployment at once: one succeeds", async () => {
		const { deployment } = await createRequest(service, world);
		const attempts = Array.from({ length: 50 }, () => activate(deployment.id));
		expect(await outcomesOf(attempts)).toEqual({ done: 1, InvalidState: 49 });
		expect(await eventsOf(deployment.id)).toHaveLength(2);
	});

	onPostgres("of 50 identical deployment requests at once one is taken", async () => {
		const { id: designId } = await createProximityDesign(service, world.designer);
		const buildId = await completeABuild(service, world.designer, designId);
		const request = (principal: Principal) =>
			requestDeployment(service, principal, buildId, { targetId: world.target.id });
		const attempts = Array.from({ length: 50 }, (_, number) =>
			request(number % 2 === 0 ? world.designer : world.colleague),
		);
		expect(await outcomesOf(attempts)).toEqual({ done: 1, InvalidState: 49 });
		expect(await statusesOf(designId, world.target.id)).toEqual(["requested"]);
	});

	onPostgres("cancel against activate: one wins, the other gets a conflict", async () => {
		const winners = new Set<string>();
		for (let round = 0; round < ROUNDS; round += 1) {
			const { deployment } = await createRequest(service, world);
			const cancel = () => cancelDeployment(service, world.designer, deployment.id, {});
			const both = round % 2 === 0 ? [cancel(), activate(deployment.id)] : [activate(deployment.id), cancel()];
			expect(await outcomesOf(both)).toEqual({ done: 1, InvalidState: 1 });
			const status = await statusOf(deployment.id);
			winners.add(status);
			expect((await eventsOf(deployment.id)).at(-1)).toMatchObject({
				status_before: "requested",
				status_after: status,
			});
		}
		expect([...winners].filter((status) => status !== "activated" && status !== "cancelled")).toEqual([]);
	});

	onPostgres(
		"deactivate against delete: the deployment is deleted, and the loser gets a conflict or not found",
		async () => {
			for (let round = 0; round < ROUNDS; round += 1) {
				const { deployment } = await createRequest(service, world);
				await activate(deployment.id);
				const remove = () => deleteDeployment(service, world.administrator, deployment.id);
				const deactivate = () => deactivateDeployment(service, world.operator, deployment.id);
				const outcomes = await outcomesOf(round % 2 === 0 ? [deactivate(), remove()] : [remove(), deactivate()]);
				// Both succeed if the deactivation came first; otherwise it finds nothing.
				expect([{ done: 2 }, { done: 1, NotFound: 1 }]).toContainEqual(outcomes);
				expect(await statusOf(deployment.id)).toBe("deleted");
			}
		},
	);

	onPostgres(
		"activating a rejected deployment against a new request of the same build: one of them is live",
		async () => {
			for (let round = 0; round < ROUNDS; round += 1) {
				const { design, build_id: buildId, deployment } = await createRequest(service, world);
				await rejectDeployment(service, world.administrator, deployment.id, {});
				const request = requestDeployment(service, world.colleague, buildId, { targetId: world.target.id });
				expect(await outcomesOf([activate(deployment.id), request])).toEqual({ done: 1, InvalidState: 1 });
				const live = (await statusesOf(design.id, world.target.id)).filter((status) => status !== "rejected");
				expect(live).toHaveLength(1);
			}
		},
	);

	const foundBy = async (q: string) => {
		const filter = { limit: 5, offset: 0, order: "desc", sort: "updated_at", q } as const;
		return (await listDeployments(service, world.designer, filter)).rows;
	};

	onPostgres("a request during a rename of its design is found by the new name", async () => {
		const { id: designId } = await createProximityDesign(service, world.designer);
		const buildId = await completeABuild(service, world.designer, designId);
		let requested: Promise<unknown> | undefined;
		await rename(designId, "Zanzibar", async () => {
			const request = () => requestDeployment(service, world.designer, buildId, { targetId: world.target.id });
			requested = (await beginBeside(service, request)).begun;
		});
		await requested;
		expect(await foundBy("zanzibar")).toMatchObject([{ design_id: designId }]);
	});

	onPostgres("a request during a rename of its target is found by the new name", async () => {
		const { id: designId } = await createProximityDesign(service, world.designer);
		const buildId = await completeABuild(service, world.designer, designId);
		const renameTarget = () => editTarget(service, world.administrator, world.secondTarget.id, { name: "Timbuktu" });
		const concurrent = beforeCommit(service, renameTarget);
		await requestDeployment(concurrent.service, world.designer, buildId, { targetId: world.secondTarget.id });
		await concurrent.begun();
		expect(await foundBy("timbuktu")).toMatchObject([{ design_id: designId }]);
	});

	onPostgres("concurrent actions on rivals on two targets cause no deadlock", async () => {
		const targets = [world.target.id, world.secondTarget.id];
		const { designId, ids } = await rivals(5, targets);
		const actions = [
			(id: string) => activate(id),
			(id: string) => deactivateDeployment(service, world.operator, id),
			(id: string) => rejectDeployment(service, world.administrator, id, {}),
			(id: string) => cancelDeployment(service, world.designer, id, {}),
			(id: string) => tagDeployment(service, world.administrator, id, { tags: [id.slice(0, 4)] }),
			(id: string) => deleteDeployment(service, world.operator, id),
			(id: string) => activate(id, world.operator),
			(id: string) => editDesign(service, world.designer, designId, { name: `renamed for ${id}` }),
		];
		const attempts = Array.from({ length: 160 }, (_, number) => {
			const id = ids[(number * 7) % ids.length] as string;
			return (actions[number % actions.length] as (typeof actions)[number])(id);
		});
		const outcomes = await outcomesOf(attempts);
		const { done = 0, InvalidState = 0, NotFound = 0, ...unexpected } = outcomes;
		expect(unexpected).toEqual({});
		expect(done + InvalidState + NotFound).toBe(160);
		for (const targetId of targets) {
			const active = (await statusesOf(designId, targetId)).filter((status) => status === "activated");
			expect(active.length).toBeLessThanOrEqual(1);
		}
	});
});
