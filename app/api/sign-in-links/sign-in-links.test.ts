import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as redeem } from "@/app/api/sign-in-links/redeem/route";
import { POST as invite } from "@/app/api/users/route";
import { verifySignIn } from "@/lib/domain/accounts/sign-in/verify-sign-in";
import { answerForgottenPasswords } from "@/lib/domain/mail/forgotten-password";
import { createMailWorld, type MailWorld } from "@/lib/domain/mail/testing";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { mailSettings, type ReceivedMail } from "@/lib/tools/testing/mail-server";
import { captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { createTestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey } from "@/lib/tools/testing/world";
import { POST } from "./route";

const PASSWORD = "a few words in a row";

describe.each(testDatabaseKinds())("sign-in links by mail on %s", (kind) => {
	let mail: MailWorld;
	let key: string;
	beforeAll(async () => {
		mail = await createMailWorld(kind);
		setService(mail.service);
		key = await issueKey(mail.service, mail.world.customerAdministrator, ["manage", "administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await mail.drop();
	});
	beforeEach(async () => {
		await mail.clear();
		mail.service.advance(3_600_001);
		await mail.service.prisma.signInLink.deleteMany();
	});

	const ask = (email: string, address = "192.0.2.7") =>
		callRoute(POST, { url: "/api/sign-in-links", json: { email }, headers: { "x-ts-client-ip": address } });
	const answered = async () => {
		await answerForgottenPasswords(mail.service);
		return mail.sent();
	};
	const secretIn = (came: ReceivedMail | undefined) =>
		came?.text?.match(/https:\/\/targeting\.example\.com\/welcome#(tsl_[\w-]+)/)?.[1] ?? "";
	const setPassword = (secret: string) =>
		callRoute(redeem, { url: "/api/sign-in-links/redeem", json: { secret, password: PASSWORD } });
	const newcomer = { email: "new.person@example.com", first_name: "Nia", last_name: "Ew\u202e, all@example.com" };
	const inviting = () =>
		callRoute(invite, { url: "/api/users", json: newcomer, headers: { authorization: `Bearer ${key}` } });

	test("an invitation arrives, and its link lets the person in", async () => {
		const { body } = await inviting();
		expect(body.response?.data).toMatchObject({ mailed: true, link: expect.stringContaining("/welcome#tsl_") });
		const [came, ...more] = await mail.sent();
		expect(more).toEqual([]);
		expect(came).toMatchObject({ recipients: [newcomer.email], subject: "You're invited to the Targeting Service" });
		expect(came?.to).toEqual([{ name: expect.stringContaining("Nia"), address: newcomer.email }]);
		expect(came?.header("list-unsubscribe")).toBeUndefined();
		const secret = secretIn(came);
		expect(String(body.response?.data?.link)).toContain(secret);
		expect((await setPassword(secret)).status).toBe(200);
		expect(await verifySignIn(mail.service, { email: newcomer.email, password: PASSWORD })).not.toBeNull();
		await mail.service.prisma.user.deleteMany({ where: { email_key: newcomer.email } }).catch(() => undefined);
	});

	test("a link that was replaced or used before its mail was sent is not mailed", async () => {
		await ask(mail.world.designer.email);
		await answerForgottenPasswords(mail.service);
		await mail.service.prisma.signInLink.updateMany({ data: { used_at: mail.service.now() } });
		expect(await mail.sent()).toEqual([]);
		expect(await mail.states()).toEqual(["dropped"]);
	});

	test("who forgot their password gets a link, and nobody else does", async () => {
		const email = mail.world.designer.email;
		const [known, unknown] = [await ask(email.toUpperCase()), await ask("nobody@example.com")];
		expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
		expect(known.status).toBe(200);
		const came = await answered();
		expect(came.map(({ recipients, subject }) => [recipients, subject])).toEqual([
			[[email], "Set a new password for the Targeting Service"],
		]);
		expect(await verifySignIn(mail.service, { email, password: PASSWORD })).toBeNull();
		expect((await setPassword(secretIn(came[0]))).status).toBe(200);
		expect(await verifySignIn(mail.service, { email, password: PASSWORD })).not.toBeNull();
	});

	test("a link that was asked for ends within the hour, and no link of somebody else", async () => {
		const email = mail.world.colleague.email;
		const user = { id: mail.world.colleague.userId };
		await mail.service.prisma.signInLink.create({
			data: {
				user_id: user.id,
				issued_by_id: mail.world.operator.userId,
				secret_hash: Buffer.from("issued by an operator"),
				expires_at: new Date(mail.service.now().getTime() + 9e8),
			},
		});
		await ask(email);
		const [came] = await answered();
		expect(await mail.service.prisma.signInLink.count({ where: { user_id: user.id } })).toBe(2);
		mail.service.advance(3_600_000);
		expect((await setPassword(secretIn(came))).status).toBe(404);
	});

	test("people who are disabled or have no password get none", async () => {
		const where = { id: mail.world.outsider.userId };
		await mail.service.prisma.user.update({ where, data: { disabled_at: mail.service.now() } });
		await ask(mail.world.outsider.email);
		await mail.service.prisma.user.update({ where, data: { disabled_at: null, password_hash: null } });
		await ask(mail.world.outsider.email);
		expect(await answered()).toEqual([]);
	});

	test("one address asks ten times in a minute; one e-mail gets two links a minute and three open ones", async () => {
		for (let count = 0; count < 10; count += 1)
			expect((await ask(`${count}@example.com`, "192.0.2.9")).status).toBe(200);
		expect((await ask("ten@example.com", "192.0.2.9")).status).toBe(429);
		const email = mail.world.administrator.email;
		for (let count = 0; count < 4; count += 1) expect((await ask(email, `192.0.2.${20 + count}`)).status).toBe(200);
		expect(await answered()).toHaveLength(2);
		mail.service.advance(60_001);
		for (let count = 0; count < 2; count += 1) await ask(email, `192.0.2.${30 + count}`);
		expect(await answered()).toHaveLength(1);
	});

	test("known and unknown addresses take the same statements, so that timing does not tell them apart", async () => {
		const base = await createTestService(kind, mailSettings({ port: 9 }));
		const queries = captureQueries(base.database.pool, kind);
		const watched = { ...base, prisma: queries.database.prisma };
		setService(watched);
		const { designer } = await createWorld(watched);
		await ask("the-first-of-all@example.com");
		const asked = async (email: string) => {
			queries.taken();
			expect((await ask(email)).status).toBe(200);
			return queries.taken().map(({ text }) => text);
		};
		const unknown = await asked("nobody@example.com");
		expect(unknown.join("\n")).toContain("forgotten_passwords");
		expect(await asked(designer.email)).toEqual(unknown);
		setService(mail.service);
		await base.drop();
	});

	test("are refused in words where the service sends no mails", async () => {
		const off = await createTestService(kind);
		setService(off);
		const { status, body } = await ask("ada@example.com");
		setService(mail.service);
		await off.drop();
		expect(status).toBe(409);
		expect(JSON.stringify(body)).toContain("this service sends no mails: ask your administrator");
	});
});
