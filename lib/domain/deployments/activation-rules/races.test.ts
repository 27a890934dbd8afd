import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { outcomesOf } from "@/lib/tools/testing/outcomes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { runRules } from "./run-rules";
import { RuleScene } from "./testing";

/** Enough rounds that each of two rivals wins some. */
const ROUNDS = 10;

describe.each(testDatabaseKinds())("races of activation rules on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	let scene: RuleScene;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	beforeEach(async () => {
		await service.prisma.activationRule.deleteMany();
		world = await createWorld(service);
		scene = new RuleScene(service, world);
	});
	afterAll(() => service.drop());

	const activations = (designId: string) =>
		service.prisma.auditEvent.count({ where: { design_id: designId, action: "activate", status_before: "requested" } });

	test("of two rules and many runs at once one activates a request, once", async () => {
		const requests = [await scene.refresh(), await scene.refresh(), await scene.refresh()];
		await scene.rule();
		await scene.rule();
		const counts = await Promise.all(Array.from({ length: 6 }, () => runRules(service)));
		await runRules(service);
		for (const { id, designId } of requests) {
			expect(await scene.statusOf(id)).toBe("activated");
			// The one by hand, and one by a rule.
			expect(await activations(designId)).toBe(2);
		}
		expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(requests.length);
	});

	onPostgres("runs that count at once never pass the daily limit", async () => {
		const requests = [];
		for (let number = 0; number < 8; number += 1) requests.push(await scene.refresh());
		await scene.rule({ daily_limit: 3 });
		await Promise.all(Array.from({ length: 8 }, () => runRules(service)));
		await runRules(service);
		const statuses = await Promise.all(requests.map(({ id }) => scene.statusOf(id)));
		expect(statuses.filter((status) => status === "activated")).toHaveLength(3);
		expect((await service.prisma.activationRule.findFirstOrThrow()).active_count).toBe(3);
	});

	onPostgres("against a decision by hand: one wins, and the rule never fails", async () => {
		const winners = new Set<string>();
		await scene.rule();
		for (let round = 0; round < ROUNDS; round += 1) {
			const { id } = await scene.refresh();
			const hand = async () => {
				if (round % 2 === 0) await rejectDeployment(service, world.administrator, id, {}, { revision: 1 });
				else await activateDeployment(service, world.administrator, id, { revision: 1 });
			};
			const both = round % 3 === 0 ? [runRules(service), hand()] : [hand(), runRules(service)];
			const outcomes = await outcomesOf(both);
			const last = await service.prisma.auditEvent.findFirst({ where: { object_id: id }, orderBy: { id: "desc" } });
			winners.add(last?.credential ?? "");
			// The hand may find the request decided, or changed.
			expect(outcomes.done ?? 0).toBeGreaterThanOrEqual(1);
			const decided = await service.prisma.auditEvent.count({
				where: { object_id: id, status_before: "requested", status_after: { not: "requested" } },
			});
			expect(decided).toBe(1);
		}
		expect([...winners].filter((winner) => winner !== "session" && winner !== "rule")).toEqual([]);
	});

	onPostgres("a request that somebody is deciding on is left, and looked at afterwards", async () => {
		const { id } = await scene.refresh();
		await scene.rule();
		await service.prisma.$transaction(async (tx) => {
			await tx.$queryRaw`SELECT FROM deployments WHERE id = ${id}::uuid FOR UPDATE`;
			expect(await runRules(service)).toBe(0);
		});
		expect(await runRules(service)).toBe(1);
		expect(await scene.statusOf(id)).toBe("activated");
	});
});
