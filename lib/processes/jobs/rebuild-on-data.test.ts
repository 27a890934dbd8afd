import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { editOrganization } from "@/lib/domain/accounts/organizations/edit-organization";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { editRule } from "@/lib/domain/deployments/activation-rules/edit-rule";
import { runRules } from "@/lib/domain/deployments/activation-rules/run-rules";
import { RuleScene } from "@/lib/domain/deployments/activation-rules/testing";
import { rebuildOnData } from "@/lib/domain/deployments/data-automation/rebuild-on-data";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { createDesign } from "@/lib/domain/designs/create-design";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { getDesignDetail } from "@/lib/domain/designs/get-design-detail";
import { listDesignRows } from "@/lib/domain/designs/list-design-rows";
import { setDataAutomation } from "@/lib/domain/designs/set-data-automation";
import { shareDesign } from "@/lib/domain/designs/share-design";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { importInventory } from "@/lib/domain/inventory/import-inventory";
import { sweepReplacedImports } from "@/lib/domain/inventory/sweep-replaced-imports";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { runNextBuild } from "@/lib/processes/build-service/build-worker";
import { NotFoundError } from "@/lib/rules/errors";
import { beforeReading } from "@/lib/tools/testing/before-reading";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";

const device = (number: number) => `${String(number).padStart(8, "0")}-2222-4333-8444-555555555555`;
const HOUR = 3_600_000;

