import { encode, type JWT } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findSessionUser, SESSION_MAX_AGE_SECONDS, type SessionClaims } from "@/lib/domain/accounts/session";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { openTestSession } from "@/lib/tools/testing/session";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { endSession } from "./end-session";
import { openSession, renewSession } from "./open-session";
import { sweepSessions } from "./sweep-sessions";

const MINUTE_MS = 60_000;

describe.each(testDatabaseKinds())("sessions on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const rowOf = (token: SessionClaims) => service.prisma.session.findUnique({ where: { id: token.session } });
	const userOf = async (token: JWT) => findSessionUser(service, await encode({ token, secret: service.secret }));

	test("a session says where and how it was opened", async () => {
		const token = await openTestSession(service, world.designer);
		const row = await rowOf(token);
		expect(row).toMatchObject({
			user_id: world.designer.userId,
			opened_by: "password",
			second_factor: false,
			address: "192.0.2.1",
			browser: "Firefox on Linux",
		});
		expect([row?.used_at, row?.confirmed_at]).toEqual([row?.created_at, row?.created_at]);
		expect(await userOf(token)).toMatchObject({ id: world.designer.userId, session: { id: token.session } });
	});

	test("its use is written at most every five minutes, and by renewals alone", async () => {
		const token = await openTestSession(service, world.designer);
		const usedAt = async () => (await rowOf(token))?.used_at.getTime();
		const first = await usedAt();
		service.advance(4 * MINUTE_MS);
		await userOf(token);
		await renewSession(service, token);
		expect(await usedAt()).toBe(first);
		service.advance(MINUTE_MS);
		await userOf(token);
		expect(await usedAt()).toBe(first);
		const renewed = await renewSession(service, token);
		expect(renewed.used).toBe(await usedAt());
		expect(await usedAt()).toBeGreaterThan(first ?? 0);
	});

	test("a session that was ended stays ended, whatever is renewed; another one stays open", async () => {
		const [left, kept] = [
			await openTestSession(service, world.designer),
			await openTestSession(service, world.designer),
		];
		// A cookie names its user: it ends no session of somebody else.
		await endSession(service, { ...left, sub: world.colleague.userId });
		expect(await userOf(left)).not.toBeNull();
		await endSession(service, left);
		service.advance(10 * MINUTE_MS);
		expect(await userOf(await renewSession(service, left))).toBeNull();
		expect(await rowOf(left)).toBeNull();
		expect(await userOf(kept)).not.toBeNull();
	});

	test("a session of somebody else, or of an earlier epoch, is nobody's", async () => {
		const token = await openTestSession(service, world.colleague);
		expect(await userOf({ ...token, sub: world.designer.userId })).toBeNull();
		const where = { id: world.colleague.userId };
		await service.prisma.user.update({ where, data: { session_epoch: { increment: 1 } } });
		expect(await userOf(token)).toBeNull();
		// The password was verified before the epoch rose.
		const late = { userId: where.id, epoch: 1, by: "password", secondFactor: false } as const;
		expect(await userOf(await openSession(service, late, { address: "", userAgent: "" }))).toBeNull();
	});

	test("rows of sessions that have ended by themselves are removed, and no others", async () => {
		await service.prisma.session.deleteMany();
		const used = await openTestSession(service, world.designer);
		const unused = await openTestSession(service, world.designer);
		service.advance(SESSION_MAX_AGE_SECONDS * 1_000 - MINUTE_MS);
		await renewSession(service, used);
		expect(await sweepSessions(service)).toBe(0);
		service.advance(15 * MINUTE_MS);
		expect(await sweepSessions(service)).toBe(1);
		expect([await rowOf(used), await rowOf(unused)]).toEqual([expect.anything(), null]);
		await service.prisma.session.updateMany({ data: { ends_at: service.now() } });
		expect(await sweepSessions(service)).toBe(1);
	});
});
