import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commentOnDeployment } from "@/lib/domain/deployments/comments/comment-on-deployment";
import { previewActivation } from "@/lib/domain/deployments/preview/preview-activation";
import { scheduleDeployment } from "@/lib/domain/deployments/schedules/schedule-deployment";
import { compareOutdated } from "@/lib/domain/places/compare-with-places";
import { createCategory } from "@/lib/domain/places/create-category";
import { deleteCategory } from "@/lib/domain/places/delete-category";
import { editCategory } from "@/lib/domain/places/edit-category";
import { createFreeze } from "@/lib/domain/targets/create-freeze";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { editRule } from "./edit-rule";
import { runRules } from "./run-rules";
import { RuleScene } from "./testing";

const DAY = 86_400_000;

/** What a rule judges by, each with a life of its own (docs/contract.md, Activation rules). */
describe("what an activation rule judges by", () => {
	let service: TestService;
	let world: World;
	let scene: RuleScene;
	beforeAll(async () => {
		service = await createTestService();
	});
	beforeEach(async () => {
		await service.prisma.activationRule.deleteMany();
		world = await createWorld(service);
		scene = new RuleScene(service, world);
	});
	afterAll(() => service.drop());

	/** A sensitive category with the place of a design that others resemble. */
	async function sensitivePlaces(): Promise<string> {
		const { sets } = await createProximityDesign(service, world.outsider);
		const { geofence_collection_id: geofenceCollectionId } = await service.prisma.designSet.findUniqueOrThrow({
			where: { id: sets[0]?.set_id ?? "" },
		});
		const { id } = await createCategory(service, world.operator, { name: `Clinics ${world.target.slug}` });
		await editCategory(service, world.operator, id, { sensitive: true }, {});
		await service.prisma.placeCategory.update({
			where: { id },
			data: { geofence_collection_id: geofenceCollectionId },
		});
		return id;
	}
	const compare = () => compareOutdated(service, new AbortController().signal);

	async function warnedOf(ruleId: string, deploymentId: string): Promise<unknown> {
		const verdict = await service.prisma.ruleVerdict.findUniqueOrThrow({
			where: { deployment_id_rule_id: { deployment_id: deploymentId, rule_id: ruleId } },
		});
		const misses = verdict.misses as { code: string; figures: { codes?: string[] } }[];
		return misses.map(({ code, figures }) => figures.codes?.join() ?? code).join();
	}

	test("a build that is not compared with sensitive places is a miss until it is, or the places are gone", async () => {
		const category = await sensitivePlaces();
		const { id } = await scene.refresh();
		const rule = await scene.rule();
		expect(await runRules(service)).toBe(1);
		expect([await warnedOf(rule.id, id), await scene.statusOf(id)]).toEqual(["places_not_compared", "requested"]);
		const { checks } = await previewActivation(service, world.administrator, id);
		expect(checks.find(({ code }) => code === "places")).toMatchObject({
			state: "warn",
			words: "sensitive places not compared yet",
		});
		expect(await runRules(service)).toBe(0);
		await compare();
		expect(await runRules(service)).toBe(1);
		expect([await warnedOf(rule.id, id), await scene.statusOf(id)]).toEqual(["sensitive_places", "requested"]);
		await editCategory(service, world.operator, category, { name: `Hospitals ${world.target.slug}` }, {});
		expect(await runRules(service)).toBe(1);
		await deleteCategory(service, world.operator, category, {});
		expect(await runRules(service)).toBe(1);
		expect(await scene.statusOf(id)).toBe("activated");
	});

	test("a rule looks again whenever one of its facts has changed, and only then", async () => {
		const { administrator, operator, target, designer } = world;
		const { id, designId, activeId } = await scene.refresh(2_000);
		// It stays pending by its size, whatever else is judged.
		const rule = await scene.rule({ change_within_percent: 1, daily_limit: 5 }, { mode: "dry_run" });
		const { prisma } = service;
		const report = (memory_used: number, instance_id = "agent") =>
			recordAgentReport(
				service,
				{ agentKeyId: target.id, targetId: target.id },
				{
					...{ instance_id, version: "1.0.0", tags: [], memory_used, memory_limit: 10_000 },
					deployments: [{ deployment_id: activeId, state: "loaded", digest: null, error: null }],
				},
			);
		const inHours = (hours: number) => new Date(service.now().getTime() + hours * 3_600_000).toISOString();
		const facts: Readonly<Record<string, () => Promise<unknown>>> = {
			"the rule": () => editRule(service, administrator, target.id, rule.id, { name: "Other" }),
			"its author's right": () =>
				prisma.user.update({ where: { id: administrator.userId }, data: { disabled_at: service.now() } }),
			"its author's return": () =>
				prisma.user.update({ where: { id: administrator.userId }, data: { disabled_at: null } }),
			"a setting of the target": () => editTarget(service, operator, target.id, { size_warning_factor: 3 }),
			"the capacity of the target": () => editTarget(service, operator, target.id, { memory_capacity: 2_500 }),
			"what is activated there": () => scene.replacement(2_000),
			"the memory of an agent": () => report(100),
			// 7,200 and 1.4 times 2,000 bytes are as much as 10,000: that of the replaced file is not freed.
			"an agent that is nearly full": () => report(7_900),
			"what such an agent has loaded": () =>
				prisma.agentDeployment.updateMany({ where: { deployment_id: activeId }, data: { state: "pending" } }),
			"another agent": () => report(100, "other"),
			"a schedule": () => scheduleDeployment(service, operator, id, { activate_at: inHours(2), deactivate_at: null }),
			"a schedule that failed": () =>
				prisma.deploymentSchedule.updateMany({ where: { deployment_id: id }, data: { ran_at: service.now() } }),
			"a question": () => commentOnDeployment(service, administrator, id, { text: "Why?", question: true }),
			"its answer": () => commentOnDeployment(service, designer, id, { text: "So", question: false }),
			"a newer build of the design": () => completeABuild(service, designer, designId),
			"a request for it": () => scene.requestAgain(designId),
			"sensitive places": () => sensitivePlaces(),
			"that they were compared": () => compare(),
			"a freeze": () => createFreeze(service, administrator, target.id, { ends_at: inHours(30), reason: "x" }),
			"a longer freeze": () => createFreeze(service, administrator, target.id, { ends_at: inHours(40), reason: "y" }),
			"the day": async () => service.advance(DAY),
		};
		await runRules(service);
		const looked: string[] = [];
		for (const [fact, change] of Object.entries(facts)) {
			expect([fact, await looksAt(id)]).toEqual([fact, false]);
			await change();
			if (await looksAt(id)) looked.push(fact);
		}
		expect(looked).toEqual(Object.keys(facts));

		async function looksAt(deploymentId: string): Promise<boolean> {
			const read = () =>
				prisma.ruleVerdict.findUniqueOrThrow({
					where: { deployment_id_rule_id: { deployment_id: deploymentId, rule_id: rule.id } },
				});
			const before = await read();
			service.advance(1);
			await runRules(service);
			return (await read()).at.getTime() !== before.at.getTime();
		}
	});
});
