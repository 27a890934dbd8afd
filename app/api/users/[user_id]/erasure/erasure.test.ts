import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { KEPT } from "@/lib/domain/erasure/text-columns";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { GET as getRoute } from "../route";
import { POST as eraseRoute } from "./route";

describe.each(testDatabaseKinds())("/api/users/<id>/erasure on %s", (kind) => {
	let service: TestService;
	let world: World;
	let operator: string;
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		world = await createWorld(service);
		operator = await issueKey(service, world.operator, ["manage", "administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const call = (id: string, key: string) => ({
		url: `/api/users/${id}`,
		params: { user_id: id },
		headers: { authorization: `Bearer ${key}` },
	});
	const erase = (key: string, { userId, email }: Pick<Principal, "userId" | "email">) =>
		callRoute(eraseRoute, { ...call(userId, key), json: { email } });
	const outcome = ({ status, body }: RouteAnswer) => [status, body.message];
	const data = (answer: RouteAnswer) => answer.body.response?.data as unknown as Record<string, unknown>;

	test("is for operators: others see no more than before, and nobody erases themselves", async () => {
		const boss = await issueKey(service, world.customerAdministrator, ["manage", "administer"]);
		const designer = await issueKey(service, world.designer, ["manage"]);
		const narrow = await issueKey(service, world.operator, ["manage"]);
		const only = [403, "only operators may erase people"];
		expect(outcome(await erase(boss, world.outsider))).toEqual([404, "user not found"]);
		expect(outcome(await erase(designer, world.colleague))).toEqual([404, "user not found"]);
		expect(outcome(await erase(operator, { ...world.colleague, userId: "nonsense" }))).toEqual([404, "user not found"]);
		expect(outcome(await erase(boss, world.colleague))).toEqual(only);
		expect(outcome(await erase(designer, world.designer))).toEqual(only);
		expect(outcome(await erase(narrow, world.operator))).toEqual(only);
		expect(outcome(await erase(operator, world.operator))).toEqual([403, "users must not erase themselves"]);
		// The same e-mail without a sign-in, in another organization, is the same person.
		const { organizationId } = world.outsider;
		const { email } = world.operator;
		const twin = await service.prisma.user.create({
			data: { organization_id: organizationId, email, email_key: email.toLowerCase() },
		});
		const themselves = await erase(operator, { userId: twin.id, email });
		expect(outcome(themselves)).toEqual([403, "users must not erase themselves"]);
		await service.prisma.user.delete({ where: { id: twin.id } });
	});

	test("the e-mail is given once more, and is the person's", async () => {
		const { colleague, designer } = world;
		const wrong = await erase(operator, { ...colleague, email: designer.email });
		expect(outcome(wrong)).toEqual([400, "'email' must be the e-mail of the person"]);
		expect((await callRoute(eraseRoute, { ...call(colleague.userId, operator), json: {} })).status).toBe(400);
		expect(await service.prisma.user.count({ where: { email: colleague.email } })).toBe(1);
	});

	test("a person is erased once, with a proof that does not name them", async () => {
		const { designer } = world;
		const theirs = await issueKey(service, designer, ["manage"]);
		await createRequest(service, world);
		const answer = await erase(operator, { ...designer, email: designer.email.toUpperCase() });
		expect(answer.status).toBe(200);
		const { digest, ...proof } = data(answer);
		const pseudonym = `erased-${designer.userId.slice(0, 13)}@erased.invalid`;
		const kept = Object.keys(KEPT);
		expect(proof).toEqual({ pseudonym, at: expect.any(String), accounts: 1, places: expect.any(Array), kept });
		expect(proof.places).toContainEqual({ table: "users", column: null, rows: 1 });
		expect(digest).toBe(`sha256:${createHash("sha256").update(JSON.stringify(proof)).digest("hex")}`);
		expect(JSON.stringify(answer.body)).not.toContain(designer.email);
		const event = await service.prisma.auditEvent.findFirstOrThrow({ where: { action: "erase_user" } });
		expect(event).toMatchObject({ actor_id: world.operator.userId, object_id: designer.userId, detail: { digest } });
		const row = data(await callRoute(getRoute, call(designer.userId, operator)));
		expect(row).toMatchObject({ email: pseudonym, first_name: "", last_name: "", status: "disabled" });
		expect(row.permissions).toMatchObject({ erase: false });
		expect((await callRoute(getRoute, call(designer.userId, theirs))).status).toBe(401);
		const again = await erase(operator, { ...designer, email: pseudonym });
		expect(outcome(again)).toEqual([409, "this person is erased already"]);
	});

	test("the last operator who can sign in stays", async () => {
		const { organizationId } = world.operator;
		const email = "second-operator@example.com";
		const data = { organization_id: organizationId, email, email_key: email, role: "operator" as const };
		const { id } = await service.prisma.user.create({ data });
		const second = await issueKey(service, { ...world.operator, userId: id, email }, ["manage", "administer"]);
		const answer = await erase(second, world.operator);
		expect([answer.status, answer.body.error_type]).toEqual([409, "InvalidState"]);
		await service.prisma.user.update({ where: { id }, data: { password_hash: "no password fits" } });
		expect((await erase(second, world.operator)).status).toBe(200);
	});
});
