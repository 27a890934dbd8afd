import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deploymentDetail } from "@/lib/contract/deployment";
import { activationPreview } from "@/lib/contract/preview";
import { commentOnDeployment } from "@/lib/domain/deployments/comments/comment-on-deployment";
import { previewActivation } from "@/lib/domain/deployments/preview/preview-activation";
import { getChecklist } from "@/lib/domain/deployments/reads/get-checklist";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { scheduleDeployment } from "@/lib/domain/deployments/schedules/schedule-deployment";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { undoDecision } from "@/lib/domain/deployments/transitions/undo-decision";
import { removeOldRows } from "@/lib/domain/retention/remove-old-rows";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createWorld, type World } from "@/lib/tools/testing/world";
import { deleteRule } from "./delete-rule";
import { editRule } from "./edit-rule";
import { listRules } from "./list-rules";
import { listVerdicts } from "./list-verdicts";
import { runRules } from "./run-rules";
import { RuleScene } from "./testing";

const DAY = 86_400_000;

describe.each(testDatabaseKinds())("activation rules on %s", (kind) => {
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
		await service.prisma.user.update({
			where: { id: world.administrator.userId },
			data: { first_name: "Mira", last_name: "Lang" },
		});
	});
	afterAll(() => service.drop());

	test("an active rule activates a refresh within its limits, in its author's name, with what it saw", async () => {
		const { id, activeId } = await scene.refresh(1_200);
		const rule = await scene.rule({}, { name: "Refreshes" });
		expect(await runRules(service)).toBe(1);
		expect(await scene.statusOf(id)).toBe("activated");
		expect(await scene.statusOf(activeId)).toBe("deactivated");
		const events = await service.prisma.auditEvent.findMany({ where: { object_id: id }, orderBy: { id: "asc" } });
		const event = events.at(-1);
		expect(event).toMatchObject({
			action: "activate",
			actor_id: world.administrator.userId,
			actor_label: `rule ‘Refreshes’ of ${world.administrator.email}`,
			credential: "rule",
			credential_id: rule.id,
			address: null,
			detail: {
				rule: "Refreshes",
				rule_revision: 2,
				saw: { size: 1_200, items: 1, activated: { size: 1_000, items: 1 }, warnings: [], today: 0 },
			},
		});
		const detail = await getDeploymentDetail(service, world.administrator, id);
		expect(deploymentDetail.parse(detail)).toMatchObject({
			deployer: world.administrator.email,
			rules: [{ rule_id: rule.id, name: "Refreshes", mode: "active", outcome: "activated", misses: [] }],
		});
		const { steps } = await getChecklist(service, world.administrator, id);
		expect(steps.find(({ step }) => step === "approved")).toMatchObject({ by: "rule ‘Refreshes’ of Mira Lang" });
		expect(await runRules(service)).toBe(0);
	});

	test("a dry run activates nothing, and says what it would have done, once", async () => {
		const { id } = await scene.refresh(1_200);
		const large = await scene.refresh(1_340);
		const rule = await scene.rule({}, { mode: "dry_run", name: "Refreshes" });
		expect(await runRules(service)).toBe(2);
		expect(await runRules(service)).toBe(0);
		expect(await scene.statusOf(id)).toBe("requested");
		const preview = activationPreview.parse(await previewActivation(service, world.administrator, large.id));
		expect(preview.rules).toMatchObject([
			{
				outcome: "missed",
				misses: [
					{
						code: "size",
						message: "34% larger, limit 20%",
						figures: { before: 1_000, after: 1_340, limit: 20 },
					},
				],
			},
		]);
		// Nobody but administrators of the target reads of rules.
		expect((await getDeploymentDetail(service, world.designer, large.id)).rules).toEqual([]);
		// What it would have activated is decided for it, whatever comes.
		await editTarget(service, world.administrator, world.target.id, { memory_capacity: 1 });
		expect(await runRules(service)).toBe(1);
		expect(await scene.verdict(rule.id, id)).toBe("would_activate");
		expect(await scene.verdict(rule.id, large.id)).toBe("missed size warnings");
	});

	test("a dry run says of each request exactly what the same rule does once it is active", async () => {
		const wanted = [
			[{ daily_limit: 2 }, 2],
			[{ organizations: [world.outsider.organizationSlug], same_targeting_codes: false }, 1],
		] as const;
		for (const [conditions, activated] of wanted) {
			const requests: string[] = [];
			for (const [number, size] of [800, 799, 1_200, 1_201, 1_000, 1_000].entries()) {
				requests.push((await scene.refresh(size, number % 2 === 0 ? world.designer : world.outsider)).id);
			}
			const { build_id: buildId } = await service.prisma.deployment.findUniqueOrThrow({
				where: { id: requests[4] ?? "" },
			});
			await service.prisma.buildSet.updateMany({ where: { build_id: buildId }, data: { item_count: 2 } });
			const organizations = "organizations" in conditions ? [...conditions.organizations] : null;
			const dry = await scene.rule({ ...conditions, organizations }, { mode: "dry_run" });
			const active = await scene.rule({ ...conditions, organizations });
			await runRules(service);
			const said = await Promise.all(requests.map((request) => scene.verdict(dry.id, request)));
			const done = await Promise.all(requests.map((request) => scene.verdict(active.id, request)));
			expect(said.map((outcome) => outcome.replace("would_activate", "activated"))).toEqual(done);
			expect(done.filter((outcome) => outcome === "activated")).toHaveLength(activated);
			await service.prisma.activationRule.deleteMany();
			await service.prisma.deployment.updateMany({
				where: { id: { in: requests }, status: "requested" },
				data: { status: "cancelled" },
			});
		}
	});

	test("totals say what people decided of what it would have activated", async () => {
		const rule = await scene.rule({}, { mode: "dry_run" });
		const [first, second, third, large] = [
			await scene.refresh(),
			await scene.refresh(),
			await scene.refresh(),
			await scene.refresh(2_000),
		];
		await runRules(service);
		await activateDeployment(service, world.administrator, first.id);
		await rejectDeployment(service, world.administrator, second.id, {});
		await rejectDeployment(service, world.administrator, large.id, {});
		const { rows, total } = await listRules(service, world.administrator, world.target.id, { limit: 20, offset: 0 });
		expect(total).toBe(1);
		expect(rows[0]?.last_14_days).toMatchObject({
			requests: 4,
			passed: 3,
			retrospective: 0,
			decided: { activated: 1, rejected: 1, cancelled: 0, pending: 1 },
			misses: [
				{ code: "size", requests: 1 },
				{ code: "warnings", requests: 1 },
			],
		});
		const verdicts = await listVerdicts(service, world.administrator, world.target.id, rule.id, {
			limit: 2,
			offset: 0,
			outcome: "would_activate",
		});
		expect(verdicts.total).toBe(3);
		expect(verdicts.rows).toHaveLength(2);
		expect(verdicts.rows[0]).toMatchObject({ deployment_id: third.id, deployment_status: "requested", misses: [] });
	});

	test("a new rule has judged what was decided on in the last 14 days, as far as is known", async () => {
		const old = await scene.refresh();
		await rejectDeployment(service, world.administrator, old.id, {});
		service.advance(15 * DAY);
		const fine = await scene.refresh(1_100);
		await rejectDeployment(service, world.administrator, fine.id, {});
		const larger = await scene.requestAgain(fine.designId, 1_500);
		await activateDeployment(service, world.administrator, larger);
		// Against the larger file, which is activated now.
		const smaller = await scene.requestAgain(fine.designId, 1_100);
		await activateDeployment(service, world.administrator, smaller);
		const rule = await scene.rule({}, { mode: "dry_run" });
		expect(rule.last_14_days).toMatchObject({
			requests: 4,
			retrospective: 4,
			passed: 1,
			decided: { rejected: 1, activated: 0 },
			misses: [
				{ code: "size", requests: 2 },
				{ code: "no_active_build", requests: 1 },
			],
		});
		expect(await scene.verdict(rule.id, fine.id)).toBe("would_activate");
		expect(await scene.verdict(rule.id, larger)).toBe("missed size");
		expect(await scene.verdict(rule.id, smaller)).toBe("missed size");
		expect(await scene.verdict(rule.id, fine.activeId)).toBe("missed no_active_build");
		expect(await scene.verdict(rule.id, old.id)).toBe("none");
		const wider = await editRule(service, world.administrator, world.target.id, rule.id, {
			conditions: { ...rule.conditions, organizations: null, change_within_percent: 40 },
		});
		// 1,500 is 50% more than 1,000, but 1,100 only 27% less than 1,500.
		expect(wider.last_14_days).toMatchObject({ requests: 4, passed: 2 });
	});

	test("each condition misses by itself, with its figures", async () => {
		const { id } = await scene.refresh();
		const cases = [
			[{ organizations: [world.outsider.organizationSlug] }, "missed organization"],
			[{ organizations: [world.designer.organizationSlug] }, "would_activate"],
			[{ change_within_percent: 0 }, "would_activate"],
		] as const;
		for (const [wanted, outcome] of cases) {
			const organizations = "organizations" in wanted ? [...wanted.organizations] : null;
			const rule = await scene.rule({ ...wanted, organizations }, { mode: "dry_run" });
			await runRules(service);
			expect(await scene.verdict(rule.id, id), JSON.stringify(wanted)).toBe(outcome);
		}
		const first = await scene.request();
		const any = await scene.rule(
			{ active_build: false, same_targeting_codes: false, change_within_percent: null },
			{ mode: "dry_run" },
		);
		const refreshes = await scene.rule({}, { mode: "dry_run" });
		await scene.report();
		await runRules(service);
		expect(await scene.verdict(any.id, first.id)).toBe("would_activate");
		expect(await scene.verdict(refreshes.id, first.id)).toBe("missed no_active_build");
	});

	test("other targeting codes are a miss that names them", async () => {
		const { id, designId } = await scene.refresh();
		const { build_id: buildId } = await service.prisma.deployment.findUniqueOrThrow({ where: { id } });
		await service.prisma.buildSet.updateMany({ where: { build_id: buildId }, data: { targeting_code: "MUNICH" } });
		const rule = await scene.rule({}, { mode: "dry_run" });
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toBe("missed targeting_codes");
		const { rows } = await listVerdicts(service, world.administrator, world.target.id, rule.id, {
			limit: 1,
			offset: 0,
		});
		expect(rows[0]?.misses[0]?.message).toBe("new targeting code MUNICH, no longer BERLIN");
		expect(designId).not.toBe("");
	});

	test("warnings are a miss until they are gone; then the request is judged again", async () => {
		const { id } = await scene.refresh();
		service.advance(60_000);
		await scene.rule();
		expect(await runRules(service)).toBe(1);
		const [line] = (await getDeploymentDetail(service, world.administrator, id)).rules;
		expect(line?.misses[0]).toMatchObject({ code: "warnings", figures: { codes: ["no_living_agent"] } });
		service.advance(60_000);
		expect(await runRules(service)).toBe(0);
		await scene.report();
		expect(await runRules(service)).toBe(1);
		expect(await scene.statusOf(id)).toBe("activated");
	});

	test("looks again once agents have loaded what it was warned of", async () => {
		const { id } = await scene.refresh();
		const { id: other } = await scene.request();
		await activateDeployment(service, world.administrator, other);
		service.advance(60_000);
		await scene.report([other]);
		const rule = await scene.rule();
		expect(await runRules(service)).toBe(1);
		expect(await scene.verdict(rule.id, id)).toBe("missed warnings");
		expect(await runRules(service)).toBe(0);
		await scene.report();
		expect(await runRules(service)).toBe(1);
		expect(await scene.statusOf(id)).toBe("activated");
	});

	test("takes the newest request of a design, and never an older build than the activated one", async () => {
		const { id, designId } = await scene.refresh();
		const newer = await scene.requestAgain(designId);
		const rule = await scene.rule();
		expect(await runRules(service)).toBe(2);
		expect([await scene.statusOf(id), await scene.statusOf(newer)]).toEqual(["requested", "activated"]);
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toContain("older_build");
		expect(await scene.statusOf(id)).toBe("requested");
	});

	test("leaves requests with a scheduled activation to their schedule", async () => {
		const { id } = await scene.refresh();
		const activate_at = new Date(service.now().getTime() + DAY).toISOString();
		await scheduleDeployment(service, world.administrator, id, { activate_at });
		const rule = await scene.rule();
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toBe("missed scheduled");
	});

	test("leaves to people what they took back, and waits until its requester wants it", async () => {
		const { id } = await scene.refresh();
		await activateDeployment(service, world.administrator, id);
		await undoDecision(service, world.administrator, id);
		const { designId } = await scene.refresh();
		const buildId = await completeABuild(service, world.designer, designId);
		const [begin, end] = [1, 2].map((days) => new Date(service.now().getTime() + days * DAY).toISOString());
		const proposal = { targetId: world.target.id, activate_at: begin, deactivate_at: end };
		const later = await requestDeployment(service, world.designer, buildId, proposal);
		await scene.report();
		const rule = await scene.rule();
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toBe("missed undone");
		expect(await scene.verdict(rule.id, later.id)).toBe("missed proposed_later");
		service.advance(DAY);
		await scene.report();
		await runRules(service);
		expect(await scene.statusOf(id)).toBe("requested");
		expect(await getDeploymentDetail(service, world.administrator, later.id)).toMatchObject({
			status: "activated",
			schedule: { deactivate_at: end, by: world.administrator.email },
		});
	});

	test("waits for the hours of the rule and of the target, and for the end of a freeze", async () => {
		const { id } = await scene.refresh();
		const hours = [{ days: ["mon", "tue"] as const, from: "11:00", to: "13:00" }];
		// It is Monday, 10:00 in Berlin, or a few days later.
		const rule = await scene.rule({
			hours: hours.map(({ days, ...rest }) => ({ ...rest, days: [...days] })),
			time_zone: "Europe/Berlin",
		});
		const at = (time: string) => {
			service.advance(Date.parse(time) - service.now().getTime());
			return scene.report().then(() => runRules(service));
		};
		await editTarget(service, world.administrator, world.target.id, {
			activation_hours: { time_zone: "UTC", hours: [{ days: ["tue"], from: "08:00", to: "10:30" }] },
		});
		await at("2026-06-01T09:30:00Z");
		expect(await scene.verdict(rule.id, id)).toBe("missed outside_hours");
		const [line] = (await getDeploymentDetail(service, world.administrator, id)).rules;
		// Tuesday, 11:00 in Berlin, in summer.
		expect(line?.misses[0]?.figures).toEqual({ opens_at: "2026-06-02T09:00:00.000Z" });
		const freeze = { starts_at: new Date("2026-06-02T00:00:00Z"), ends_at: new Date("2026-06-02T09:15:00Z") };
		await service.prisma.targetFreeze.create({
			data: {
				target_id: world.target.id,
				starts_at: freeze.starts_at,
				ends_at: freeze.ends_at,
				reason: "a match",
				created_by_id: world.administrator.userId,
				created_at: service.now(),
			},
		});
		await at("2026-06-02T09:10:00Z");
		expect(await scene.statusOf(id)).toBe("requested");
		await at("2026-06-02T09:15:00Z");
		expect(await scene.statusOf(id)).toBe("activated");
	});

	test("leaves to people what its requester was asked, and targets that ask for several", async () => {
		const { id } = await scene.refresh();
		await commentOnDeployment(service, world.administrator, id, { text: "Why?", question: true });
		const rule = await scene.rule();
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toBe("missed question");
		await commentOnDeployment(service, world.designer, id, { text: "New shops.", question: false });
		await editTarget(service, world.administrator, world.target.id, { required_approvals: 2 });
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toBe("missed approvals");
		await editTarget(service, world.administrator, world.target.id, { required_approvals: 1 });
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toBe("activated");
	});

	test("four-eyes holds for the author, and for who issued the author's credential", async () => {
		await editTarget(service, world.administrator, world.target.id, { four_eyes: true });
		const { id } = await scene.refresh();
		const own = await scene.rule();
		await service.prisma.deployment.update({ where: { id }, data: { requester_id: world.administrator.userId } });
		await runRules(service);
		expect(await scene.verdict(own.id, id)).toBe("missed four_eyes");
		expect(await scene.statusOf(id)).toBe("requested");
		const { operator } = world;
		const key = await service.prisma.apiKey.create({
			data: {
				user_id: operator.userId,
				issued_by_id: world.administrator.userId,
				label: "another's",
				prefix: "tsk_",
				secret_hash: Buffer.from(operator.userId),
			},
		});
		const byKey = { ...operator, credential: { kind: "api_key", id: key.id } as const };
		const vouched = await scene.rule({}, { principal: byKey });
		await runRules(service);
		expect(await scene.verdict(vouched.id, id)).toBe("missed four_eyes");
		// With a credential of their own.
		await editRule(service, operator, world.target.id, vouched.id, { mode: "active" });
		await runRules(service);
		expect(await scene.verdict(vouched.id, id)).toBe("activated");
	});

	test("does nothing by an author who is disabled or has lost the right, and says so", async () => {
		const { id } = await scene.refresh();
		const rule = await scene.rule();
		const { userId } = world.administrator;
		await service.prisma.user.update({ where: { id: userId }, data: { role: "designer" } });
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toContain("missed author");
		const { rows: verdicts } = await listVerdicts(service, world.operator, world.target.id, rule.id, {
			limit: 1,
			offset: 0,
		});
		expect(verdicts[0]?.misses[0]?.message).toBe("Mira Lang no longer administers the target");
		await service.prisma.user.update({
			where: { id: userId },
			data: { role: "administrator", disabled_at: new Date() },
		});
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toBe("missed author");
		const { rows } = await listRules(service, world.operator, world.target.id, { limit: 1, offset: 0 });
		expect(rows[0]?.problem).toContain("is disabled");
		// Somebody else answers for it.
		await editRule(service, world.operator, world.target.id, rule.id, { mode: "active" });
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toBe("activated");
	});

	test("activates at most as many a day as it may, in its time zone, after other conditions, too", async () => {
		const requests = [];
		for (let number = 0; number < 3; number += 1) requests.push(await scene.refresh());
		const rule = await scene.rule({ daily_limit: 2, time_zone: "Asia/Tokyo" });
		await runRules(service);
		expect(await Promise.all(requests.map(({ id }) => scene.statusOf(id)))).toEqual([
			"activated",
			"activated",
			"requested",
		]);
		const third = requests[2]?.id ?? "";
		expect(await scene.verdict(rule.id, third)).toBe("missed daily_limit");
		await editRule(service, world.administrator, world.target.id, rule.id, { mode: "dry_run" });
		await editRule(service, world.administrator, world.target.id, rule.id, { mode: "active" });
		await scene.report();
		await runRules(service);
		expect(await scene.verdict(rule.id, third)).toBe("missed daily_limit");
		// 09:00 UTC is 18:00 in Tokyo: the day there ends in six hours.
		service.advance(5 * 3_600_000);
		await scene.report();
		await runRules(service);
		expect(await scene.statusOf(third)).toBe("requested");
		service.advance(1.1 * 3_600_000);
		await scene.report();
		await runRules(service);
		expect(await scene.statusOf(third)).toBe("activated");
	});

	test("other conditions begin with a dry run; a changed or deleted rule says nothing of before", async () => {
		const { id } = await scene.refresh(1_500);
		const rule = await scene.rule();
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toBe("missed size");
		const edited = await editRule(service, world.administrator, world.target.id, rule.id, {
			conditions: { ...rule.conditions, organizations: null, change_within_percent: 60 },
		});
		expect(edited).toMatchObject({ mode: "dry_run", revision: 3 });
		expect(await scene.verdict(rule.id, id)).toBe("none");
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toBe("would_activate");
		await editRule(service, world.administrator, world.target.id, rule.id, { mode: "active" }, { revision: 3 });
		await runRules(service);
		expect(await scene.verdict(rule.id, id)).toBe("activated");
		await deleteRule(service, world.administrator, world.target.id, rule.id);
		expect(await scene.verdict(rule.id, id)).toBe("none");
		const events = await service.prisma.auditEvent.findMany({
			where: { object_id: world.target.id, action: { endsWith: "_rule" } },
			orderBy: { id: "asc" },
		});
		expect(events.map(({ action }) => action)).toEqual([
			"create_rule",
			"switch_rule",
			"edit_rule",
			"switch_rule",
			"switch_rule",
			"delete_rule",
		]);
	});

	test("verdicts go after 30 days, but not on what still waits", async () => {
		const [done, waiting] = [await scene.refresh(), await scene.refresh(5_000)];
		const rule = await scene.rule();
		await runRules(service);
		service.advance(29 * DAY);
		expect(await removeOldRows(service, ["rule_verdicts"])).toBe(0);
		service.advance(2 * DAY);
		expect(await removeOldRows(service, ["rule_verdicts"])).toBeGreaterThan(0);
		expect(await scene.verdict(rule.id, done.id)).toBe("none");
		expect(await scene.verdict(rule.id, waiting.id)).toContain("missed");
	});
});
