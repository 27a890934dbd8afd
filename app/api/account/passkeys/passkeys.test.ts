import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { account, recoveryCodes } from "@/lib/contract/account";
import { passkeyOptions } from "@/lib/contract/passkey";
import type { Principal } from "@/lib/domain/access/principal";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { signingIn } from "@/lib/domain/accounts/second-factor/begin-passkey-sign-in";
import { resetSecondFactor } from "@/lib/domain/accounts/second-factor/reset-second-factor";
import { signIn } from "@/lib/domain/accounts/sign-in/sign-in";
import { signInOptions } from "@/lib/http/routes/sign-in-options";
import { setService } from "@/lib/platform/service";
import { Authenticator, TEST_PARTY, type Wrong } from "@/lib/tools/testing/authenticator";
import { senderWith, signedInSender } from "@/lib/tools/testing/call-named-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { addTotp } from "@/lib/tools/testing/second-factor";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { openTestSession, sessionHeaders, TEST_VISITOR } from "@/lib/tools/testing/session";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const PASSWORD = "correct horse battery";
const MINUTE_MS = 60_000;

describe.each(testDatabaseKinds())("passkeys on %s", (kind) => {
	let service: TestService;
	let world: World;
	let email: string;
	let passwordHash: string;
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		passwordHash = await hashPassword(PASSWORD);
	});
	beforeEach(async () => {
		service.advance(MINUTE_MS);
		world = await createWorld(service);
		email = world.designer.email;
		const where = { id: { in: [world.designer.userId, world.colleague.userId] } };
		await service.prisma.user.updateMany({ where, data: { password_hash: passwordHash } });
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const anybody = senderWith({});
	const signedIn = async (user: Principal = world.designer) => {
		const send = await signedInSender(service, user);
		return (route: string, json?: unknown, id = "") => send(route, json, { passkey_id: id });
	};
	type Send = Awaited<ReturnType<typeof signedIn>>;
	const optionsOf = (answer: Awaited<ReturnType<Send>>) => passkeyOptions.parse(answer.body.response?.data).options;
	const begin = async (send: Send) => optionsOf(await send("POST /api/account/passkeys/begin", {}));
	const add = (send: Send, response: unknown, name = "Laptop") =>
		send("POST /api/account/passkeys", { name, response });
	const added = async (send: Send, name = "Laptop") => {
		const authenticator = new Authenticator();
		const answer = await add(send, authenticator.make(await begin(send)), name);
		expect(answer.status).toBe(200);
		return authenticator;
	};
	const factorOf = async (send: Send) =>
		account.parse((await send("GET /api/account")).body.response?.data).second_factor;
	const beginSignIn = async (as = email) => optionsOf(await anybody("POST /api/passkey-sign-in", { email: as }));
	const enter = async (passkey: ReturnType<Authenticator["show"]>, as = email, password = PASSWORD) => {
		const factor = { passkey, party: TEST_PARTY, binding: signingIn(as) };
		const user = await signIn(service, { email: as, password, factor }, "192.0.2.9");
		return user === null ? "wrong" : user === "second_factor" ? user : user.secondFactor ? "in by both" : "in";
	};
	const actionsOf = async () => {
		const where = { object_id: world.designer.userId, NOT: { action: { startsWith: "sign_in" } } };
		const events = await service.prisma.auditEvent.findMany({ where, orderBy: { id: "asc" } });
		return events.map(({ action }) => action);
	};
	const REFUSED = "'response' is no passkey that was made for this request: begin again";

	test("a passkey is added with a name, brings recovery codes, ends other sessions, and signs in beside the password", async () => {
		const [send, other] = [await signedIn(), await signedIn()];
		const options = await begin(send);
		expect(options).toMatchObject({
			rp: { id: "service.example", name: "Targeting Service" },
			user: { name: email },
			excludeCredentials: [],
			authenticatorSelection: { residentKey: "required", userVerification: "required" },
		});
		const authenticator = new Authenticator();
		const answer = await add(send, authenticator.make(options));
		expect(recoveryCodes.parse(answer.body.response?.data).recovery_codes).toHaveLength(10);
		expect((await other("GET /api/account")).status).toBe(401);
		expect(await factorOf(send)).toEqual({
			enabled: true,
			required: false,
			totp: null,
			passkeys: [{ id: expect.any(String), name: "Laptop", added_at: expect.any(String), last_used_at: null }],
			recovery_codes_left: 10,
		});
		expect(await signIn(service, { email, password: PASSWORD }, "192.0.2.9")).toBe("second_factor");
		const shown = authenticator.show(await beginSignIn());
		expect(await enter(shown, email, "wrong")).toBe("wrong");
		// Beside a wrong password it is not used up.
		expect(await enter(shown)).toBe("in by both");
		expect((await factorOf(send)).passkeys[0]?.last_used_at).not.toBeNull();
		expect(await actionsOf()).toEqual(["add_second_factor"]);
		const second = await begin(send);
		expect(second.excludeCredentials).toMatchObject([{ id: authenticator.credentialId }]);
		const more = await add(send, new Authenticator().make(second), "Phone");
		expect(recoveryCodes.parse(more.body.response?.data).recovery_codes).toBeNull();
	});

	test("next-auth takes it as JSON, in one request with the password", async () => {
		const authenticator = await added(await signedIn());
		const by = (passkey: string, party: typeof TEST_PARTY | null = TEST_PARTY) => {
			const options = signInOptions(service, true, { ...TEST_VISITOR, party });
			const [provider] = options.providers as unknown as {
				options: { authorize(credentials: unknown, request: unknown): Promise<unknown> };
			}[];
			return provider?.options.authorize({ email, password: PASSWORD, passkey }, {});
		};
		expect(await by("{}")).toBeNull();
		expect(await by("{")).toBeNull();
		const shown = JSON.stringify(authenticator.show(await beginSignIn()));
		// Where the service has no name.
		expect(await by(shown, null)).toBeNull();
		expect(await by(shown)).toMatchObject({ secondFactor: true });
	});

	test("what is offered at sign-in is the same for every e-mail", async () => {
		await added(await signedIn());
		const shapes = await Promise.all(
			[email, world.colleague.email, "nobody@example.com", " NOBODY@example.com"].map(async (as) => {
				const { challenge, ...rest } = await beginSignIn(as);
				return { ...rest, characters: String(challenge).length };
			}),
		);
		for (const shape of shapes) expect(shape).toEqual(shapes[0]);
		expect(shapes[0]).not.toHaveProperty("allowCredentials");
	});

	const wrongs: [string, Wrong][] = [
		["another origin", { origin: "https://service.example.evil.example" }],
		["another service", { rpId: "evil.example" }],
		["nobody verified by the authenticator", { verified: false }],
	];

	test.each(wrongs)("of %s, neither is one added nor does it sign in", async (_, wrong) => {
		const send = await signedIn();
		const authenticator = await added(send);
		const answer = await add(send, new Authenticator().make(await begin(send), wrong));
		expect([answer.status, answer.body.message]).toEqual([400, REFUSED]);
		expect(await enter(authenticator.show(await beginSignIn(), wrong))).toBe("wrong");
		expect(await enter(authenticator.show(await beginSignIn()))).toBe("in by both");
	});

	test("a maker's certificates are refused before they are followed", async () => {
		const send = await signedIn();
		expect((await add(send, new Authenticator().make(await begin(send), { attested: true }))).status).toBe(400);
	});

	test("a challenge is taken once, also of two at once, and for five minutes", async () => {
		const send = await signedIn();
		const options = await begin(send);
		const authenticator = new Authenticator();
		const made = authenticator.make(options);
		expect((await add(send, made)).status).toBe(200);
		expect((await add(send, made)).status).toBe(400);
		expect((await add(send, new Authenticator().make(options))).status).toBe(400);

		const shown = authenticator.show(await beginSignIn());
		const both = await Promise.all([enter(shown), enter(shown)]);
		expect(both.sort()).toEqual(["in by both", "wrong"]);
		expect(await enter(shown)).toBe("wrong");
		expect(await actionsOf()).toEqual(["add_second_factor"]);

		const [late, inTime] = [await beginSignIn(), await beginSignIn()];
		const lateToAdd = await begin(send);
		service.advance(4 * MINUTE_MS);
		expect(await enter(authenticator.show(inTime))).toBe("in by both");
		service.advance(MINUTE_MS);
		expect(await enter(authenticator.show(late))).toBe("wrong");
		await service.prisma.session.updateMany({ data: { confirmed_at: service.now() } });
		expect((await add(send, new Authenticator().make(lateToAdd))).status).toBe(400);
		// The challenges that have expired are no longer kept.
		expect(await enter(authenticator.show(await beginSignIn()))).toBe("in by both");
		expect(await service.prisma.usedChallenge.count()).toBe(1);
	});

	test("a challenge is for its purpose, and for its session or e-mail", async () => {
		const [send, colleague] = [await signedIn(), await signedIn(world.colleague)];
		const authenticator = await added(send);
		expect(await enter(authenticator.show(await beginSignIn(world.colleague.email)))).toBe("wrong");
		expect(await enter(authenticator.show(await begin(send)))).toBe("wrong");
		expect(await enter(authenticator.show(optionsOf(await send("POST /api/account/confirm/passkey", {}))))).toBe(
			"wrong",
		);
		expect((await add(send, new Authenticator().make(await begin(colleague)))).status).toBe(400);
		expect((await add(send, new Authenticator().make(await beginSignIn()))).status).toBe(400);
		const made = await beginSignIn();
		const own = { ...made, challenge: Buffer.from("of my own").toString("base64url") };
		expect(await enter(authenticator.show(own))).toBe("wrong");
	});

	test("a counter that goes back is refused and audited; one that stays 0 is no counter", async () => {
		const send = await signedIn();
		const authenticator = await added(send);
		expect(await enter(authenticator.show(await beginSignIn(), { counter: 7 }))).toBe("in by both");
		for (const counter of [7, 6, 0]) {
			expect(await enter(authenticator.show(await beginSignIn(), { counter }))).toBe("wrong");
		}
		expect(await enter(authenticator.show(await beginSignIn(), { counter: 8 }))).toBe("in by both");
		expect(await actionsOf()).toEqual(["add_second_factor", ...Array(3).fill("refuse_passkey")]);
		const uncounted = await added(send, "Phone");
		for (const counter of [0, 0]) {
			expect(await enter(uncounted.show(await beginSignIn(), { counter }))).toBe("in by both");
		}
	});

	test("another user's passkey does not sign in, and is not renamed or removed", async () => {
		const [send, colleague] = [await signedIn(), await signedIn(world.colleague)];
		const [, other] = [await added(send), await added(colleague)];
		expect(await enter(other.show(await beginSignIn()))).toBe("wrong");
		const id = (await factorOf(colleague)).passkeys[0]?.id ?? "";
		const route = "/api/account/passkeys/[passkey_id]";
		expect((await send(`PATCH ${route}`, { name: "Mine" }, id)).status).toBe(404);
		expect((await send(`DELETE ${route}`, undefined, id)).status).toBe(404);
		// One that another user has added is not taken again.
		expect((await add(send, other.make(await begin(send)))).status).toBe(409);
	});

	test("is renamed and removed; the last factor stays where the organization requires one", async () => {
		const send = await signedIn();
		const authenticator = await added(send);
		const id = (await factorOf(send)).passkeys[0]?.id ?? "";
		const route = "/api/account/passkeys/[passkey_id]";
		expect((await send(`PATCH ${route}`, { name: "Key ring" }, id)).status).toBe(200);
		expect((await factorOf(send)).passkeys).toMatchObject([{ id, name: "Key ring" }]);
		const require = (secondFactorRequired: boolean) =>
			service.prisma.organization.update({
				where: { id: world.designer.organizationId },
				data: { second_factor_required: secondFactorRequired },
			});
		await require(true);
		const kept = await send(`DELETE ${route}`, undefined, id);
		expect([kept.status, kept.body.message]).toEqual([
			409,
			"your organization requires a second factor: the last one must stay",
		]);
		expect(await enter(authenticator.show(await beginSignIn()))).toBe("in by both");
		await addTotp(service, world.designer);
		expect((await send(`DELETE ${route}`, undefined, id)).status).toBe(200);
		expect(await factorOf(send)).toMatchObject({ enabled: true, passkeys: [], recovery_codes_left: 10 });
		expect(await enter(authenticator.show(await beginSignIn()))).toBe("wrong");
		expect((await send("DELETE /api/account/totp")).status).toBe(409);
		await added(send);
		expect((await send("DELETE /api/account/totp")).status).toBe(200);
		await require(false);
		const last = (await factorOf(send)).passkeys[0]?.id ?? "";
		expect((await send(`DELETE ${route}`, undefined, last)).status).toBe(200);
		expect(await factorOf(send)).toMatchObject({ enabled: false, passkeys: [], recovery_codes_left: 0 });
		expect(await signIn(service, { email, password: PASSWORD }, "192.0.2.9")).toMatchObject({ secondFactor: false });
	});

	test("is what somebody adds whose organization requires a second factor", async () => {
		const send = await signedIn();
		const where = { id: world.designer.organizationId };
		await service.prisma.organization.update({ where, data: { second_factor_required: true } });
		expect((await send("GET /api/targets")).status).toBe(403);
		await added(send);
		expect((await send("GET /api/targets")).status).toBe(200);
	});

	test("confirms a session beside the password, once and of this session", async () => {
		const [send, other] = [await signedIn(), await signedIn()];
		expect((await send("POST /api/account/confirm/passkey", {})).status).toBe(409);
		const authenticator = await added(send);
		const third = await signedIn();
		expect((await other("GET /api/account")).status).toBe(401);
		service.advance(5 * MINUTE_MS);
		const confirm = async (passkey: unknown, password = PASSWORD) => {
			const { status, body } = await send("POST /api/account/confirm", { password, passkey });
			return status === 200 ? "confirmed" : `${status} ${body.message}`;
		};
		const wrong = "400 the password or the passkey is wrong";
		const options = async (by: Send) => optionsOf(await by("POST /api/account/confirm/passkey", {}));
		expect(await options(send)).toMatchObject({ allowCredentials: [{ id: authenticator.credentialId }] });
		const shown = authenticator.show(await options(send));
		expect(await confirm(shown, "wrong")).toBe(wrong);
		expect(await confirm(authenticator.show(await options(third)))).toBe(wrong);
		expect(await confirm(authenticator.show(await beginSignIn()))).toBe(wrong);
		expect((await send("POST /api/keys", { label: "own", scopes: ["manage"] })).status).toBe(403);
		expect(await confirm(shown)).toBe("confirmed");
		expect(await confirm(shown)).toBe(wrong);
		expect((await send("POST /api/keys", { label: "own", scopes: ["manage"] })).status).toBe(201);
	});

	test("a reset removes passkeys, too", async () => {
		const authenticator = await added(await signedIn());
		await resetSecondFactor(service, { system: "administration on the machine" }, world.designer.userId);
		expect(await service.prisma.passkey.count({ where: { user_id: world.designer.userId } })).toBe(0);
		expect(authenticator.credentialId).not.toBe("");
		expect(await signIn(service, { email, password: PASSWORD }, "192.0.2.9")).toMatchObject({ secondFactor: false });
	});

	test("keys add none, and neither do people without a password or at an IP address", async () => {
		const authorization = `Bearer ${await issueKey(service, world.designer, ["manage"])}`;
		const byKey = await senderWith({ authorization })("POST /api/account/passkeys/begin", {});
		expect(byKey.status).toBe(403);
		// The right comes before the state.
		const elsewhere = senderWith({ authorization, "x-ts-origin": "https://192.0.2.80" });
		for (const route of ["POST /api/account/passkeys/begin", "POST /api/account/confirm/passkey"])
			expect([route, (await elsewhere(route, {})).status]).toEqual([route, 403]);
		const headers = {
			...(await sessionHeaders(service, await openTestSession(service, world.designer))),
			"x-ts-origin": "https://192.0.2.80",
		};
		const atAddress = await senderWith(headers)("POST /api/account/passkeys/begin", {});
		expect([atAddress.status, atAddress.body.message]).toEqual([
			409,
			"passkeys need a host name: open the service by its name, not by an IP address",
		]);
		const where = { id: world.designer.userId };
		await service.prisma.user.update({ where, data: { password_hash: null, oidc_issuer: "https://id.example" } });
		expect((await (await signedIn())("POST /api/account/passkeys/begin", {})).status).toBe(409);
	});

	test("at most twenty are added", async () => {
		const send = await signedIn();
		const options = await begin(send);
		const data = Array.from({ length: 20 }, (_, index) => ({
			user_id: world.designer.userId,
			credential_id: `${index} ${world.designer.userId}`,
			public_key: new Uint8Array(1),
			name: "Key",
		}));
		await service.prisma.passkey.createMany({ data });
		expect((await send("POST /api/account/passkeys/begin", {})).status).toBe(409);
		expect((await add(send, new Authenticator().make(options))).status).toBe(409);
	});

	test("is of PUBLIC_URL, where that is set", async () => {
		setService({ ...service, settings: { ...service.settings, PUBLIC_URL: "https://public.example/base" } });
		try {
			expect(await beginSignIn()).toMatchObject({ rpId: "public.example" });
		} finally {
			setService(service);
		}
	});
});
