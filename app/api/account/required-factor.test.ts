import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { begunTotp } from "@/lib/contract/account";
import { organization } from "@/lib/contract/organization";
import type { Principal } from "@/lib/domain/access/principal";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { openSession } from "@/lib/domain/accounts/sign-in/open-session";
import { setService } from "@/lib/platform/service";
import { type Send, senderWith, signedInSender } from "@/lib/tools/testing/call-named-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { addTotp, codeOf } from "@/lib/tools/testing/second-factor";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { sessionHeaders, TEST_VISITOR } from "@/lib/tools/testing/session";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const PASSWORD = "correct horse battery";

describe.each(testDatabaseKinds())("an organization that requires a second factor on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
	});
	beforeEach(async () => {
		service.advance(60_000);
		world = await createWorld(service);
		const data = { password_hash: await hashPassword(PASSWORD) };
		await service.prisma.user.updateMany({ where: { id: world.designer.userId }, data });
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const signedIn = (user: Principal) => signedInSender(service, user);
	const require = async (as: Principal, value = true) =>
		(await signedIn(as))(
			"PATCH /api/organizations/[organization_id]",
			{ second_factor_required: value },
			{ organization_id: world.designer.organizationId },
		);

	test("is set by its administrators and operators, from a confirmed session", async () => {
		const answer = await require(world.customerAdministrator);
		expect(organization.parse(answer.body.response?.data).second_factor_required).toBe(true);
		expect((await require(world.operator, false)).status).toBe(200);
		expect((await require(world.designer)).status).toBe(403);
		const send = await signedIn(world.operator);
		service.advance(5 * 60_000);
		const edit = (json: unknown) =>
			send("PATCH /api/organizations/[organization_id]", json, { organization_id: world.designer.organizationId });
		expect((await edit({ second_factor_required: true })).body.reason).toBe("confirmation_required");
		expect((await edit({ name: "Renamed" })).status).toBe(200);
	});

	test("lets its people do nothing else before they have added one", async () => {
		const send = await signedIn(world.designer);
		await require(world.customerAdministrator);
		for (const [route, json] of [
			["GET /targeting/designs"],
			["GET /api/targets"],
			["POST /api/designs", { name: "x", type: "proximity" }],
			["PATCH /api/account", { first_name: "A" }],
			["GET /api/account/sessions"],
		] as const) {
			const { status, body } = await send(route, json);
			expect([route, status, body.reason]).toEqual([route, 403, "second_factor_required"]);
		}
		expect((await send("GET /api/account")).status).toBe(200);
		const { body } = await send("POST /api/account/totp", {});
		const { secret } = begunTotp.parse(body.response?.data);
		const code = codeOf(service, secret ?? "");
		expect((await send("POST /api/account/totp/confirm", { code })).status).toBe(200);
		expect((await send("GET /targeting/designs")).status).toBe(200);
		const removal = await send("DELETE /api/account/totp");
		expect([removal.status, removal.body.message]).toEqual([
			409,
			"your organization requires a second factor: the last one must stay",
		]);
	});

	test("does not concern others, those who have one, keys, and people who came by single sign-on", async () => {
		await addTotp(service, world.colleague);
		await require(world.operator);
		const statusOf = async (send: Send) => (await send("GET /api/targets")).status;
		expect(await statusOf(await signedIn(world.outsider))).toBe(200);
		expect(await statusOf(await signedIn(world.colleague))).toBe(200);
		const authorization = `Bearer ${await issueKey(service, world.designer, ["manage"])}`;
		expect(await statusOf(senderWith({ authorization }))).toBe(200);
		const identified = { userId: world.designer.userId, epoch: 1, by: "oidc", secondFactor: false } as const;
		const token = await openSession(service, identified, TEST_VISITOR);
		expect(await statusOf(senderWith(await sessionHeaders(service, token)))).toBe(200);
	});
});
