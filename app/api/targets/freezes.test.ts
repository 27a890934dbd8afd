import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { POST as activateRoute } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { targetFreeze } from "@/lib/contract/activation-window";
import { type TargetDetail, targetDetail } from "@/lib/contract/target";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { DELETE as removeRoute } from "./[target_id]/freezes/[freeze_id]/route";
import { POST as createRoute, GET as listRoute } from "./[target_id]/freezes/route";
import { PATCH as editRoute, GET as getRoute } from "./[target_id]/route";

const HOUR = 3_600_000;
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

describe.each(testDatabaseKinds())("activation windows of targets on %s", (kind) => {
	let service: TestService;
	let world: World;
	let designer: string;
	let administrator: string;
	let otherAdministrator: string;
	let operator: string;
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		world = await createWorld(service);
		designer = await issueKey(service, world.designer, ["manage"]);
		administrator = await issueKey(service, world.administrator, ["manage", "administer"]);
		otherAdministrator = await issueKey(service, world.otherAdministrator, ["administer"]);
		operator = await issueKey(service, world.operator, ["administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const inHours = (hours: number) => new Date(service.now().getTime() + hours * HOUR).toISOString();
	const call = (as: string, rest = "", params: Record<string, string> = {}, id = world.target.id) => ({
		url: `/api/targets/${id}${rest}`,
		params: { target_id: id, ...params },
		headers: { authorization: `Bearer ${as}` },
	});
	const edit = (json: unknown, as = administrator) => callRoute(editRoute, { ...call(as), method: "PATCH", json });
	const create = (json: unknown, as = administrator) => callRoute(createRoute, { ...call(as, "/freezes"), json });
	const remove = (id: string, as = administrator, targetId = world.target.id) =>
		callRoute(removeRoute, {
			...call(as, `/freezes/${id}`, { freeze_id: id }, targetId),
			method: "DELETE",
		});
	const list = async (as = administrator) =>
		z.array(targetFreeze).parse((await callRoute(listRoute, call(as, "/freezes"))).body.response?.data);
	const detailOf = (answer: RouteAnswer): TargetDetail => targetDetail.parse(answer.body.response?.data);
	const freezeOf = (answer: RouteAnswer) => targetFreeze.parse(answer.body.response?.data);
	const detail = async () => detailOf(await callRoute(getRoute, call(administrator)));
	const hours = (entries: unknown[], time_zone: unknown = "UTC") => ({
		activation_hours: { time_zone, hours: entries },
	});
	/** An hour of every day that begins some hours from now. */
	const hourIn = (count: number) => {
		const [from, to] = [count, count + 1].map((at) => inHours(at).slice(11, 16));
		return { days: DAYS, from, to };
	};

	test("hours are set, tell when the target opens, and null allows activations always", async () => {
		const { revision } = await detail();
		const set = detailOf(await edit(hours([hourIn(-1), hourIn(3)])));
		expect(set.activation_hours).toEqual({ time_zone: "UTC", hours: [hourIn(-1), hourIn(3)] });
		expect(set.revision).toBe(revision + 1);
		const startOf = (instant: string) => `${instant.slice(0, 17)}00.000Z`;
		expect(set.window).toMatchObject({ open: false, reason: "outside_hours", freeze_reason: null, closes_at: null });
		expect(set.window?.opens_at).toBe(startOf(inHours(3)));
		const open = detailOf(await edit(hours([{ days: DAYS, from: "00:00", to: "24:00" }], "Europe/Berlin")));
		expect(open.window).toEqual({ open: true, reason: null, freeze_reason: null, opens_at: null, closes_at: null });
		expect((await detail()).window).toEqual(open.window);
		// What the request does not name stays.
		expect(detailOf(await edit({ four_eyes: false })).activation_hours?.time_zone).toBe("Europe/Berlin");
		const none = detailOf(await edit({ activation_hours: null }));
		expect(none).toMatchObject({ activation_hours: null, window: null });
		const event = await service.prisma.auditEvent.findFirst({
			where: { object_id: world.target.id, action: "edit" },
			orderBy: { id: "desc" },
		});
		expect(event?.detail).toEqual({ changes: { activation_hours: null } });
	});

	test.each([
		["a zone that does not exist", hours([{ days: ["mon"], from: "08:00", to: "18:00" }], "Mars/Olympus"), "IANA"],
		["an offset in place of a zone", hours([{ days: ["mon"], from: "08:00", to: "18:00" }], "+02:00"), "IANA"],
		["a day twice", hours([{ days: ["mon", "mon"], from: "08:00", to: "18:00" }]), "each day once"],
		["no day", hours([{ days: [], from: "08:00", to: "18:00" }]), "at least one day"],
		["no time", hours([{ days: ["mon"], from: "24:00", to: "18:00" }]), "must be a time of day such as 08:00"],
		["an end after the day", hours([{ days: ["mon"], from: "08:00", to: "24:01" }]), "such as 18:00"],
		["no length", hours([{ days: ["mon"], from: "08:00", to: "08:00" }]), "must differ from 'from'"],
		["no entry", hours([]), "null means always"],
		["too many", hours(Array.from({ length: 51 }, () => ({ days: ["mon"], from: "08:00", to: "09:00" }))), "50"],
	])("hours with %s are refused", async (_what, body, words) => {
		const refused = await edit(body);
		expect([refused.status, refused.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(refused.body.message).toContain(words);
	});

	test("a freeze closes the target with its reason until it ends or is removed", async () => {
		const { revision } = await detail();
		const later = freezeOf(await create({ starts_at: inHours(2), ends_at: inHours(48), reason: " Holiday peak " }));
		expect(later).toEqual({
			id: expect.any(String),
			target_id: world.target.id,
			starts_at: later.starts_at,
			ends_at: later.ends_at,
			reason: "Holiday peak",
			created_by: world.administrator.email,
			created_at: expect.any(String),
		});
		expect(await detail()).toMatchObject({
			revision: revision + 1,
			window: { open: true, closes_at: later.starts_at, opens_at: null },
		});
		const answer = await create({ ends_at: inHours(1), reason: "Database upgrade" }, operator);
		expect(answer.status).toBe(201);
		const now = freezeOf(answer);
		expect((await detail()).window).toEqual({
			open: false,
			reason: "frozen",
			freeze_reason: "Database upgrade",
			opens_at: now.ends_at,
			closes_at: null,
		});
		expect((await list()).map(({ id }) => id)).toEqual([now.id, later.id]);
		service.advance(1.5 * HOUR);
		expect((await list()).map(({ id }) => id)).toEqual([later.id]);
		expect((await detail()).window).toMatchObject({ open: true });
		expect((await remove(later.id)).status).toBe(200);
		expect((await remove(later.id)).status).toBe(404);
		expect(await detail()).toMatchObject({ revision: revision + 3, window: null });
		const events = await service.prisma.auditEvent.findMany({
			where: { object_id: world.target.id, action: { in: ["add_freeze", "remove_freeze"] } },
			orderBy: { id: "asc" },
		});
		expect(events.map(({ action, actor_label: actorLabel, reason }) => [action, actorLabel, reason])).toEqual([
			["add_freeze", world.administrator.email, "Holiday peak"],
			["add_freeze", world.operator.email, "Database upgrade"],
			["remove_freeze", world.administrator.email, "Holiday peak"],
		]);
		expect(events[0]?.detail).toEqual({ starts_at: later.starts_at, ends_at: later.ends_at });
		// Those that ended long ago are removed with the next one.
		service.advance(91 * 24 * HOUR);
		const fresh = freezeOf(await create({ ends_at: inHours(1), reason: "next" }));
		const kept = await service.prisma.targetFreeze.findMany({ where: { target_id: world.target.id } });
		expect(kept.map(({ id }) => id)).toEqual([fresh.id]);
		await remove(fresh.id);
	});

	test("a freeze that is none is refused, and so is one more than a hundred", async () => {
		const refused = async (body: unknown) => {
			const { status, body: answer } = await create(body);
			return [status, answer.error_type, answer.message];
		};
		expect(await refused({ ends_at: inHours(-1), reason: "past" })).toEqual([
			400,
			"InvalidArgument",
			expect.stringContaining("'ends_at': must be in the future"),
		]);
		expect(await refused({ starts_at: inHours(2), ends_at: inHours(1), reason: "back" })).toEqual([
			400,
			"InvalidArgument",
			expect.stringContaining("must be later than 'starts_at'"),
		]);
		expect((await refused({ ends_at: inHours(1) }))[0]).toBe(400);
		expect((await refused({ ends_at: inHours(1), reason: "two\nlines" }))[0]).toBe(400);
		const [startsAt, endsAt] = [new Date(inHours(1)), new Date(inHours(2))];
		await service.prisma.targetFreeze.createMany({
			data: Array.from({ length: 100 }, () => ({
				target_id: world.target.id,
				starts_at: startsAt,
				ends_at: endsAt,
				reason: "many",
			})),
		});
		expect((await refused({ ends_at: inHours(1), reason: "one more" }))[0]).toBe(409);
		await service.prisma.targetFreeze.deleteMany();
	});

	test("a form activates on a frozen target with a reason alone", async () => {
		const made = freezeOf(await create({ ends_at: inHours(1), reason: "peak" }));
		const { deployment } = await createRequest(service, world);
		const activate = async (more: Record<string, string>) => {
			const url = `/targeting/deployments/${deployment.id}/activate`;
			const form = { KEY: administrator, ...more };
			return callRoute(activateRoute, { url, params: { deployment_id: deployment.id }, form });
		};
		const closed = await activate({});
		expect([closed.status, closed.body.error_type]).toEqual([409, "InvalidState"]);
		expect(closed.body.message).toContain("(frozen: peak)");
		expect((await activate({ override_reason: "x".repeat(2_001) })).status).toBe(400);
		expect((await activate({ override_reason: " " })).status).toBe(400);
		expect((await activate({ override_reason: "agreed" })).status).toBe(200);
		await remove(made.id);
	});

	test("only administrators of the target read and set them; others see no freeze of a target they do not see", async () => {
		const made = freezeOf(await create({ ends_at: inHours(1), reason: "peak" }));
		const statuses = async (as: string) => [
			(await callRoute(listRoute, call(as, "/freezes"))).status,
			(await create({ ends_at: inHours(1), reason: "no" }, as)).status,
			(await remove(made.id, as)).status,
		];
		expect(await statuses(designer)).toEqual([403, 403, 403]);
		expect(await statuses(otherAdministrator)).toEqual([404, 404, 404]);
		// A freeze is one of its own target alone.
		expect((await remove(made.id, operator, world.secondTarget.id)).status).toBe(404);
		expect((await remove(made.id, operator)).status).toBe(200);
	});
});