describe.each(testDatabaseKinds())("designs over data that move on the %s database", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		await createInventorySource(service, world.operator, { slug: "panel", name: "Panel" });
		await createInventorySource(service, world.operator, { slug: "other", name: "Other" });
		await append("panel", 1);
		await append("other", 1);
	});
	afterAll(() => service.drop());

	async function append(slug: string, number: number): Promise<void> {
		service.advance(HOUR);
		const body = (async function* () {
			yield Buffer.from(`device_id,segment,seen_at\n${device(number)},gym,2026-01-01T00:00:00Z\n`);
		})();
		await importInventory(service, world.operator, slug, { contentType: "text/csv", body, mode: "append" });
	}
	async function builtDesign(name: string, sources = ["panel", "other"]): Promise<string> {
		const audience = { sources, where: { segment: "gym" } };
		const sets = [{ set_name: "A", audience }];
		const { id } = await createDesign(service, world.designer, { name, type: "audience", sets });
		service.advance(1_000);
		await requestBuild(service, world.designer, id, { reason: "a test" });
		await runNextBuild(service, "worker");
		return id;
	}
	const detail = (id: string) => getDesignDetail(service, world.designer, id);
	const builds = (designId: string) =>
		service.prisma.build.findMany({ where: { design_id: designId }, orderBy: { requested_at: "asc" } });
	const deployments = (designId: string) =>
		service.prisma.deployment.findMany({ where: { design_id: designId }, orderBy: { requested_at: "asc" } });
	const found = async (stale: boolean) =>
		(
			await listDesignRows(service, world.designer, {
				stale_data: stale,
				limit: 50,
				offset: 0,
				order: "desc",
				sort: "updated_at",
			})
		).rows.map(({ name }) => name);
	const told = async (designId: string) => {
		await handOver(service, [inboxSink]);
		const { userId } = world.designer;
		const kind = "design.automation_failed";
		const items = await service.prisma.inboxItem.findMany({ where: { user_id: userId, kind, design_id: designId } });
		return items.map(({ facts }) => (facts as { reason: string }).reason);
	};

	test("data that change during a build wait for one build after it", async () => {
		await createInventorySource(service, world.operator, { slug: "busy", name: "Busy" });
		await append("busy", 1);
		const id = await builtDesign("Overtaken", ["busy"]);
		await setDataAutomation(service, world.designer, id, { rebuild_on_data: true, redeploy: false });
		await append("busy", 2);
		expect(await rebuildOnData(service)).toBe(1);
		const reached = async () => {
			const sets = await service.prisma.buildSet.findMany({
				where: { build: { design_id: id } },
				orderBy: { build: { requested_at: "asc" } },
			});
			return sets.map(({ item_count: itemCount }) => Number(itemCount));
		};
		const during = beforeReading(service, async () => {
			await append("busy", 3);
			await append("busy", 4);
			// Nothing of what the build reads goes, and it is under way already.
			expect([await sweepReplacedImports(service, 0), await rebuildOnData(service)]).toEqual([0, 0]);
		});
		await runNextBuild(during, "worker");
		expect(await reached()).toEqual([1, 2]);
		const [, second] = await builds(id);
		const { data } = await detail(id);
		const [source] = data?.sources ?? [];
		expect([data?.stale, source?.stale, source?.built_on]).toEqual([
			true,
			true,
			second?.audience_index_version?.toISOString(),
		]);
		expect(Date.parse(source?.newest ?? "")).toBeGreaterThan(Date.parse(source?.built_on ?? ""));
		expect([await rebuildOnData(service), await rebuildOnData(service)]).toEqual([1, 0]);
		await runNextBuild(service, "worker");
		expect(await rebuildOnData(service)).toBe(0);
		expect([(await detail(id)).data?.stale, await reached()]).toEqual([false, [1, 2, 4]]);
	});

	test("what was set with a key has no more than the key's scopes", async () => {
		await createInventorySource(service, world.operator, { slug: "keyed", name: "Keyed" });
		await append("keyed", 1);
		const id = await builtDesign("Keyed", ["keyed"]);
		const share = (edit: boolean) =>
			shareDesign(service, world.designer, id, {
				collaborators: edit ? [{ type: "user", id: world.operator.userId, permissions: { view: true, edit } }] : [],
			});
		const on = (principal: Principal) =>
			setDataAutomation(service, principal, id, { rebuild_on_data: true, redeploy: false });
		// As a key without `administer` has it.
		const byKey = { ...world.operator, role: "designer", credential: { kind: "api_key", id: null } } as const;
		await expect(on(byKey)).rejects.toThrow(NotFoundError);
		await share(true);
		await on(byKey);
		await share(false);
		await append("keyed", 2);
		expect(await rebuildOnData(service)).toBe(1);
		expect((await detail(id)).data).toMatchObject({
			rebuild_on_data: false,
			problem: expect.stringContaining("no longer sees the design"),
		});
		expect(await builds(id)).toHaveLength(1);
		await on(world.operator);
		expect(await rebuildOnData(service)).toBe(1);
		await runNextBuild(service, "worker");
		expect(await builds(id)).toHaveLength(2);
	});

	test("a target that accepts no more requests is named with that reason", async () => {
		await createInventorySource(service, world.operator, { slug: "closed", name: "Closed" });
		await append("closed", 1);
		const id = await builtDesign("Closed", ["closed"]);
		const [first] = await builds(id);
		const { id: targetId } = world.secondTarget;
		const { name } = await service.prisma.target.findUniqueOrThrow({ where: { id: targetId } });
		const { id: deploymentId } = await requestDeployment(service, world.designer, first?.id ?? "", { targetId });
		await activateDeployment(service, world.administrator, deploymentId);
		await setDataAutomation(service, world.designer, id, { rebuild_on_data: true, redeploy: true });
		const { organizationId, organizationSlug } = world.designer;
		await service.prisma.targetAcceptedOrganization.deleteMany({
			where: { target_id: targetId, organization_id: organizationId },
		});
		await append("closed", 2);
		await rebuildOnData(service);
		await runNextBuild(service, "worker");
		await rebuildOnData(service);
		const { problem, rebuild_on_data } = (await detail(id)).data ?? {};
		expect(rebuild_on_data).toBe(true);
		expect(problem).toBe(
			`it could not be requested for ${name}: the target accepts no requests from ${organizationSlug}`,
		);
		await setDataAutomation(service, world.designer, id, { rebuild_on_data: false, redeploy: false });
	});

	test("append, rebuild, request and activation by a rule follow by themselves, once for each change", async () => {
		const scene = new RuleScene(service, world);
		const id = await builtDesign("Automatic");
		const [first] = await builds(id);
		const { id: deploymentId } = await requestDeployment(service, world.designer, first?.id ?? "", {
			targetId: world.target.id,
		});
		await activateDeployment(service, world.administrator, deploymentId);
		await scene.report();
		const rule = await scene.rule({ no_warnings: false, change_within_percent: null });
		const { data } = await detail(id);
		expect(data).toMatchObject({ stale: false, rebuild_on_data: false, redeploy: false, set_by: null, problem: null });
		expect(data?.sources.map(({ slug, stale }) => [slug, stale])).toEqual([
			["panel", false],
			["other", false],
		]);
		await expect(
			setDataAutomation(service, world.designer, id, { rebuild_on_data: false, redeploy: true }),
		).rejects.toThrow("'redeploy' needs 'rebuild_on_data'");
		await setDataAutomation(service, world.designer, id, { rebuild_on_data: true, redeploy: true });
		expect(await rebuildOnData(service)).toBe(0);

		await append("panel", 2);
		expect((await detail(id)).data).toMatchObject({ stale: true, set_by: world.designer.email });
		expect([await found(true), (await found(false)).includes("Automatic")]).toEqual([["Automatic"], false]);
		// Two processes look, and two more files come before it is built.
		expect((await Promise.all([rebuildOnData(service), rebuildOnData(service)])).sort()).toEqual([0, 1]);
		await append("panel", 3);
		await append("other", 4);
		expect(await rebuildOnData(service)).toBe(0);
		await runNextBuild(service, "worker");
		expect((await Promise.all([rebuildOnData(service), rebuildOnData(service)])).sort()).toEqual([0, 1]);
		const [, second] = await builds(id);
		expect(second).toMatchObject({ automatic: true, requested_by_id: world.designer.userId });
		expect(second?.reason).toMatch(/^New data of \d+ \w+$/);
		expect((await detail(id)).data).toMatchObject({ stale: false, problem: null });
		const [, again] = await deployments(id);
		expect(again).toMatchObject({ status: "requested", build_id: second?.id, requester_id: world.designer.userId });
		expect(again?.message).toMatch(/^Data of \d+ \w+$/);
		await scene.report();
		await runRules(service);
		expect((await deployments(id)).map(({ status }) => status)).toEqual(["deactivated", "activated"]);
		expect(await rebuildOnData(service)).toBe(0);

		// Without the rule nobody decides: the request for newer data takes the place of the pending one.
		await editRule(service, world.administrator, world.target.id, rule.id, { mode: "off" });
		for (const number of [5, 6]) {
			await append("panel", number);
			await rebuildOnData(service);
			await runNextBuild(service, "worker");
			await rebuildOnData(service);
		}
		expect((await deployments(id)).map(({ status }) => status)).toEqual([
			"deactivated",
			"activated",
			"cancelled",
			"requested",
		]);
		expect(await builds(id)).toHaveLength(4);
		expect(await told(id)).toEqual([]);
	});

	test("a person who lost the right stops it, and hears why; so do edits that were not built", async () => {
		const id = await builtDesign("Held");
		await expect(
			setDataAutomation(service, world.outsider, id, { rebuild_on_data: true, redeploy: false }),
		).rejects.toThrow(NotFoundError);
		await setDataAutomation(service, world.designer, id, { rebuild_on_data: true, redeploy: false });
		service.advance(HOUR);
		const audience = { sources: ["panel"], where: { segment: "gym" } };
		await editDesign(service, world.designer, id, { sets: [{ set_name: "B", audience }] });
		await append("panel", 20);
		await rebuildOnData(service);
		await rebuildOnData(service);
		expect((await detail(id)).data).toMatchObject({
			rebuild_on_data: true,
			problem: expect.stringContaining("changed"),
		});
		expect(await told(id)).toEqual([expect.stringContaining("sets were changed")]);
		expect(await builds(id)).toHaveLength(1);

		await requestBuild(service, world.designer, id, { reason: "with the edits" });
		// That of the other design waits before it.
		for (let run = 0; run < 2; run += 1) await runNextBuild(service, "worker");
		await service.prisma.user.update({ where: { id: world.designer.userId }, data: { disabled_at: service.now() } });
		await append("panel", 21);
		await rebuildOnData(service);
		await service.prisma.user.update({ where: { id: world.designer.userId }, data: { disabled_at: null } });
		expect((await detail(id)).data).toMatchObject({
			rebuild_on_data: false,
			problem: expect.stringContaining("disabled"),
		});
	});

	test("data that leave a set below the least reach are a rejected build, and what is active stays", async () => {
		const id = await builtDesign("Small");
		const [first] = await builds(id);
		await setDataAutomation(service, world.designer, id, { rebuild_on_data: true, redeploy: true });
		const { organizationId } = world.designer;
		await editOrganization(service, world.operator, organizationId, { least_reach: 1_000 });
		await append("panel", 30);
		await rebuildOnData(service);
		await runNextBuild(service, "worker");
		await editOrganization(service, world.operator, organizationId, { least_reach: 0 });
		expect((await builds(id)).map(({ status, automatic }) => [status, automatic])).toEqual([
			["done", false],
			["rejected", true],
		]);
		expect(await detail(id)).toMatchObject({
			status: "rejected",
			most_recent_build: first?.id,
			status_reason: expect.stringContaining("reaches fewer than 1,000 devices"),
		});
		await setDataAutomation(service, world.designer, id, { rebuild_on_data: false, redeploy: false });
	});
});
