import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as openUnsubscribe, POST as unsubscribe } from "@/app/api/unsubscribe/route";
import { createMailWorld, type MailWorld } from "@/lib/domain/mail/testing";
import { type UnsubscribeLink, unsubscribeToken } from "@/lib/domain/mail/unsubscribe-link";
import { setService } from "@/lib/platform/service";
import { type Answered, callRoute, type RouteCall } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { issueKey } from "@/lib/tools/testing/world";
import { GET, PATCH } from "./route";

const URL = "/api/account/notifications";

describe.each(testDatabaseKinds())("notification settings on %s", (kind) => {
	let mail: MailWorld;
	const keys = { designer: "", administrator: "", operator: "" };
	beforeAll(async () => {
		mail = await createMailWorld(kind);
		setService(mail.service);
		for (const person of ["designer", "administrator", "operator"] as const) {
			keys[person] = await issueKey(mail.service, mail.world[person], ["manage", "administer"]);
		}
	});
	afterAll(async () => {
		setService(undefined);
		await mail.drop();
	});
	beforeEach(() => mail.clear());

	const as = (person: keyof typeof keys) => ({ headers: { authorization: `Bearer ${keys[person]}` } });
	const get = async (person: keyof typeof keys = "designer") =>
		(await callRoute(GET, { url: URL, ...as(person) })).body.response?.data;
	const edit = (json: object) => callRoute(PATCH, { url: URL, method: "PATCH", json, ...as("designer") });
	const modes = (settings: Answered | undefined): Record<string, string> =>
		Object.fromEntries(
			((settings?.kinds ?? []) as unknown as { kind: string; mode: string }[]).map(({ kind, mode }) => [kind, mode]),
		);
	const post = (token: string, more: Partial<RouteCall> = {}) =>
		callRoute(unsubscribe, { url: `/api/unsubscribe?token=${token}`, method: "POST", ...more });
	const tokenOf = (subscription: UnsubscribeLink["subscription"]) =>
		unsubscribeToken(mail.service, { userId: mail.world.designer.userId, subscription });

	test("have the defaults, of the kinds that concern the role", async () => {
		const settings = await get();
		expect(settings).toMatchObject({
			mail: true,
			email: mail.world.designer.email,
			digest_time: "08:00",
			time_zone: null,
		});
		expect(modes(settings)).toMatchObject({ "deployment.rejected": "at_once", "deployment.live": "daily" });
		expect(Object.keys(modes(settings))).not.toContain("deployment.requested");
		expect(modes(await get("administrator"))).toMatchObject({ "deployment.requested": "at_once" });
		expect(Object.keys(modes(await get("administrator")))).not.toContain("service.disk_low");
		expect(modes(await get("operator"))).toMatchObject({ "service.disk_low": "at_once" });
	});

	test("are changed field by field", async () => {
		expect((await edit({ kinds: { "deployment.live": "never" } })).status).toBe(200);
		await edit({ kinds: { "deployment.expired": "at_once" }, digest_time: "07:05", time_zone: "Europe/Berlin" });
		const settings = await get();
		expect(settings).toMatchObject({ digest_time: "07:05", time_zone: "Europe/Berlin" });
		expect(modes(settings)).toMatchObject({
			"deployment.live": "never",
			"deployment.expired": "at_once",
			"deployment.rejected": "at_once",
		});
	});

	test.each([
		[{}, "names no field to change"],
		[{ digest_time: "24:00" }, "digest_time"],
		[{ time_zone: "Mars/Olympus" }, "time_zone must be a name such as Europe/Berlin"],
		[{ kinds: { "deployment.live": "weekly" } }, "deployment.live"],
		[{ kinds: { nothing: "never" } }, "nothing"],
	])("refuse %j", async (json, words) => {
		const { status, body } = await edit(json);
		expect(status).toBe(400);
		expect(JSON.stringify(body)).toContain(words);
		expect(await mail.service.prisma.notificationSettings.count()).toBe(0);
	});

	test("are ended by the link of a mail, without a session, for exactly that kind", async () => {
		await mail.tell("reject");
		const [came] = await mail.sent();
		const address = came?.header("list-unsubscribe")?.slice(1, -1) ?? "";
		const form = { "List-Unsubscribe": "One-Click" };
		expect((await post(address.split("token=")[1] ?? "", { form })).status).toBe(200);
		const after = modes(await get());
		expect(after).toMatchObject({ "deployment.rejected": "never", "deployment.schedule_missed": "at_once" });
		await mail.tell("reject");
		expect(await mail.sent()).toEqual([]);
		await mail.tell("schedule_failed");
		expect((await mail.sent()).flatMap(({ recipients }) => recipients)).toContain(mail.world.designer.email);
	});

	test("end the daily digest by its link", async () => {
		await edit({ kinds: { "deployment.rejected": "daily" } });
		await post(tokenOf("digest"));
		const after = modes(await get());
		expect(after).toMatchObject({
			"deployment.rejected": "never",
			"deployment.live": "never",
			"build.failed": "at_once",
		});
	});

	test("are not ended by a forged link, nor by opening one", async () => {
		const token = tokenOf("deployment.rejected");
		const [subject = "", mac = ""] = token.split(".");
		const other = Buffer.from(`${mail.world.administrator.userId}.deployment.rejected`).toString("base64url");
		for (const forged of ["x", `${other}.${mac}`, `${subject}.`, `${subject}.${mac}x`, `${token}.x`]) {
			expect((await post(forged)).status).toBe(404);
		}
		const opened = await callRoute(openUnsubscribe, { url: `/api/unsubscribe?token=${token}` });
		expect([opened.status, opened.headers.get("location")]).toEqual([303, `/unsubscribe?token=${token}`]);
		expect(await mail.service.prisma.notificationSettings.count()).toBe(0);
	});
});
