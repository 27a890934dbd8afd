import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { account, begunTotp, recoveryCodes, sessionConfirmed } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { signIn } from "@/lib/domain/accounts/sign-in/sign-in";
import { setService } from "@/lib/platform/service";
import { type Send, senderWith, signedInSender } from "@/lib/tools/testing/call-named-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { addTotp, codeOf } from "@/lib/tools/testing/second-factor";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const PASSWORD = "correct horse battery";
const MINUTE_MS = 60_000;

describe.each(testDatabaseKinds())("the second factor of an account on %s", (kind) => {
	let service: TestService;
	let world: World;
	let passwordHash: string;
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		passwordHash = await hashPassword(PASSWORD);
	});
	beforeEach(async () => {
		service.advance(MINUTE_MS);
		world = await createWorld(service);
		const where = { id: { in: [world.designer.userId, world.operator.userId] } };
		await service.prisma.user.updateMany({ where, data: { password_hash: passwordHash } });
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const signedIn = (user: Principal = world.designer) => signedInSender(service, user);
	const accountOf = async (send: Send) => account.parse((await send("GET /api/account")).body.response?.data);
	const begin = async (send: Send) => {
		const { secret } = begunTotp.parse((await send("POST /api/account/totp", {})).body.response?.data);
		return secret ?? "";
	};
	const add = (send: Send, code: string) => send("POST /api/account/totp/confirm", { code });
	const actionsOf = async (user: Principal) => {
		const events = await service.prisma.auditEvent.findMany({
			where: { object_id: user.userId, NOT: { action: { startsWith: "sign_in" } } },
			orderBy: { id: "asc" },
			select: { action: true },
		});
		return events.map(({ action }) => action);
	};

	test("an app counts once its first code is shown, which brings recovery codes and ends other sessions", async () => {
		const [send, other] = [await signedIn(), await signedIn()];
		const { body } = await send("POST /api/account/totp", {});
		const { secret, uri } = begunTotp.parse(body.response?.data);
		const [issuer, label] = ["Targeting%20Service", encodeURIComponent(world.designer.email)];
		expect(uri).toMatch(new RegExp(`^otpauth://totp/${issuer}:${label}\\?secret=${secret}`));
		expect((await accountOf(send)).second_factor).toEqual({
			enabled: false,
			required: false,
			totp: null,
			passkeys: [],
			recovery_codes_left: 0,
		});
		const { email } = world.designer;
		expect(await signIn(service, { email, password: PASSWORD }, "192.0.2.9")).toMatchObject({ secondFactor: false });

		for (const each of ["000000", "12345", "size", "٠٠٠٠٠٠"]) {
			const wrong = await add(send, each);
			expect([wrong.status, wrong.body.message]).toEqual([400, "'code' is not the one that the app shows now"]);
		}
		const code = codeOf(service, secret ?? "");
		const added = recoveryCodes.parse((await add(send, code)).body.response?.data);
		expect(added.recovery_codes).toHaveLength(10);
		expect((await accountOf(send)).second_factor).toEqual({
			enabled: true,
			required: false,
			totp: { added_at: expect.any(String), last_used_at: expect.any(String) },
			passkeys: [],
			recovery_codes_left: 10,
		});
		expect((await other("GET /api/account")).status).toBe(401);
		expect(await signIn(service, { email, password: PASSWORD }, "192.0.2.9")).toBe("second_factor");
		const again = { email, password: PASSWORD, factor: { code } };
		expect(await signIn(service, again, "192.0.2.9")).toBeNull();
		expect((await send("POST /api/account/totp", {})).status).toBe(409);
		expect(await actionsOf(world.designer)).toEqual(["add_second_factor"]);
	});

	test("an app that is begun again has another secret, and the first one is void", async () => {
		const send = await signedIn();
		const [first, second] = [await begin(send), await begin(send)];
		expect((await add(send, codeOf(service, first))).status).toBe(400);
		expect((await add(send, codeOf(service, second))).status).toBe(200);
	});

	test("recovery codes are created afresh, and earlier ones end", async () => {
		const send = await signedIn();
		expect((await send("POST /api/account/recovery-codes", {})).status).toBe(409);
		const earlier = await addTotp(service, world.designer);
		const { body } = await send("POST /api/account/recovery-codes", {});
		const { recovery_codes: codes } = recoveryCodes.parse(body.response?.data);
		const { email } = world.designer;
		const by = (code = "") => signIn(service, { email, password: PASSWORD, factor: { code } }, "192.0.2.9");
		expect(await by(earlier.recoveryCodes[0])).toBeNull();
		expect(await by(codes?.[0])).toMatchObject({ secondFactor: true });
		expect((await accountOf(send)).second_factor.recovery_codes_left).toBe(9);
		expect(await actionsOf(world.designer)).toEqual(["regenerate_recovery_codes", "use_recovery_code"]);
	});

	test("the app is removed with the recovery codes", async () => {
		const send = await signedIn();
		expect((await send("DELETE /api/account/totp")).status).toBe(404);
		await addTotp(service, world.designer);
		expect((await send("DELETE /api/account/totp")).status).toBe(200);
		expect((await accountOf(send)).second_factor).toEqual({
			enabled: false,
			required: false,
			totp: null,
			passkeys: [],
			recovery_codes_left: 0,
		});
		expect(await actionsOf(world.designer)).toEqual(["remove_second_factor"]);
	});

	const secretChanges = (): [string, unknown?, Record<string, string>?][] => [
		["POST /api/keys", { label: "own", scopes: ["manage"] }],
		["POST /api/users", { email: `new-${crypto.randomUUID()}@example.com` }],
		["PATCH /api/users/[user_id]", { first_name: "A" }, { user_id: world.colleague.userId }],
		["POST /api/users/[user_id]/sign-in-link", {}, { user_id: world.colleague.userId }],
		["POST /api/targets/[target_id]/agent-keys", { label: "own" }, { target_id: world.target.id }],
		["POST /api/webhooks/[webhook_id]/secrets", {}, { webhook_id: crypto.randomUUID() }],
		["POST /api/users/[user_id]/erasure", { email: "x@example.com" }, { user_id: crypto.randomUUID() }],
		["POST /api/account/totp", {}],
		["POST /api/account/totp/confirm", { code: "000000" }],
		["DELETE /api/account/totp"],
		["POST /api/account/recovery-codes", {}],
		["POST /api/account/passkeys/begin", {}],
		["POST /api/account/passkeys", {}],
		["DELETE /api/account/passkeys/[passkey_id]", undefined, { passkey_id: crypto.randomUUID() }],
	];

	test("five minutes after sign-in what changes who gets in needs a confirmation, and nothing else does", async () => {
		const send = await signedIn(world.operator);
		service.advance(5 * MINUTE_MS);
		for (const [route, json, params] of secretChanges()) {
			const { status, body } = await send(route, json, params);
			expect([route, status, body.error_type, body.reason]).toEqual([route, 403, "Forbidden", "confirmation_required"]);
		}
		expect((await send("GET /api/users")).status).toBe(200);
		expect((await send("PATCH /api/account", { first_name: "A" })).status).toBe(200);
		const confirmed = await send("POST /api/account/confirm", { password: PASSWORD });
		const { confirmed_until: until } = sessionConfirmed.parse(confirmed.body.response?.data);
		expect(Date.parse(until) - service.now().getTime()).toBeGreaterThan(4.9 * MINUTE_MS);
		for (const [route, json, params] of secretChanges()) {
			expect([route, (await send(route, json, params)).body.reason]).toEqual([route, undefined]);
		}
		service.advance(5 * MINUTE_MS);
		expect((await send("POST /api/keys", { label: "own", scopes: ["manage"] })).status).toBe(403);
	});

	test("API keys are not asked to confirm", async () => {
		const authorization = `Bearer ${await issueKey(service, world.operator, ["manage", "administer"])}`;
		service.advance(60 * MINUTE_MS);
		for (const [route, json, params] of secretChanges().slice(0, 5)) {
			expect([route, (await senderWith({ authorization })(route, json, params)).status]).toEqual([
				route,
				expect.toSatisfy((status: number) => status < 300),
			]);
		}
		const byKey = await senderWith({ authorization })("POST /api/account/confirm", { password: PASSWORD });
		expect(byKey.status).toBe(403);
	});

	test("with a second factor a confirmation takes both, and does not tell which was wrong", async () => {
		const { secret } = await addTotp(service, world.operator);
		const send = await signedIn(world.operator);
		service.advance(5 * MINUTE_MS);
		const confirm = async (json: unknown) => {
			const { status, body } = await send("POST /api/account/confirm", json);
			return status === 200 ? "confirmed" : `${status} ${body.message}`;
		};
		const wrong = "400 the password or the code is wrong";
		expect(await confirm({ password: PASSWORD })).toBe(wrong);
		expect(await confirm({ password: "wrong", code: codeOf(service, secret) })).toBe(wrong);
		expect(await confirm({ password: PASSWORD, code: "000000" })).toBe(wrong);
		expect((await send("POST /api/keys", { label: "own", scopes: ["manage"] })).status).toBe(403);
		expect(await confirm({ password: PASSWORD, code: codeOf(service, secret) })).toBe("confirmed");
		expect((await send("POST /api/keys", { label: "own", scopes: ["manage"] })).status).toBe(201);
	});

	test("wrong confirmations are throttled as wrong passwords are", async () => {
		const send = await signedIn(world.operator);
		const confirm = async (password: string) => (await send("POST /api/account/confirm", { password })).status;
		for (let tried = 0; tried < 10; tried += 1) expect(await confirm("wrong")).toBe(400);
		expect(await confirm(PASSWORD)).toBe(429);
	});

	test("with a second factor a new password needs a confirmed session, and the old password", async () => {
		await addTotp(service, world.designer);
		const send = await signedIn();
		const json = { old_password: PASSWORD, password: "another horse and battery" };
		service.advance(5 * MINUTE_MS);
		expect((await send("POST /api/account/password", json)).body.reason).toBe("confirmation_required");
		await service.prisma.session.updateMany({ data: { confirmed_at: service.now() } });
		expect((await send("POST /api/account/password", { ...json, old_password: "wrong" })).status).toBe(400);
		expect((await send("POST /api/account/password", json)).status).toBe(200);
	});
});
