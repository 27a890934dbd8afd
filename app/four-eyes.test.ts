import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { runRules } from "@/lib/domain/deployments/activation-rules/run-rules";
import { runDueSchedules } from "@/lib/domain/deployments/schedules/run-due-schedules";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import type { Role } from "@/lib/generated/prisma/enums";
import { setService } from "@/lib/platform/service";
import type { Shown } from "@/lib/tools/testing/access/cast";
import { type AccessCall, type Sent, send } from "@/lib/tools/testing/access/send";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { openTestSession, sessionHeaders } from "@/lib/tools/testing/session";
import { completeABuild, createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { tomorrow } from "@/lib/tools/testing/write-preparations";

interface Lent {
	readonly designer: Principal;
	readonly shown: Shown;
}

const ADMINISTERS = ["manage", "administer"];
const PASSWORD = "own words in a row";

/**
 * What a target's administrator requested is decided by nobody who may be the same person: neither by
 * them nor with a key, link or password that they issued (docs/contract.md, Roles and rights).
 */
describe("four eyes", () => {
	let service: TestService;
	let world: World;
	let ada: Shown;
	let independent: Shown;
	const behind = new Map<string, Shown>();
	/** Credentials of designers that the administrator issued. */
	const lend = new Map<string, Lent>();
	/** With which requests are made; null: by the administrator. */
	let lent: Lent | null = null;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		const { organizationId } = world.administrator;
		await service.prisma.targetAcceptedOrganization.create({
			data: { target_id: world.target.id, organization_id: organizationId },
		});
		ada = { key: await issueKey(service, world.administrator, ["manage", "administer"]) };
		independent = { key: await keyOf(await administrator()) };
		await issueCredentials();
		await lendCredentials();
	});
	afterEach(() => {
		lent = null;
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	/** Another administrator of the target's organization. */
	const administrator = () => member("administrator");

	async function member(role: Role): Promise<string> {
		const email = `${crypto.randomUUID()}@example.com`;
		const { organizationId } = world.administrator;
		const user = {
			organization_id: organizationId,
			email,
			email_key: email,
			role,
			password_hash: "no password fits",
		} as const;
		return (await service.prisma.user.create({ data: user, select: { id: true } })).id;
	}

	/** A key of the user's own making. */
	const keyOf = (userId: string) => issueKey(service, { ...world.administrator, userId }, ["manage", "administer"]);

	const dataOf = ({ status, body }: Sent) => {
		expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), body]);
		return JSON.parse(body).response.data;
	};
	const issue = async (by: Shown, userId: string): Promise<Shown> => {
		const json = { label: "k", scopes: ADMINISTERS, user_id: userId };
		return { key: dataOf(await send("POST /api/keys", { json }, by)).key };
	};
	/** Signs in with a password that was set by a link of the issuer. */
	const signInByLink = async (by: Shown, userId: string): Promise<Shown> => {
		const params = { user_id: userId };
		const { link } = dataOf(await send("POST /api/users/[user_id]/sign-in-link", { params, json: {} }, by));
		const json = { secret: String(link).split("#")[1], password: PASSWORD };
		dataOf(await send("POST /api/sign-in-links/redeem", { json }, {}));
		return { headers: await sessionHeaders(service, await openTestSession(service, { userId })) };
	};

	async function issueCredentials(): Promise<void> {
		behind.set("the requester's own key", ada);
		const issued = await issue(ada, await administrator());
		behind.set("a key that the requester issued", issued);
		behind.set("a key that was issued with such a key", await issue(issued, await administrator()));
		const own = await administrator();
		await issueKey(service, { ...world.administrator, userId: own }, ["manage", "administer"]);
		const { id } = await service.prisma.apiKey.findFirstOrThrow({ where: { user_id: own } });
		const params = { key_id: id };
		const renewed = await send("POST /api/keys/[key_id]/regenerate", { params, json: { grace_seconds: 0 } }, ada);
		behind.set("a key that the requester regenerated", { key: dataOf(renewed).key });
		const invited = await administrator();
		const session = await signInByLink(ada, invited);
		behind.set("a session by a link of the requester's", session);
		behind.set("a key of that session", await issue(session, invited));
		behind.set("a session by a link of that session", await signInByLink(session, await administrator()));
	}

	async function lendCredentials(): Promise<void> {
		const designer = async (): Promise<Principal> => {
			const { organizationId } = world.administrator;
			return { ...world.designer, organizationId, userId: await member("designer") };
		};
		const [byKey, byLink, byToken, byLent] = [await designer(), await designer(), await designer(), await designer()];
		const issueFor = async ({ userId }: Principal, by: Shown): Promise<Shown> => {
			const json = { label: "k", scopes: ["manage"], user_id: userId };
			return { key: dataOf(await send("POST /api/keys", { json }, by)).key };
		};
		lend.set("a key", { designer: byKey, shown: await issueFor(byKey, ada) });
		lend.set("a link", { designer: byLink, shown: await signInByLink(ada, byLink.userId) });
		const server = { key: await issueKey(service, world.administrator, ["tokens"]) };
		const granted = await send("GET /token/user/[user_id]", { params: { user_id: byToken.userId } }, server);
		const authorization = `Bearer ${JSON.parse(granted.body).data.token}`;
		lend.set("an access token", { designer: byToken, shown: { headers: { authorization } } });
		const deputy = behind.get("a key that the requester issued") ?? {};
		lend.set("a key that was issued with a key", { designer: byLent, shown: await issueFor(byLent, deputy) });
	}

	const settle = (data: object) =>
		service.prisma.target.update({ where: { id: world.target.id }, data, select: { id: true } });
	/** A build of a design of the requester's, requested by them. */
	async function request(designId?: string): Promise<{ id: string; designId: string }> {
		const requester: Principal = lent === null ? world.administrator : lent.designer;
		const design = designId ?? (await createProximityDesign(service, requester)).id;
		const buildId = await completeABuild(service, requester, design);
		if (lent !== null) {
			const call = { params: { build_id: buildId }, form: { targetId: world.target.id } };
			const { id } = dataOf(await send("POST /targeting/builds/[build_id]/request", call, lent.shown));
			return { id, designId: design };
		}
		const { id } = await requestDeployment(service, requester, buildId, { targetId: world.target.id });
		return { id, designId: design };
	}
	const on = (id: string, call: AccessCall = {}): AccessCall => ({ params: { deployment_id: id }, ...call });
	const decide = (action: string, id: string, by: Shown, form = {}) =>
		send(`POST /targeting/deployments/[deployment_id]/${action}`, on(id, { form }), by);
	const bulk = async (action: string, id: string, by: Shown): Promise<Sent> => {
		const sent = await send("POST /api/deployments/bulk", { json: { action, items: [{ id }] } }, by);
		const [outcome] = dataOf(sent).outcomes;
		return { status: outcome.ok ? 200 : 403, body: JSON.stringify(outcome) };
	};

	const DOORS: [door: string, prepare: () => Promise<string>, knock: (id: string, by: Shown) => Promise<Sent>][] = [
		["activate", async () => (await request()).id, (id, by) => decide("activate", id, by)],
		[
			"activate as proposed",
			async () => (await request()).id,
			(id, by) => decide("activate", id, by, { as_proposed: "true" }),
		],
		["activate in bulk", async () => (await request()).id, (id, by) => bulk("activate", id, by)],
		[
			"schedule",
			async () => (await request()).id,
			(id, by) =>
				send("PUT /api/deployments/[deployment_id]/schedule", on(id, { json: { activate_at: tomorrow(service) } }), by),
		],
		[
			"roll back",
			async () => {
				const first = await request();
				await decide("activate", first.id, independent);
				const { id } = await request(first.designId);
				await decide("activate", id, independent);
				return id;
			},
			(id, by) => send("POST /api/deployments/[deployment_id]/rollback", on(id, { json: {} }), by),
		],
		[
			"activate again",
			async () => {
				const { id } = await request();
				await decide("activate", id, independent);
				await decide("deactivate", id, independent);
				return id;
			},
			(id, by) => decide("activate", id, by),
		],
		[
			"activate what was rejected",
			async () => {
				const { id } = await request();
				await decide("reject", id, independent);
				return id;
			},
			(id, by) => bulk("activate", id, by),
		],
		[
			"give the last approval",
			async () => {
				const { id } = await request();
				await settle({ required_approvals: 2 });
				expect((await decide("activate", id, independent)).status).toBe(200);
				return id;
			},
			(id, by) => decide("activate", id, by),
		],
	];

	test.each(DOORS)("no credential of the requester's can %s", async (_door, prepare, knock) => {
		await settle({ four_eyes: true, required_approvals: 1 });
		const id = await prepare();
		const status = async () => (await service.prisma.deployment.findUniqueOrThrow({ where: { id } })).status;
		const before = await status();
		for (const [credential, shown] of behind) {
			const { status: answered, body } = await knock(id, shown);
			expect([credential, answered, body]).toEqual([credential, 403, expect.stringContaining("four-eyes rule")]);
			const preview = dataOf(await send("GET /api/deployments/[deployment_id]", on(id), shown));
			expect([credential, preview.permissions.activate_own]).toEqual([credential, false]);
		}
		expect(await status()).toBe(before);
		const another = { key: await keyOf(await administrator()) };
		expect((await knock(id, another)).status).toBe(200);
	});

	test.each(DOORS)("an issuer of a request's credential cannot %s", async (door, prepare, knock) => {
		await settle({ four_eyes: true, required_approvals: 1 });
		const [credential = "", made] = [...lend][DOORS.findIndex(([each]) => each === door) % lend.size] ?? [];
		lent = made ?? null;
		const id = await prepare();
		for (const shown of [ada, behind.get("a session by a link of the requester's") ?? {}]) {
			const { status, body } = await knock(id, shown);
			expect([credential, status, body]).toEqual([credential, 403, expect.stringContaining("four-eyes rule")]);
			const preview = dataOf(await send("GET /api/deployments/[deployment_id]", on(id), shown));
			expect([credential, preview.permissions.activate_own]).toEqual([credential, false]);
		}
		expect((await knock(id, { key: await keyOf(await administrator()) })).status).toBe(200);
	});

	test("what they scheduled, approved or wrote a rule for before does not activate such a request", async () => {
		const statusOf = async (id: string) =>
			(await service.prisma.deployment.findUniqueOrThrow({ where: { id } })).status;
		for (lent of lend.values()) {
			await settle({ four_eyes: false, required_approvals: 1 });
			const [scheduled, approved] = [await request(), await request()];
			const at = new Date(service.now().getTime() + 60_000).toISOString();
			const call = on(scheduled.id, { json: { activate_at: at } });
			dataOf(await send("PUT /api/deployments/[deployment_id]/schedule", call, ada));
			await settle({ required_approvals: 2 });
			dataOf(await decide("activate", approved.id, ada));
			await settle({ four_eyes: true });
			dataOf(await decide("activate", approved.id, independent));
			expect(await statusOf(approved.id)).toBe("requested");
			await settle({ required_approvals: 1 });
			service.advance(120_000);
			await runDueSchedules(service);
			expect(await statusOf(scheduled.id)).toBe("requested");
		}
	});

	test("a schedule from before the rule is not carried out for them", async () => {
		await settle({ four_eyes: false, required_approvals: 1 });
		const ids: string[] = [];
		const at = new Date(service.now().getTime() + 60_000).toISOString();
		for (const shown of behind.values()) {
			const { id } = await request();
			dataOf(await send("PUT /api/deployments/[deployment_id]/schedule", on(id, { json: { activate_at: at } }), shown));
			ids.push(id);
		}
		await settle({ four_eyes: true });
		service.advance(120_000);
		await runDueSchedules(service);
		const rows = await service.prisma.deployment.findMany({ where: { id: { in: ids } }, select: { status: true } });
		expect(rows.map(({ status }) => status)).toEqual(ids.map(() => "requested"));
		const problems = await service.prisma.deploymentSchedule.findMany({ where: { deployment_id: { in: ids } } });
		expect(problems.map(({ problem }) => problem)).toEqual(ids.map(() => expect.stringContaining("four-eyes rule")));
	});

	test("a rule that they write activates nothing", async () => {
		await settle({ four_eyes: true, required_approvals: 1 });
		const first = await request();
		await decide("activate", first.id, independent);
		const params = { target_id: world.target.id };
		const write = async (name: string, by: Shown) => {
			const { id } = dataOf(
				await send(
					"POST /api/targets/[target_id]/rules",
					{ params, json: { name, conditions: { no_warnings: false } } },
					by,
				),
			);
			const on = { params: { ...params, rule_id: id }, json: { mode: "active" } };
			dataOf(await send("PATCH /api/targets/[target_id]/rules/[rule_id]", on, by));
		};
		for (const [credential, shown] of behind) await write(credential, shown);
		const { id } = await request(first.designId);
		const status = async () => (await service.prisma.deployment.findUniqueOrThrow({ where: { id } })).status;
		await runRules(service);
		const verdicts = await service.prisma.ruleVerdict.findMany({ where: { deployment_id: id } });
		expect(verdicts.map(({ misses }) => JSON.stringify(misses))).toEqual(
			[...behind].map(() => expect.stringContaining("four_eyes")),
		);
		expect(await status()).toBe("requested");
		await write("independent", independent);
		await runRules(service);
		expect(await status()).toBe("activated");
	});

	test("none of them is the second person for a deletion that the requester approved", async () => {
		await settle({ four_eyes: true, required_approvals: 1, second_approval_for_delete: true });
		const { id } = await request();
		await decide("activate", id, independent);
		expect((await decide("delete", id, ada)).status).toBe(200);
		for (const [credential, shown] of behind) {
			for (const answer of [await decide("delete", id, shown), await bulk("delete", id, shown)]) {
				const refused = credential === "the requester's own key" ? expect.toBeOneOf([403, 409]) : 403;
				expect([credential, answer.status]).toEqual([credential, refused]);
			}
		}
		expect(JSON.parse((await decide("delete", id, independent)).body).response).toEqual({});
	});
});
