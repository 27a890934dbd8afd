import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { ForbiddenError, InvalidStateError, NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { outcomesOf } from "@/lib/tools/testing/outcomes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { activateDeployment } from "./activate-deployment";
import { deactivateDeployment } from "./deactivate-deployment";
import { requestDeployment } from "./request-deployment";
import { rollBackDeployment } from "./roll-back-deployment";

describe.each(testDatabaseKinds())("rolling back on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	/** Requests deployment of this number of builds of one design on the target. */
	async function deployments(count: number, targetId = world.target.id): Promise<string[]> {
		const { id: designId } = await createProximityDesign(service, world.designer);
		const ids: string[] = [];
		for (let number = 0; number < count; number += 1) {
			const buildId = await completeABuild(service, world.designer, designId);
			ids.push((await requestDeployment(service, world.designer, buildId, { targetId })).id);
		}
		return ids;
	}
	const activate = (id: string) => activateDeployment(service, world.administrator, id);
	const deactivate = (id: string) => deactivateDeployment(service, world.administrator, id);
	const rollBack = (id: string, revision?: number) =>
		rollBackDeployment(service, world.administrator, id, { revision });
	const detail = (id: string, principal = world.administrator) => getDeploymentDetail(service, principal, id);
	const status = async (id: string) => (await detail(id)).status;

	test("restores the replaced deployment, announces that in the detail, and can itself be rolled back", async () => {
		const [first = "", second = ""] = await deployments(2);
		await activate(first);
		expect((await detail(first)).rollback_to).toBeNull();
		await expect(rollBack(first)).rejects.toThrow("there is no earlier build of 'Coffee shops' on the target");
		await activate(second);
		const before = await detail(second);
		expect(before.rollback_to).toMatchObject({ id: first });
		expect((await detail(second, world.designer)).rollback_to).toBeNull();
		await expect(rollBack(second, before.revision + 1)).rejects.toThrow(VersionMismatchError);
		const restored = await rollBack(second, before.revision);
		expect(restored).toMatchObject({ id: first, status: "activated", rollback_to: { id: second } });
		expect(await status(second)).toBe("deactivated");
		const events = await service.prisma.auditEvent.findMany({ where: { object_id: { in: [first, second] } } });
		expect(events.slice(-2)).toMatchObject([
			{ object_id: second, action: "deactivate", detail: { replaced_by: first } },
			{ object_id: first, action: "rollback", status_after: "activated", detail: { rolled_back: second } },
		]);
		expect(await rollBack(first)).toMatchObject({ id: second });
	});

	test("prefers a replaced deployment to one that was deactivated by hand", async () => {
		const [first = "", second = "", third = "", fourth = ""] = await deployments(4);
		await activate(first);
		await deactivate(first);
		await activate(second);
		expect((await detail(second)).rollback_to).toMatchObject({ id: first });
		await activate(third);
		await deactivate(third);
		await activate(fourth);
		expect((await detail(fourth)).rollback_to).toMatchObject({ id: second });
		expect(await rollBack(fourth)).toMatchObject({ id: second });
	});

	test("only the target's administrators roll back, and only an activated deployment, on that target", async () => {
		const [first = "", second = ""] = await deployments(2);
		await expect(rollBack(first)).rejects.toThrow(
			"cannot roll back a deployment whose status is 'requested': it must be 'activated'",
		);
		await activate(first);
		await activate(second);
		await expect(rollBack(first)).rejects.toThrow(InvalidStateError);
		await expect(rollBackDeployment(service, world.designer, second)).rejects.toThrow(ForbiddenError);
		await expect(rollBackDeployment(service, world.outsider, second)).rejects.toThrow(NotFoundError);
		await expect(rollBackDeployment(service, world.otherAdministrator, second)).rejects.toThrow(NotFoundError);
		expect(await status(second)).toBe("activated");
	});

	test("the four-eyes rule forbids the requester to restore their own request", async () => {
		const [first = "", second = ""] = await deployments(2, world.secondTarget.id);
		await activate(first);
		await activate(second);
		await service.prisma.target.update({ where: { id: world.secondTarget.id }, data: { four_eyes: true } });
		await service.prisma.deployment.update({
			where: { id: first },
			data: { requester_id: world.administrator.userId },
		});
		await expect(rollBack(second)).rejects.toThrow("four-eyes");
		await expect(activate(first)).rejects.toThrow(ForbiddenError);
		expect((await detail(first)).permissions.activate_own).toBe(false);
		expect([await status(first), await status(second)]).toEqual(["deactivated", "activated"]);
		expect(await rollBackDeployment(service, world.operator, second)).toMatchObject({ id: first });
	});

	onPostgres("rollback against activation of another: one is active, and none fails but for its state", async () => {
		for (let round = 0; round < 15; round += 1) {
			const [first = "", second = "", third = ""] = await deployments(3);
			await activate(first);
			await activate(second);
			const both = [() => rollBack(second), () => activate(third)];
			if (round % 2 === 1) both.reverse();
			const outcomes = await outcomesOf(both.map((act) => act()));
			expect([{ done: 2 }, { done: 1, InvalidState: 1 }]).toContainEqual(outcomes);
			const statuses = await Promise.all([first, second, third].map(status));
			expect(statuses.filter((found) => found === "activated")).toHaveLength(1);
		}
	});
});
