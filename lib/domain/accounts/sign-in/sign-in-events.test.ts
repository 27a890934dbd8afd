import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { listAudit } from "@/lib/domain/audit/list-audit";
import { endWindows } from "@/lib/domain/audit/record-repeated";
import { NotFoundError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { openTestSession } from "@/lib/tools/testing/session";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { recordRefusedSignIn } from "./record-refused-sign-in";
import { redeemSignInLink } from "./redeem-sign-in-link";
import { signIn } from "./sign-in";
import { signInByIdentity } from "./sign-in-by-identity";

const WINDOW_MS = 600_000;

describe.each(testDatabaseKinds())("audit events of sign-ins on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		const data = { password_hash: await hashPassword("correct horse battery") };
		await service.prisma.user.update({ where: { id: world.designer.userId }, data });
	});
	afterAll(() => service.drop());

	const attempt = (email: string, password: string, address = "192.0.2.1") =>
		signIn(service, { email, password, factor: { code: "-" } }, address).catch((error: Error) => error.message);
	const seenBy = async (principal: Principal, action = "sign_in_refused") => {
		const { rows } = await listAudit(service, principal, { action, limit: 100, offset: 0 });
		return rows.map(({ object_id, address, detail }) => ({ object_id, address, ...detail }));
	};

	test("a session is opened with one, by password or single sign-on", async () => {
		await openTestSession(service, world.designer);
		const { rows } = await listAudit(service, world.designer, { action: "sign_in", limit: 10, offset: 0 });
		expect(rows).toMatchObject([
			{
				...{ actor: world.designer.email, credential: "session", address: "192.0.2.1" },
				...{ object_type: "user", object_id: world.designer.userId, detail: { second_factor: false } },
			},
		]);
		expect(await seenBy(world.customerAdministrator, "sign_in")).toHaveLength(1);
		expect(await seenBy(world.outsider, "sign_in")).toEqual([]);
	});

	test("wrong passwords are one at first, and then their number, for those who look after the person", async () => {
		const { userId, email } = world.designer;
		const typed = "typed by mistake 4711";
		expect(await Promise.all(Array.from({ length: 8 }, () => attempt(email.toUpperCase(), typed)))).toEqual(
			Array.from({ length: 8 }, () => null),
		);
		for (let tried = 0; tried < 2; tried += 1) await attempt(email, typed);
		expect(await attempt(email, typed)).toContain("too many calls");
		const wrong = { object_id: userId, address: "192.0.2.1", why: "wrong password" };
		const throttled = { ...wrong, why: "throttled" };
		expect(await seenBy(world.customerAdministrator)).toEqual([throttled, wrong]);
		service.advance(WINDOW_MS);
		expect(await endWindows(service)).toBe(1);
		expect(await endWindows(service)).toBe(0);
		const counted = { ...wrong, address: null, repeated: 9 };
		expect(await seenBy(world.customerAdministrator)).toEqual([counted, throttled, wrong]);
		expect(await seenBy(world.administrator)).toEqual([]);
		expect(await seenBy(world.outsider)).toEqual([]);
		await attempt(email, typed);
		expect(await seenBy(world.operator)).toHaveLength(4);
		const everything = await service.prisma.$queryRaw<{ row: string }[]>`SELECT e::text AS row FROM audit_events e
			UNION ALL SELECT w::text FROM audit_windows w`;
		for (const { row } of everything) expect(row).not.toContain(typed);
	});

	test("unknown accounts, links and identities are the service's, without what was typed", async () => {
		await attempt("nobody-4711@example.com", "wrong", "198.51.100.1");
		await expect(
			redeemSignInLink(service, { address: "198.51.100.2", requestId: null }, { secret: "tsl_4711", password: "x" }),
		).rejects.toThrow(NotFoundError);
		const identity = { issuer: "https://id.example", subject: "4711", secondFactor: false };
		const origin = { address: "198.51.100.3", requestId: null };
		await signInByIdentity(service, origin, { ...identity, verifiedEmail: "nobody-4711@example.com" });
		expect((await seenBy(world.operator)).slice(0, 3)).toMatchObject([
			{ address: "198.51.100.3", why: "single sign-on: unknown" },
			{ address: "198.51.100.2", why: "link not valid" },
			{ address: "198.51.100.1", why: "wrong password" },
		]);
		const found = await service.prisma.$queryRaw`SELECT FROM audit_events e WHERE e::text LIKE '%4711%'`;
		expect(found).toEqual([]);
		expect(await seenBy(world.customerAdministrator)).toHaveLength(4);
	});

	test("an e-mail means who signs in with it, and a bound identity its user, whatever the provider says of it", async () => {
		const { userId, email } = world.designer;
		const own = { email, email_key: email, organization_id: world.outsider.organizationId, role: "designer" as const };
		const twin = await service.prisma.user.create({
			data: { ...own, id: "00000000-0000-7000-8000-000000004711", first_name: "", last_name: "" },
		});
		service.advance(WINDOW_MS);
		await endWindows(service);
		await attempt(email, "wrong", "198.51.100.7");
		expect((await seenBy(world.operator))[0]).toMatchObject({ object_id: userId, address: "198.51.100.7" });
		const identity = { issuer: "https://id.example", subject: "0815", secondFactor: false };
		const bound = { oidc_issuer: identity.issuer, oidc_subject: identity.subject, disabled_at: service.now() };
		await service.prisma.user.update({ where: { id: twin.id }, data: { ...bound, email_key: "moved@example.com" } });
		const origin = { address: "198.51.100.8", requestId: null };
		expect(await signInByIdentity(service, origin, { ...identity, verifiedEmail: email })).toBe("disabled");
		const refused = { object_id: twin.id, address: "198.51.100.8", why: "single sign-on: disabled" };
		expect((await seenBy(world.operator))[0]).toEqual(refused);
		expect(await seenBy(world.outsider)).toEqual([]);
	});

	test("ten networks that try an account have events of their own, and the others one together", async () => {
		service.advance(WINDOW_MS);
		await endWindows(service);
		const before = await service.prisma.auditEvent.count();
		const refuse = (host: number) =>
			recordRefusedSignIn(service, {
				...{ who: { id: world.designer.userId }, address: `203.0.113.${host}`, why: "wrong password" },
			});
		for (let call = 0; call < 28; call += 1) await refuse(call >> 1);
		expect((await service.prisma.auditEvent.count()) - before).toBe(11);
		service.advance(WINDOW_MS);
		expect(await endWindows(service)).toBe(11);
		const seen = await seenBy(world.customerAdministrator);
		expect(seen.slice(0, 11)).toContainEqual(expect.objectContaining({ repeated: 7 }));
		expect(new Set(seen.slice(11, 22).map(({ address }) => address)).size).toBe(11);
	});

	test("a failure to record a refusal refuses nobody", async () => {
		await service.prisma.$executeRaw`ALTER TABLE audit_windows RENAME TO audit_windows_away`;
		expect(await attempt("nobody@example.com", "wrong", "198.51.100.9")).toBeNull();
		await service.prisma.$executeRaw`ALTER TABLE audit_windows_away RENAME TO audit_windows`;
	});

	test("strangers of many networks cannot fill the log", async () => {
		service.advance(WINDOW_MS);
		await endWindows(service);
		const before = await service.prisma.auditEvent.count();
		const refuse = (host: number) =>
			recordRefusedSignIn(service, { who: null, address: `203.0.113.${host}`, why: "wrong password" });
		// What one network tries at once counts as one.
		await Promise.all(Array.from({ length: 200 }, () => refuse(0)));
		for (let host = 1; host < 130; host += 1) await refuse(host);
		expect((await service.prisma.auditEvent.count()) - before).toBe(101);
		service.advance(WINDOW_MS);
		expect(await endWindows(service)).toBe(2);
		const counted = (await seenBy(world.operator)).slice(0, 2);
		for (const repeated of [199, 29]) expect(counted).toContainEqual(expect.objectContaining({ repeated }));
	});
});
