import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UNDO_SECONDS } from "@/lib/contract/constants";
import { listDeploymentDetails } from "@/lib/domain/deployments/lists/list-deployment-details";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { scheduleDeployment } from "@/lib/domain/deployments/schedules/schedule-deployment";
import { ForbiddenError, InvalidStateError, NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { outcomesOf } from "@/lib/tools/testing/outcomes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { activateDeployment } from "./activate-deployment";
import { deactivateDeployment } from "./deactivate-deployment";
import { deleteDeployment } from "./delete-deployment";
import { rejectDeployment } from "./reject-deployment";
import { requestDeployment } from "./request-deployment";
import { tagDeployment } from "./tag-deployment";
import { undoDecision } from "./undo-decision";

const HOUR = 3_600_000;

describe.each(testDatabaseKinds())("undoing a decision on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	/** Requests for this number of builds of one design, a second apart. */
	async function requests(count: number, targetId = world.target.id): Promise<string[]> {
		const { id: designId } = await createProximityDesign(service, world.designer);
		const ids: string[] = [];
		for (let number = 0; number < count; number += 1) {
			service.advance(1_000);
			const buildId = await completeABuild(service, world.designer, designId);
			ids.push((await requestDeployment(service, world.designer, buildId, { targetId })).id);
		}
		return ids;
	}
	const activate = (id: string) => activateDeployment(service, world.administrator, id);
	const undo = (id: string, principal = world.administrator, revision?: number) =>
		undoDecision(service, principal, id, { revision });
	const detail = (id: string) => getDeploymentDetail(service, world.administrator, id);
	const status = async (id: string) => (await detail(id)).status;
	const desired = async () =>
		(await service.prisma.target.findUniqueOrThrow({ where: { id: world.target.id } })).desired_revision;
	const waiting = async () => {
		const filter = {
			detail: true,
			status: ["requested" as const],
			sort: "requested_at" as const,
			order: "asc" as const,
		};
		const page = await listDeploymentDetails(service, world.administrator, { ...filter, limit: 500, offset: 0 });
		return page.rows.map(({ id }) => id);
	};

	test("an activated request is pending again as it was, in its place, with its tags and its time", async () => {
		const [first = "", , third = ""] = [...(await requests(1)), ...(await requests(1)), ...(await requests(1))];
		await tagDeployment(service, world.administrator, first, { tags: ["night"] });
		const before = await detail(first);
		const order = await waiting();
		service.advance(5_000);
		await activate(first);
		const revision = await desired();
		expect(await waiting()).toEqual(order.filter((id) => id !== first));
		service.advance(10_000);
		const after = await undo(first, world.administrator, before.revision + 1);
		expect(after).toEqual({
			...before,
			revision: before.revision + 2,
			updated_at: expect.any(String),
		});
		expect(await waiting()).toEqual(order);
		expect(order.indexOf(first)).toBeLessThan(order.indexOf(third));
		expect(await desired()).toBeGreaterThan(revision);
		const event = await service.prisma.auditEvent.findFirst({ where: { object_id: first }, orderBy: { id: "desc" } });
		expect(event).toMatchObject({
			action: "undo",
			status_before: "activated",
			status_after: "requested",
			detail: { undone: "activate" },
		});
		// It can be decided again, and that undone, too.
		await activate(first);
		expect(await undo(first)).toMatchObject({ status: "requested", approved_at: null, deployer: null });
	});

	test("what it replaced is activated again, and schedules that the activation ended are back", async () => {
		const [first = "", second = ""] = await requests(2);
		await activate(first);
		const at = (hours: number) => new Date(service.now().getTime() + hours * HOUR).toISOString();
		const [end, begin] = [at(5), at(2)];
		await scheduleDeployment(service, world.administrator, first, { deactivate_at: end });
		await scheduleDeployment(service, world.administrator, second, { activate_at: begin, deactivate_at: end });
		service.advance(1_000);
		await activate(second);
		expect([await status(first), (await detail(first)).schedule]).toEqual(["deactivated", null]);
		expect(await detail(second)).toMatchObject({ schedule: { activate_at: null, deactivate_at: end } });
		service.advance(1_000);
		expect(await undo(second)).toMatchObject({
			status: "requested",
			replaces: { id: first },
			schedule: { activate_at: begin, deactivate_at: end, last_problem: null },
		});
		expect(await detail(first)).toMatchObject({
			status: "activated",
			activated_at: expect.any(String),
			schedule: { activate_at: null, deactivate_at: end },
		});
		const events = await service.prisma.auditEvent.findMany({
			where: { object_id: { in: [first, second] } },
			orderBy: { id: "asc" },
		});
		expect(events.slice(-2)).toMatchObject([
			{ object_id: second, action: "undo" },
			{ object_id: first, action: "activate", status_before: "deactivated", detail: { undone: second } },
		]);
		await expect(undo(first)).rejects.toThrow("this deployment was 'deactivated' before its last change");
	});

	test("a rejection is undone, unless the build was requested again", async () => {
		const [first = ""] = await requests(1);
		const before = await detail(first);
		await rejectDeployment(service, world.administrator, first, { message: "too large" });
		expect(await undo(first)).toMatchObject({
			status: "requested",
			status_reason: null,
			revision: before.revision + 2,
		});
		await rejectDeployment(service, world.administrator, first, {});
		const again = await requestDeployment(service, world.designer, before.build_id, { targetId: before.target_id });
		await expect(undo(first)).rejects.toThrow(InvalidStateError);
		expect([await status(first), await status(again.id)]).toEqual(["rejected", "requested"]);
	});

	test("only by the decider, at the revision that they saw, and for half a minute", async () => {
		const [first = ""] = await requests(1);
		await expect(undo(first)).rejects.toThrow("it must be 'activated', 'rejected'");
		await activate(first);
		await expect(undo(first, world.operator)).rejects.toThrow(
			`only ${world.administrator.email}, who decided on this request`,
		);
		await expect(undo(first, world.designer)).rejects.toThrow(ForbiddenError);
		await expect(undo(first, world.otherAdministrator)).rejects.toThrow(NotFoundError);
		await expect(undo(first, world.administrator, 1)).rejects.toThrow(VersionMismatchError);
		service.advance(UNDO_SECONDS * 1_000 + 1_000);
		await expect(undo(first)).rejects.toThrow(
			"a decision can be undone for 30 seconds, and this one is 31 seconds old",
		);
		await deactivateDeployment(service, world.administrator, first);
		await activate(first);
		await expect(undo(first)).rejects.toThrow("only the decision on a request can be undone");
		expect(await status(first)).toBe("activated");
	});

	test("not when what it replaced has changed since; nothing is done then", async () => {
		const [first = "", second = "", third = ""] = await requests(3);
		await activate(first);
		await activate(second);
		await deleteDeployment(service, world.administrator, first);
		await expect(undo(second)).rejects.toThrow(`the deployment ${first}, which this one replaced, has changed since`);
		expect(await status(second)).toBe("activated");
		await activate(third);
		await expect(undo(second)).rejects.toThrow(InvalidStateError);
		expect(await undo(third)).toMatchObject({ status: "requested" });
		expect(await status(second)).toBe("activated");
	});

	test("the four-eyes rule lets a decider restore what was active", async () => {
		const [first = "", second = ""] = await requests(2, world.secondTarget.id);
		await activate(first);
		await service.prisma.target.update({ where: { id: world.secondTarget.id }, data: { four_eyes: true } });
		await service.prisma.deployment.update({
			where: { id: first },
			data: { requester_id: world.administrator.userId },
		});
		await activate(second);
		expect(await undo(second)).toMatchObject({ status: "requested" });
		expect(await status(first)).toBe("activated");
	});

	onPostgres("undo against a rival activation: one build is active, and nothing is half done", async () => {
		for (let round = 0; round < 10; round += 1) {
			const [first = "", second = "", third = ""] = await requests(3);
			await activate(first);
			await activate(second);
			const both = [() => undo(second), () => activate(third)];
			if (round % 2 === 1) both.reverse();
			expect([{ done: 2 }, { done: 1, InvalidState: 1 }]).toContainEqual(await outcomesOf(both.map((act) => act())));
			const statuses = await Promise.all([first, second, third].map(status));
			expect(statuses.filter((found) => found === "activated")).toEqual(["activated"]);
			expect(statuses[2]).toBe("activated");
		}
	});
});
