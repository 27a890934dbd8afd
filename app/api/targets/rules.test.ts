import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { POST as activateRoute } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { type ActivationRule, activationRule, ruleVerdict } from "@/lib/contract/activation-rule";
import { MOST_RULES } from "@/lib/contract/constants";
import { runRules } from "@/lib/domain/deployments/activation-rules/run-rules";
import { RuleScene } from "@/lib/domain/deployments/activation-rules/testing";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { DELETE as deleteRoute, PATCH as editRoute } from "./[target_id]/rules/[rule_id]/route";
import { GET as verdictsRoute } from "./[target_id]/rules/[rule_id]/verdicts/route";
import { POST as createRoute, GET as listRoute } from "./[target_id]/rules/route";

describe("the API of activation rules", () => {
	let service: TestService;
	let world: World;
	let designer: string;
	let administrator: string;
	let other: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
	});
	beforeEach(async () => {
		await service.prisma.activationRule.deleteMany();
		world = await createWorld(service);
		designer = await issueKey(service, world.designer, ["manage"]);
		administrator = await issueKey(service, world.administrator, ["manage", "administer"]);
		other = await issueKey(service, world.otherAdministrator, ["manage", "administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const at = (as: string, ruleId = "", rest = "") => ({
		url: `/api/targets/${world.target.id}/rules/${ruleId}${rest}`,
		params: { target_id: world.target.id, rule_id: ruleId },
		headers: { authorization: `Bearer ${as}` },
	});
	const create = (as: string, json: unknown) => callRoute(createRoute, { ...at(as), json });
	const edit = (as: string, id: string, json: unknown) =>
		callRoute(editRoute, { ...at(as, id), method: "PATCH", json });
	const ruleOf = (answer: RouteAnswer): ActivationRule => activationRule.parse(answer.body.response?.data);
	const list = async (as: string) =>
		z.array(activationRule).parse((await callRoute(listRoute, at(as))).body.response?.data);

	test("a rule is made dry, turned on, changed and deleted by administrators of its target alone", async () => {
		const made = await create(administrator, { name: " Refreshes ", conditions: {} });
		expect(made.status).toBe(201);
		const rule = ruleOf(made);
		expect(rule).toMatchObject({
			name: "Refreshes",
			mode: "dry_run",
			author: world.administrator.email,
			problem: null,
			revision: 1,
			conditions: {
				active_build: true,
				no_warnings: true,
				same_targeting_codes: true,
				change_within_percent: 20,
				organizations: null,
				daily_limit: null,
				time_zone: "UTC",
			},
		});
		for (const [key, status] of [
			[designer, 403],
			[other, 404],
		] as const) {
			expect((await create(key, { name: "x", conditions: {} })).status).toBe(status);
			expect((await callRoute(listRoute, at(key))).status).toBe(status);
			expect((await edit(key, rule.id, { mode: "active" })).status).toBe(status);
			expect((await callRoute(verdictsRoute, at(key, rule.id, "/verdicts"))).status).toBe(status);
			expect((await callRoute(deleteRoute, { ...at(key, rule.id), method: "DELETE" })).status).toBe(status);
		}
		const on = ruleOf(await edit(administrator, rule.id, { mode: "active" }));
		expect(on).toMatchObject({ mode: "active", revision: 2 });
		const organizations = [world.designer.organizationSlug];
		const changed = ruleOf(
			await edit(administrator, rule.id, { conditions: { organizations, time_zone: "Europe/Berlin" } }),
		);
		expect(changed).toMatchObject({
			mode: "dry_run",
			conditions: { organizations: [{ slug: organizations[0] }], time_zone: "Europe/Berlin" },
		});
		expect(await list(administrator)).toMatchObject([{ id: rule.id, revision: 3, conditions: changed.conditions }]);
		const stale = await callRoute(deleteRoute, {
			...at(administrator, rule.id),
			method: "DELETE",
			headers: { ...at(administrator).headers, "if-match": '"2"' },
		});
		expect(stale.status).toBe(412);
		expect((await callRoute(deleteRoute, { ...at(administrator, rule.id), method: "DELETE" })).status).toBe(200);
		expect(await list(administrator)).toEqual([]);
		expect((await edit(administrator, rule.id, { mode: "off" })).status).toBe(404);
	});

	test("what cannot be right is refused by name, and changes nothing", async () => {
		const wrong = [
			[{ name: "x", conditions: { time_zone: "Mars/Olympus" } }, "must be a name of IANA's"],
			[{ name: "x", conditions: { time_zone: "+01:00" } }, "must be a name of IANA's"],
			[{ name: "x", conditions: { daily_limit: 0 } }, "must be 1 at least"],
			[{ name: "x", conditions: { organizations: [] } }, "must name at least one organization"],
			[{ name: "x", conditions: { organizations: ["nobody"] } }, "there is no organization 'nobody'"],
			[{ name: "x", conditions: { weather: "fine" } }, "weather"],
			[{ name: "", conditions: {} }, "name"],
			[
				{
					name: "x",
					conditions: {
						active_build: false,
						no_warnings: false,
						same_targeting_codes: false,
						change_within_percent: null,
					},
				},
				"a rule that activates everything is none",
			],
		] as const;
		for (const [json, message] of wrong) {
			const answer = await create(administrator, json);
			expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
		}
		const { id } = ruleOf(await create(administrator, { name: "Refreshes", conditions: {} }));
		const taken = await create(administrator, { name: "Refreshes", conditions: {} });
		expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining("'Refreshes'")]);
		const both = await edit(administrator, id, { mode: "active", conditions: {} });
		expect([both.status, both.body.message]).toEqual([400, expect.stringContaining("request of its own")]);
		await service.prisma.apiKey.updateMany({
			where: { user_id: world.administrator.userId },
			data: { expires_at: new Date(service.now().getTime() + 3_600_000) },
		});
		const restricted = await edit(administrator, id, { mode: "active" });
		expect([restricted.status, restricted.body.message]).toEqual([403, expect.stringContaining("restricted")]);
		expect((await edit(administrator, id, { mode: "off" })).status).toBe(200);
		for (let number = 1; number < MOST_RULES; number += 1) {
			expect((await create(administrator, { name: `Rule ${number}`, conditions: {} })).status).toBe(201);
		}
		expect((await create(administrator, { name: "one more", conditions: {} })).status).toBe(409);
	});

	test("a day of fifty requests, of which forty are refreshed builds within limits, needs ten decisions", async () => {
		const scene = new RuleScene(service, world);
		const { id } = ruleOf(await create(administrator, { name: "Refreshes", conditions: { daily_limit: 100 } }));
		await edit(administrator, id, { mode: "active" });
		for (let number = 0; number < 50; number += 1) {
			if (number % 10 < 8) await scene.replacement(1_000 + number);
			else if (number % 10 === 8) await scene.replacement(1_500);
			else await scene.request();
		}
		await scene.report();
		expect(await runRules(service)).toBe(50);
		const open = await service.prisma.deployment.findMany({
			where: { target_id: world.target.id, status: "requested" },
			select: { id: true },
		});
		expect(open).toHaveLength(10);
		for (const { id: deploymentId } of open) {
			const form = { KEY: administrator };
			const decided = await callRoute(activateRoute, { url: "/x", params: { deployment_id: deploymentId }, form });
			expect(decided.status).toBe(200);
		}
		const [rule] = await list(administrator);
		expect(rule?.last_14_days).toMatchObject({ passed: 40, misses: [{ code: "no_active_build" }, { code: "size" }] });
		const url = at(administrator, id, "/verdicts?outcome=activated&limit=500");
		const { response } = (await callRoute(verdictsRoute, url)).body;
		expect(z.array(ruleVerdict).parse(response?.data)).toHaveLength(40);
	});
});
