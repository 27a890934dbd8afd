import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAudit } from "@/lib/domain/audit/list-audit";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { listVerdicts } from "@/lib/domain/deployments/activation-rules/list-verdicts";
import { runRules } from "@/lib/domain/deployments/activation-rules/run-rules";
import { RuleScene } from "@/lib/domain/deployments/activation-rules/testing";
import { commentOnDeployment } from "@/lib/domain/deployments/comments/comment-on-deployment";
import {
	type AutomationRecord,
	automationInclude,
	principalOfAutomation,
} from "@/lib/domain/deployments/data-automation/automation-record";
import { problemOf, settleProblem } from "@/lib/domain/deployments/data-automation/note-problem";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { runDueSchedules } from "@/lib/domain/deployments/schedules/run-due-schedules";
import { createDesign } from "@/lib/domain/designs/create-design";
import { failedSchedules } from "@/lib/domain/overview/failed-schedules";
import { createView } from "@/lib/domain/views/create-view";
import { transact } from "@/lib/platform/db/transact";
import { InvalidStateError, NotFoundError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { openTestSession } from "@/lib/tools/testing/session";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { eraseFromAudit } from "./erase-from-audit";
import { eraseUser } from "./erase-user";
import { patternsOf } from "./replace-everywhere";

const ACTOR = { system: "command line (root@host)" };

describe.each(testDatabaseKinds())("erasing a person on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	/** Where a text is in the database, in any case, also in search documents and other spellings. */
	async function placesOf(text: string): Promise<string[]> {
		const tables = await service.prisma.$queryRaw<{ name: string }[]>`
			SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`;
		const found: string[] = [];
		for (const { name } of tables) {
			const rows = await service.prisma.$queryRawUnsafe<{ row: string }[]>(
				`SELECT t::text AS row FROM ${name} t WHERE t::text ILIKE '%' || $1 || '%'`,
				text,
			);
			found.push(...rows.map(({ row }) => `${name}: ${row}`));
		}
		return found;
	}

	test("name and e-mail are nowhere afterwards, and what they did stays under a pseudonym", async () => {
		const { designer: person, administrator, outsider } = world;
		const names = { first_name: 'Adalbertina "Ada"', last_name: "O'Lovelace" };
		await service.prisma.user.update({
			where: { id: person.userId },
			data: { ...names, oidc_issuer: "https://id.example", oidc_subject: "subject-0815" },
		});
		// Somebody else's e-mail ends with theirs, and stays.
		const like = `x${person.email}`;
		await service.prisma.user.update({ where: { id: outsider.userId }, data: { email: like, email_key: like } });
		await openTestSession(service, person);
		const { design, deployment } = await createRequest(service, world);
		await service.prisma.deployment.update({
			where: { id: deployment.id },
			data: { message: `Ask ${person.email.toUpperCase()}, or\n${person.email}. (Adalbertina "Ada" O'Lovelace)` },
		});
		await commentOnDeployment(service, administrator, deployment.id, {
			question: false,
			text: `Thanks, ${person.email}!`.padEnd(2_000, " x"),
		});
		await createView(service, administrator, {
			...{
				page: "/designs",
				name: "Theirs",
				query: `q=${encodeURIComponent(person.email)}`,
				shared: true,
				default: false,
			},
		});
		const webhook = await service.prisma.webhook.findFirst();
		expect(webhook).toBeNull();
		await service.prisma.auditEvent.create({
			data: {
				...{
					actor_label: `rule ‘x’ of ${person.email}`,
					actor_id: person.userId,
					credential: "rule",
					address: "192.0.2.55",
				},
				...{ action: "edit", object_type: "user", object_id: person.userId },
				detail: { changes: { first_name: names.first_name, role: "designer" }, told: [`see\n${person.email}`] },
			},
		});
		expect((await placesOf(person.email)).length).toBeGreaterThan(5);

		const report = await eraseUser(service, ACTOR, { email: ` ${person.email.toUpperCase()} ` });
		const pseudonym = `erased-${person.userId.slice(0, 13)}@erased.invalid`;
		expect(report).toMatchObject({
			pseudonym,
			accounts: 1,
			kept: expect.arrayContaining(["properties of geofences"]),
			digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
		});
		const found = report.places.map(({ table, column }) => (column === null ? table : `${table}.${column}`));
		expect(found).toEqual(
			expect.arrayContaining([
				...["users", "sessions", "audit_events.actor_label", "audit_events.detail", "audit_events.address"],
				...["deployments.message", "deployment_comments.text", "saved_views.query", "designs.search_document"],
			]),
		);
		for (const text of ["Adalbertina", "Lovelace", "subject-0815", "192.0.2.55"])
			expect(await placesOf(text)).toEqual([]);
		expect((await placesOf(person.email)).filter((row) => !row.includes(like))).toEqual([]);
		expect(await placesOf(encodeURIComponent(person.email))).toEqual([]);
		const [mark = ""] = /(?<=designer-)\w+/.exec(person.email) ?? [];
		const searched = await service.prisma.design.findUniqueOrThrow({ where: { id: design.id } });
		expect(searched.search_document).not.toContain(`designer ${mark}`);
		const still = await service.prisma.user.findUniqueOrThrow({ where: { id: outsider.userId } });
		expect(still.email).toBe(like);

		const user = await service.prisma.user.findUniqueOrThrow({ where: { id: person.userId } });
		expect(user).toMatchObject({
			email: pseudonym,
			first_name: "",
			last_name: "",
			password_hash: null,
			oidc_subject: null,
		});
		expect(user.disabled_at).not.toBeNull();
		const { message } = await service.prisma.deployment.findUniqueOrThrow({ where: { id: deployment.id } });
		expect(message).toBe(`Ask ${pseudonym}, or\n${pseudonym}. (${pseudonym})`);
		const { rows } = await listAudit(service, world.operator, { actor: pseudonym, limit: 50, offset: 0 });
		expect(rows.map(({ action }) => action)).toContain("request");
		const proof = await service.prisma.auditEvent.findFirstOrThrow({ where: { action: "erase_user" } });
		expect(proof).toMatchObject({
			actor_label: ACTOR.system,
			object_id: person.userId,
			detail: { digest: report.digest },
		});
		await expect(eraseUser(service, ACTOR, { email: person.email })).rejects.toThrow(NotFoundError);
		// A comment still never changes otherwise.
		await expect(service.prisma.deploymentComment.updateMany({ data: { text: "else" } })).rejects.toThrow(
			"never changes",
		);
		await createDesign(service, world.colleague, { name: "Goes on", type: "proximity", sets: [] });
	});

	test("an e-mail of another script is found in any case, and not within another one", async () => {
		const [email, emailKey, like] = ["Зоя@Пример.рф", "зоя@пример.рф", "анзоя@пример.рф"];
		const where = { id: world.colleague.userId };
		await service.prisma.user.update({ where, data: { email, email_key: emailKey } });
		const { deployment } = await createRequest(service, world);
		const told = { where: { id: deployment.id }, data: { message: `${email.toUpperCase()}, ${emailKey}, ${like}` } };
		await service.prisma.deployment.update(told);
		const { pseudonym } = await eraseUser(service, ACTOR, { email: "ЗОЯ@пример.рф" });
		const { message } = await service.prisma.deployment.findUniqueOrThrow({ where: told.where });
		expect(message).toBe(`${pseudonym}, ${pseudonym}, ${like}`);
	});

	test("a long log is gone over in steps", async () => {
		for (let number = 0; number < 5; number += 1)
			await transact(service.prisma, (tx) =>
				recordEvent(service, tx, world.operator, {
					...{ action: "edit", object_type: "target", object_id: world.target.id, reason: "of step-0815" },
				}),
			);
		const { places } = await transact(service.prisma, (tx) =>
			eraseFromAudit(tx, [], patternsOf({ addresses: ["step-0815"], names: [] }), "nobody", 2n),
		);
		expect(places.map(({ rows }) => rows).reduce((sum, rows) => sum + rows, 0)).toBe(5);
		expect(places.length).toBeGreaterThan(2);
		expect(await placesOf("step-0815")).toEqual([]);
	});

	test("the last operator stays", async () => {
		await expect(eraseUser(service, ACTOR, { email: world.operator.email })).rejects.toThrow(InvalidStateError);
	});

	test("what is counted, and becomes an event meanwhile, names nobody either", async () => {
		const { userId, email } = (await createWorld(service)).designer;
		const event = { actor: { system: "sign-in" }, entry: { action: "sign_in_refused", reason: `of ${email}` } };
		await service.prisma.auditWindow.create({
			data: { subject: userId, repeated: 1, ends_at: service.now(), event },
		});
		await service.prisma.$executeRaw`CREATE FUNCTION end_window() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				INSERT INTO audit_events (actor_label, credential, action, object_type, object_id, reason)
				VALUES ('sign-in', 'system', 'sign_in_refused', 'user', gen_random_uuid(), OLD.event->'entry'->>'reason');
				RETURN NULL;
			END $$`;
		await service.prisma.$executeRaw`
			CREATE TRIGGER end_window BEFORE UPDATE ON audit_windows FOR EACH ROW EXECUTE FUNCTION end_window()`;
		await eraseUser(service, ACTOR, { email });
		await service.prisma.$executeRaw`DROP TRIGGER end_window ON audit_windows`;
		expect(await service.prisma.auditEvent.count({ where: { reason: { contains: "@erased.invalid" } } })).toBe(1);
		expect((await placesOf(email)).map((row) => row.split(":")[0])).toEqual(["audit_windows"]);
	});

	test("stored reasons name nobody by a name, which may be short, or another one later", async () => {
		const { prisma } = service;
		const people = await createWorld(service);
		const { administrator: person } = people;
		const [where, email] = [{ id: person.userId }, person.email];
		await prisma.user.update({ where, data: { first_name: "Bo", last_name: "Li" } });
		const scene = new RuleScene(service, people);
		const rule = await scene.rule();
		const { deployment, design } = await createRequest(service, people);
		const scheduled = { deployment_id: deployment.id, action: "activate" as const, scheduled_by_id: person.userId };
		const automation = { design_id: design.id, rebuild: true, redeploy: false, set_by_id: person.userId };
		await prisma.designAutomation.create({ data: { ...automation, set_at: service.now() } });
		const fail = async (tried: string, work: (record: AutomationRecord) => unknown) => {
			const record = await prisma.designAutomation.findUniqueOrThrow({
				where: { design_id: design.id },
				include: automationInclude,
			});
			const problem = await Promise.resolve(record)
				.then(work)
				.catch((thrown: unknown) => problemOf(record, thrown));
			await settleProblem(service, record, tried, problem as { problem: string; stops: false });
			await prisma.designAutomation.update({ where: { design_id: design.id }, data: { rebuild: true } });
		};
		for (const [disabledAt, role] of [
			[service.now(), "administrator"],
			[null, "designer"],
		] as const) {
			await prisma.user.update({ where, data: { disabled_at: disabledAt, role } });
			await prisma.deploymentSchedule.create({ data: { ...scheduled, at: service.now() } });
			expect(await runDueSchedules(service)).toBe(1);
			await fail(role, disabledAt === null ? () => Promise.reject(new NotFoundError("gone")) : principalOfAutomation);
			await runRules(service);
			expect(await scene.verdict(rule.id, deployment.id)).toContain("author");
		}
		expect((await placesOf(email)).map((row) => row.split(":")[0])).toEqual(
			expect.arrayContaining(["audit_events", "deployment_schedules", "design_automations", "rule_verdicts"]),
		);
		// The name is put in when they are read.
		const shown = async () => [
			(await getDeploymentDetail(service, people.operator, deployment.id)).schedule?.last_problem?.problem,
			(await listVerdicts(service, people.operator, scene.targetId, rule.id, { limit: 1, offset: 0 })).rows[0]
				?.misses[0]?.message,
			(await failedSchedules(service, people.operator)).rows[0]?.problem,
		];
		expect(await shown()).toEqual([
			"Bo Li no longer sees this deployment",
			"Bo Li no longer administers the target",
			"Bo Li no longer sees this deployment",
		]);
		await prisma.user.update({ where, data: { first_name: "Lu", last_name: "Wu" } });
		expect((await shown())[0]).toBe("Lu Wu no longer sees this deployment");
		await eraseUser(service, ACTOR, { email });
		for (const text of ["Bo Li", "Lu Wu", email]) expect(await placesOf(text)).toEqual([]);
		expect((await shown())[0]).toContain("@erased.invalid no longer sees");
	});
});
