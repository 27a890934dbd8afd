import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { removeOldRows } from "@/lib/domain/retention/remove-old-rows";
import { log } from "@/lib/platform/log";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { startSilentServer } from "@/lib/tools/testing/silent-server";
import { mailSink } from "./mail-sink";
import { createMailWorld, type MailWorld } from "./testing";

const HASTY = { connectMs: 300, silentMs: 300, wholeMs: 1_000 };
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000] as const;

describe.each(testDatabaseKinds())("mails on %s", (kind) => {
	let mail: MailWorld;
	/** Answers to recipients. */
	const refused = new Map<string, number>();
	beforeAll(async () => {
		mail = await createMailWorld(kind, {
			onRcptTo: ({ address }, _, callback) => {
				const responseCode = refused.get(address);
				callback(responseCode === undefined ? null : Object.assign(new Error("no such user"), { responseCode }));
			},
		});
	});
	afterAll(() => mail.drop());
	beforeEach(async () => {
		refused.clear();
		await mail.clear();
		vi.spyOn(log, "warn").mockImplementation(() => undefined);
	});
	afterEach(() => vi.restoreAllMocks());

	test("tell at once of what waits for the reader, and go once", async () => {
		await mail.tell("reject", { reason: "Too <b>wide</b>\nand \u202ereversed" });
		const [came, ...more] = await mail.sent();
		expect(more).toEqual([]);
		expect(came?.recipients).toEqual([mail.world.designer.email]);
		expect(came?.subject).toMatch(/Coffee shops.*was rejected$/);
		expect(came?.text).toContain("> Too <b>wide</b>\n> and ");
		expect(came?.text).toContain(`https://targeting.example.com/designs/${mail.request.design.id}/edit`);
		expect(came?.html).toContain("Too &lt;b&gt;wide&lt;/b&gt;");
		expect(came?.html).toContain(`href="https://targeting.example.com/designs/${mail.request.design.id}/edit"`);
		expect(came?.html).not.toMatch(/<img|src=|url\(/);
		expect(came?.header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
		expect(came?.header("list-unsubscribe")).toMatch(
			/^<https:\/\/targeting\.example\.com\/api\/unsubscribe\?token=[\w.-]+>$/,
		);
		expect(await mail.sent()).toEqual([]);
		expect(await mail.states()).toEqual(["sent"]);
	});

	test("of one deployment are a thread, each with an id of its own", async () => {
		await mail.tell("reject");
		await mail.tell("schedule_failed");
		const mails = await mail.sent();
		const own = mails.filter(({ recipients }) => recipients[0] === mail.world.designer.email);
		expect(own).toHaveLength(2);
		expect(new Set(own.map(({ messageId }) => messageId)).size).toBe(2);
		expect(new Set(own.map(({ references }) => references))).toEqual(
			new Set([`<deployment.${mail.request.deployment.id}@targeting.example.com>`]),
		);
	});

	test("go to nobody who wants none, has read it, was disabled or no longer sees it", async () => {
		await mail.choose({ "deployment.rejected": "never" });
		await mail.tell("reject");
		expect(await mail.states()).toEqual([]);
		await mail.service.prisma.notificationSettings.deleteMany();
		const user = { where: { id: mail.world.designer.userId } };
		await mail.tell("reject");
		await mail.service.prisma.inboxItem.updateMany({ data: { read_at: mail.service.now() } });
		await mail.tell("reject");
		await mail.choose({ "deployment.rejected": "never" });
		expect(await mail.sent()).toEqual([]);
		await mail.service.prisma.notificationSettings.deleteMany();
		await mail.tell("reject");
		await mail.service.prisma.user.update({ ...user, data: { disabled_at: mail.service.now() } });
		expect(await mail.sent()).toEqual([]);
		await mail.service.prisma.user.update({ ...user, data: { disabled_at: null } });
		await mail.tell("request");
		// The administrator who is told moves to an organization without the target.
		await mail.service.prisma.user.updateMany({
			where: { organization_id: mail.world.administrator.organizationId },
			data: { organization_id: mail.world.otherAdministrator.organizationId },
		});
		expect(await mail.sent()).toEqual([]);
		await mail.service.prisma.user.updateMany({
			where: { id: mail.world.administrator.userId },
			data: { organization_id: mail.world.administrator.organizationId },
		});
		expect(new Set(await mail.states())).toEqual(new Set(["dropped"]));
	});

	test("that the recipient's server refuses for good are not tried again, others are", async () => {
		refused.set(mail.world.designer.email, 550);
		await mail.tell("reject");
		expect(await mail.sent()).toEqual([]);
		expect(await mail.states()).toEqual(["refused"]);
		refused.set(mail.world.designer.email, 451);
		await mail.tell("reject");
		expect(await mail.sent()).toEqual([]);
		refused.clear();
		expect(await mail.sent()).toEqual([]);
		mail.service.advance(MINUTE);
		expect(await mail.sent()).toHaveLength(1);
		expect(await mail.states()).toEqual(["refused", "sent"]);
	});

	test("wait for a server that is away or hangs, for a day", async () => {
		const silent = await startSilentServer();
		const away = (SMTP_URL: string, times?: typeof HASTY) =>
			mail.send(times, { ...mail.service, settings: { ...mail.service.settings, SMTP_URL } });
		await mail.tell("reject");
		await expect(away("smtp://127.0.0.1:1")).rejects.toThrow(/could not be reached/);
		mail.service.advance(MINUTE);
		await expect(away(`smtp://${silent.at}`, HASTY)).rejects.toThrow(/did not answer in time/);
		silent.stop();
		mail.service.advance(2 * MINUTE);
		expect(await mail.sent()).toHaveLength(1);
		await mail.tell("reject");
		const since = mail.service.now().getTime();
		let attempts = 0;
		while ((await mail.states()).includes("waiting")) {
			await away("smtp://127.0.0.1:1").catch(() => undefined);
			attempts += 1;
			mail.service.advance(HOUR);
		}
		expect(attempts).toBe(30);
		expect(mail.service.now().getTime() - since).toBeGreaterThan(DAY);
		expect(await mail.states()).toEqual(["sent", "expired"]);
	});

	test("leave a server alone for half a minute after it took none", async () => {
		for (let count = 0; count < 3; count += 1) await mail.tell("reject");
		const away = { ...mail.service, settings: { ...mail.service.settings, SMTP_URL: "smtp://127.0.0.1:1" } };
		await expect(mail.send(HASTY, away)).rejects.toThrow(/could not be reached/);
		expect(await mail.send(HASTY, away)).toBe(0);
		const attempts = async () => (await mail.service.prisma.mail.findMany()).map(({ attempts: made }) => made).sort();
		expect(await attempts()).toEqual([0, 0, 1]);
		mail.service.advance(30_000);
		await expect(mail.send(HASTY, away)).rejects.toThrow(/could not be reached/);
		expect(await attempts()).toEqual([0, 1, 1]);
		mail.service.advance(MINUTE);
		expect(await mail.sent()).toHaveLength(3);
	});

	test("that no server takes are told to operators once, until it takes one", async () => {
		const told = async () =>
			(await mail.service.prisma.auditEvent.findMany({ where: { action: "job_failed" } })).map(({ reason }) => reason);
		const away = { ...mail.service, settings: { ...mail.service.settings, SMTP_URL: "smtp://127.0.0.1:1" } };
		const fail = async () => {
			await expect(mail.send(HASTY, away)).rejects.toThrow(/could not be reached/);
			mail.service.advance(HOUR);
		};
		await mail.tell("reject");
		for (let count = 0; count < 2; count += 1) await fail();
		expect(await told()).toEqual([]);
		for (let count = 0; count < 3; count += 1) await fail();
		expect(await told()).toEqual([expect.stringMatching(/^the mail server 127\.0\.0\.1:1 could not be reached/)]);
		Object.assign(away.settings, { SMTP_URL: mail.service.settings.SMTP_URL });
		expect(await mail.send(undefined, away)).toBe(1);
		Object.assign(away.settings, { SMTP_URL: "smtp://127.0.0.1:1" });
		await mail.tell("reject");
		for (let count = 0; count < 3; count += 1) await fail();
		expect(await told()).toHaveLength(2);
	});

	test("of a process that was killed are sent by another when its lease has run out", async () => {
		await mail.tell("reject");
		// What the killed process left: a claim.
		await mail.service.prisma.mail.updateMany({
			data: { attempts: 1, leased_until: new Date(mail.service.now().getTime() + 3 * MINUTE) },
		});
		expect(await mail.sent()).toEqual([]);
		mail.service.advance(3 * MINUTE);
		expect(await mail.sent()).toHaveLength(1);
	});

	test.runIf(kind === "postgres")("are sent once by several processes", async () => {
		for (let count = 0; count < 20; count += 1) await mail.tell("reject");
		const counts = await Promise.all([mail.send(), mail.send(), mail.send()]);
		expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
		expect(mail.server.take()).toHaveLength(20);
	});

	test("are none without SMTP_URL", async () => {
		const off = { ...mail.service, settings: { ...mail.service.settings, SMTP_URL: undefined } };
		await mail.tell("reject");
		expect(await mail.send(undefined, off)).toBe(0);
		expect(await mail.states()).toEqual(["waiting"]);
		await mailSink.take(off, off.prisma, await off.prisma.auditEvent.findMany());
		expect(await mail.states()).toEqual(["waiting"]);
	});

	test("are removed a month after they were sent", async () => {
		await mail.tell("reject");
		await mail.send();
		mail.service.advance(29 * DAY);
		expect(await removeOldRows(mail.service, ["mails"])).toBe(0);
		mail.service.advance(2 * DAY);
		expect(await removeOldRows(mail.service, ["mails"])).toBe(1);
	});
});
