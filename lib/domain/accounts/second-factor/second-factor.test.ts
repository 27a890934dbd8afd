import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import { redeemSignInLink } from "@/lib/domain/accounts/sign-in/redeem-sign-in-link";
import { signIn } from "@/lib/domain/accounts/sign-in/sign-in";
import { ThrottledError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { addTotp, codeOf } from "@/lib/tools/testing/second-factor";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { openTestSession } from "@/lib/tools/testing/session";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { asksSecondFactor } from "./asks-second-factor";
import { resetSecondFactor } from "./reset-second-factor";

const PASSWORD = "correct horse battery";
const STEP_MS = 30_000;
/** As an input method for Japanese or Chinese writes it. */
const fullWidth = (code: string) => code.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));

describe.each(testDatabaseKinds())("a second factor on %s", (kind) => {
	let service: TestService;
	let world: World;
	let email: string;
	let secret: string;
	let recoveryCodes: string[];
	let passwordHash: string;
	beforeAll(async () => {
		service = await createTestService(kind);
		passwordHash = await hashPassword(PASSWORD);
	});
	beforeEach(async () => {
		service.advance(60_000);
		world = await createWorld(service);
		email = world.designer.email;
		const where = { id: { in: [world.designer.userId, world.colleague.userId] } };
		await service.prisma.user.updateMany({ where, data: { password_hash: passwordHash } });
		({ secret, recoveryCodes } = await addTotp(service, world.designer));
	});
	afterAll(() => service.drop());

	const attempt = (code: string | undefined, password = PASSWORD, address = "192.0.2.1", as = email) =>
		signIn(service, { email: as, password, ...(code === undefined ? {} : { factor: { code } }) }, address).then(
			(user) => (user === null ? "wrong" : user === "second_factor" ? user : user.secondFactor ? "in by both" : "in"),
			(thrown: unknown) => {
				if (thrown instanceof ThrottledError) return "throttled";
				throw thrown;
			},
		);
	const now = () => codeOf(service, secret);

	test("is asked for whatever the password is, and the answer to both does not tell which was wrong", async () => {
		expect(await attempt(undefined)).toBe("second_factor");
		expect(await attempt(undefined, "wrong")).toBe("second_factor");
		expect(await attempt(now(), "wrong")).toBe("wrong");
		expect(await attempt("000000")).toBe("wrong");
		// A code beside a wrong password is not used up.
		expect(await attempt(now())).toBe("in by both");
	});

	test("is asked for fifty times in a minute from one address, but for those that then sign in", async () => {
		const here = "203.0.113.200";
		const ask = (tried: number) => attempt(undefined, tried % 2 === 0 ? PASSWORD : "wrong", here);
		for (let tried = 0; tried < 48; tried += 1) expect(await ask(tried)).toBe("second_factor");
		expect(await attempt(now(), PASSWORD, here)).toBe("in by both");
		for (let tried = 48; tried < 51; tried += 1) expect(await ask(tried)).toBe("second_factor");
		for (const tried of [51, 52]) expect(await ask(tried)).toBe("throttled");
		expect(await attempt(undefined, PASSWORD, "203.0.113.201")).toBe("second_factor");
		service.advance(60_000);
		expect(await ask(53)).toBe("second_factor");
	});

	test("is not asked of an account without one, and of half of all e-mails without an account, each time alike", async () => {
		expect(await attempt(undefined, PASSWORD, "192.0.2.1", world.colleague.email)).toBe("in");
		const unknown = Array.from({ length: 200 }, (_, index) => `nobody-${index}@example.com`);
		const asked = await Promise.all(unknown.map((each) => asksSecondFactor(service, each)));
		expect(await Promise.all(unknown.map((each) => asksSecondFactor(service, ` ${each.toUpperCase()}`)))).toEqual(
			asked,
		);
		const count = asked.filter((each) => each).length;
		expect(count).toBeGreaterThan(60);
		expect(count).toBeLessThan(140);
	});

	test("a code is taken once, of the step before or after, too, and no earlier one after it", async () => {
		service.advance(2 * STEP_MS);
		const code = now();
		expect(await attempt(code)).toBe("in by both");
		expect(await attempt(code)).toBe("wrong");
		expect(await attempt(codeOf(service, secret, -1))).toBe("wrong");
		expect(await attempt(codeOf(service, secret, 2))).toBe("wrong");
		expect(await attempt(codeOf(service, secret, 1))).toBe("in by both");
		service.advance(3 * STEP_MS);
		expect(await attempt(codeOf(service, secret, -2))).toBe("wrong");
		expect(await attempt(codeOf(service, secret, -1))).toBe("in by both");
		expect(await attempt(` ${now().replace(/(...)/, "$1 ")}`)).toBe("in by both");
		service.advance(3 * STEP_MS);
		expect(await attempt(fullWidth(now()))).toBe("in by both");
	});

	test("of two who show the same code at once one is in", async () => {
		const code = now();
		const both = await Promise.all([attempt(code), attempt(code, PASSWORD, "198.51.100.1")]);
		expect(both.sort()).toEqual(["in by both", "wrong"]);
	});

	test("a recovery code is taken once, however it is written", async () => {
		expect(new Set(recoveryCodes).size).toBe(10);
		const [first = "", second = ""] = recoveryCodes;
		expect(first).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
		expect(await attempt(first, "wrong")).toBe("wrong");
		expect(await attempt(first)).toBe("in by both");
		expect(await attempt(first)).toBe("wrong");
		expect(await attempt(fullWidth(second.replaceAll("-", "").toUpperCase()))).toBe("in by both");
		expect(await service.prisma.recoveryCode.count({ where: { user_id: world.designer.userId } })).toBe(8);
		const stored = await service.prisma.recoveryCode.findMany({ where: { user_id: world.designer.userId } });
		const text = stored.map(({ code_hash: codeHash }) => Buffer.from(codeHash).toString("latin1")).join(" ");
		for (const code of recoveryCodes) expect(text).not.toContain(code);
		const events = await service.prisma.auditEvent.findMany({
			where: { object_id: world.designer.userId, action: "use_recovery_code" },
			orderBy: { id: "asc" },
		});
		const used = { actor_label: email, actor_id: world.designer.userId, address: "192.0.2.1" };
		expect(events).toMatchObject([
			{ ...used, detail: { codes_left: 9 } },
			{ ...used, detail: { codes_left: 8 } },
		]);
	});

	test("the secret of the app is sealed", async () => {
		const { sealed_secret: sealedSecret } = await service.prisma.totpFactor.findUniqueOrThrow({
			where: { user_id: world.designer.userId },
		});
		expect(Buffer.from(sealedSecret).toString("latin1")).not.toContain(secret);
	});

	test("codes guessed from everywhere are throttled; where the owner has signed in, and by a recovery code, they get in", async () => {
		const home = { address: "203.0.113.5", userAgent: "" };
		await openTestSession(service, world.designer, home);
		for (let guess = 0; guess < 10; guess += 1) {
			const code = guess % 2 === 0 ? "000000" : fullWidth("000000");
			expect(await attempt(code, PASSWORD, `198.51.100.${guess}`)).toBe("wrong");
		}
		expect(await attempt(now(), PASSWORD, "198.51.100.99")).toBe("throttled");
		expect(await attempt(now(), "wrong", "198.51.100.99")).toBe("throttled");
		expect(await attempt(now(), PASSWORD, home.address)).toBe("in by both");
		expect(await attempt(recoveryCodes[0], PASSWORD, "198.51.100.98")).toBe("in by both");
	});

	test("wrong recovery codes beside the right password count as wrong passwords do", async () => {
		for (let guess = 0; guess < 10; guess += 1) expect(await attempt("aaaa-aaaa-aaaa-aaaa")).toBe("wrong");
		expect(await attempt(recoveryCodes[0])).toBe("throttled");
		expect(await attempt(recoveryCodes[0], PASSWORD, "198.51.100.98")).toBe("in by both");
	});

	test("a sign-in link sets the password, and does not get around the factor", async () => {
		const link = "tsl_of-a-test";
		await service.prisma.signInLink.deleteMany();
		await service.prisma.signInLink.create({
			data: {
				user_id: world.designer.userId,
				issued_by_id: world.operator.userId,
				secret_hash: hashSecret(link),
				expires_at: new Date(service.now().getTime() + 86_400_000),
			},
		});
		const password = "a new password by the link";
		await redeemSignInLink(service, { address: "192.0.2.1", requestId: null }, { secret: link, password });
		expect(await attempt(undefined, password)).toBe("second_factor");
		expect(await attempt("000000", password)).toBe("wrong");
		expect(await attempt(now(), password)).toBe("in by both");
	});

	test("a reset removes factor and codes, ends all sessions, and is audited", async () => {
		await openTestSession(service, world.designer);
		await resetSecondFactor(service, { system: "administration on the machine" }, world.designer.userId);
		const where = { user_id: world.designer.userId };
		const { totpFactor, recoveryCode, session, auditEvent } = service.prisma;
		const left = [totpFactor.count({ where }), recoveryCode.count({ where }), session.count({ where })];
		expect(await Promise.all(left)).toEqual([0, 0, 0]);
		expect(await attempt(undefined)).toBe("in");
		const events = await auditEvent.findMany({
			where: { object_id: where.user_id, NOT: { action: { startsWith: "sign_in" } } },
		});
		expect(events).toEqual([
			expect.objectContaining({ action: "reset_second_factor", actor_label: "administration on the machine" }),
		]);
		await expect(resetSecondFactor(service, { system: "x" }, crypto.randomUUID())).rejects.toThrow("user not found");
	});
});
