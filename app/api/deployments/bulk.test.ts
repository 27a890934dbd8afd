import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bulkResult } from "@/lib/contract/bulk";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { POST as bulkRoute } from "./bulk/route";

describe("POST /api/deployments/bulk", () => {
	let service: TestService;
	let world: World;
	let administrator: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		administrator = await issueKey(service, world.administrator, ["administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const send = (json: unknown, headers: Record<string, string> = {}, key = administrator) =>
		callRoute(bulkRoute, {
			url: "/api/deployments/bulk",
			json,
			headers: { authorization: `Bearer ${key}`, ...headers },
		});
	const outcomes = async (json: unknown, key?: string) => {
		const answer = await send(json, {}, key);
		expect(answer.status).toBe(200);
		return bulkResult.parse(answer.body.response?.data);
	};
	const requests = async (count: number, targetId?: string) => {
		const ids: string[] = [];
		for (let number = 0; number < count; number += 1) {
			ids.push((await createRequest(service, world, targetId)).deployment.id);
		}
		return ids;
	};
	const items = (ids: readonly string[]) => ids.map((id) => ({ id }));

	test("each item has its own outcome: done, stale, refused, not found", async () => {
		const [first = "", stale = "", digest = "", cancelled = ""] = await requests(4);
		const [foreign = ""] = await requests(1, world.otherTarget.id);
		const unknown = "00000000-0000-4000-8000-000000000000";
		await service.prisma.deployment.update({ where: { id: cancelled }, data: { status: "cancelled" } });
		const result = await outcomes({
			action: "activate",
			items: [
				{ id: first, revision: 1 },
				{ id: stale, revision: 9 },
				{ id: digest, digest: `sha256:${"0".repeat(64)}` },
				{ id: cancelled },
				{ id: foreign },
				{ id: unknown },
			],
		});
		expect(result).toEqual({
			done: 1,
			failed: 5,
			outcomes: [
				{ id: first, ok: true, status: "activated", revision: 2 },
				{ id: stale, ok: false, error_type: "VersionMismatch", message: expect.stringContaining("not 9") },
				{ id: digest, ok: false, error_type: "VersionMismatch", message: expect.stringContaining("digest") },
				{ id: cancelled, ok: false, error_type: "InvalidState", message: expect.stringContaining("'cancelled'") },
				{ id: foreign, ok: false, error_type: "NotFound", message: "deployment not found" },
				{ id: unknown, ok: false, error_type: "NotFound", message: "deployment not found" },
			],
		});
		const designer = await issueKey(service, world.designer, ["manage"]);
		expect(await outcomes({ action: "activate", items: items([stale]) }, designer)).toMatchObject({
			outcomes: [{ error_type: "Forbidden" }],
		});
	});

	test("of several builds of a design on a target the newest is activated, and each older one is refused by name", async () => {
		const { design, deployment: oldest } = await createRequest(service, world);
		const newer = async (targetId = world.target.id) => {
			const buildId = await completeABuild(service, world.designer, design.id);
			return (await requestDeployment(service, world.designer, buildId, { targetId })).id;
		};
		const middle = await newer();
		const elsewhere = await newer(world.secondTarget.id);
		const newest = await newer();
		const [other = ""] = await requests(1);
		const superseded = (id: string) => ({
			id,
			ok: false,
			error_type: "InvalidState",
			message: `a newer build of '${design.name}' in this request is activated on the target '${oldest.target}' (deployment ${newest}): activate this one by itself to go back to it`,
		});
		const statuses = async () =>
			(
				await service.prisma.deployment.findMany({ where: { design_id: design.id }, orderBy: { build_date: "asc" } })
			).map(({ status }) => status);
		const wanted = { action: "activate", items: items([oldest.id, newest, elsewhere, middle, other]) };
		expect(await outcomes(wanted)).toEqual({
			done: 3,
			failed: 2,
			outcomes: [
				superseded(oldest.id),
				{ id: newest, ok: true, status: "activated", revision: 2 },
				{ id: elsewhere, ok: true, status: "activated", revision: 2 },
				superseded(middle),
				{ id: other, ok: true, status: "activated", revision: 2 },
			],
		});
		expect(await statuses()).toEqual(["requested", "requested", "activated", "activated"]);
		// Again, and as a reactivation: what is active already is not undone by an older item either.
		expect((await outcomes(wanted)).outcomes[0]).toEqual(superseded(oldest.id));
		expect(await outcomes({ action: "deactivate", items: items([newest]) })).toMatchObject({ done: 1 });
		const reversed = { action: "activate", items: items([newest, middle, oldest.id]) };
		expect((await outcomes(reversed)).outcomes).toEqual([
			{ id: newest, ok: true, status: "activated", revision: 4 },
			superseded(middle),
			superseded(oldest.id),
		]);
		// Alone, or when the newer one is refused, the older one is activated.
		const stale = { action: "activate", items: [{ id: newest, revision: 1 }, { id: oldest.id }] };
		expect(await outcomes({ action: "deactivate", items: items([newest]) })).toMatchObject({ done: 1 });
		expect(await outcomes(stale)).toMatchObject({ done: 1, failed: 1, outcomes: [{ ok: false }, { ok: true }] });
	});

	test("a bulk decision is undone in bulk: the requests are pending again, and what cannot be undone says why", async () => {
		const [first = "", second = "", changed = ""] = await requests(3);
		expect(await outcomes({ action: "activate", items: items([first, second, changed]) })).toMatchObject({ done: 3 });
		await deactivateDeployment(service, world.administrator, changed);
		const undone = await outcomes({
			action: "undo",
			items: [{ id: first, revision: 2 }, { id: second, revision: 1 }, { id: changed }],
		});
		expect(undone).toMatchObject({
			done: 1,
			outcomes: [
				{ id: first, ok: true, status: "requested", revision: 3 },
				{ id: second, ok: false, error_type: "VersionMismatch" },
				{ id: changed, ok: false, error_type: "InvalidState", message: expect.stringContaining("'deactivated'") },
			],
		});
	});

	test("what somebody holds for too long is unavailable, as it is one by one, and the others are done", async () => {
		const [held = "", free = ""] = await requests(2);
		await service.prisma.$executeRaw`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF OLD.message = 'held' THEN
				RAISE EXCEPTION 'canceling statement due to lock timeout' USING ERRCODE = '55P03';
			END IF;
			RETURN NEW; END $$`;
		await service.prisma.deployment.update({ where: { id: held }, data: { message: "held" } });
		await service.prisma
			.$executeRaw`CREATE TRIGGER hold BEFORE UPDATE ON deployments FOR EACH ROW EXECUTE FUNCTION hold()`;
		const result = await outcomes({ action: "reject", items: items([held, free]) });
		await service.prisma.$executeRaw`DROP FUNCTION hold CASCADE`;
		expect(result.outcomes).toEqual([
			{
				id: held,
				ok: false,
				error_type: "Unavailable",
				message: "the database cannot be used now: try again in a few seconds",
			},
			{ id: free, ok: true, status: "rejected", revision: 2 },
		]);
	});

	test("every action, and four-eyes in each row", async () => {
		const ids = await requests(2);
		const all = { items: items(ids) };
		const ok = (status: string | null, revision: number | null) =>
			ids.map((id) => ({ id, ok: true, status, revision }));
		expect((await outcomes({ action: "tag", ...all, tags: [" a ", "b", "a"] })).outcomes).toEqual(ok("requested", 2));
		const tagged = await service.prisma.deployment.findMany({ where: { id: { in: ids } } });
		expect(tagged.map(({ tags }) => tags)).toEqual([
			["a", "b"],
			["a", "b"],
		]);
		expect((await outcomes({ action: "reject", ...all, message: "not now" })).outcomes).toEqual(ok("rejected", 3));
		const note = "Until the end of the month";
		expect((await outcomes({ action: "activate", ...all, message: note })).outcomes).toEqual(ok("activated", 4));
		const noted = { object_id: { in: ids }, action: "activate", reason: note };
		expect(await service.prisma.auditEvent.count({ where: noted })).toBe(2);
		expect((await outcomes({ action: "deactivate", ...all })).outcomes).toEqual(ok("deactivated", 5));
		await service.prisma.target.update({ where: { id: world.target.id }, data: { four_eyes: true } });
		const [own = "", other = ""] = ids;
		const requesterId = world.administrator.userId;
		await service.prisma.deployment.update({ where: { id: own }, data: { requester_id: requesterId } });
		expect((await outcomes({ action: "activate", ...all })).outcomes).toMatchObject([
			{ id: own, ok: false, error_type: "Forbidden", message: expect.stringContaining("four-eyes") },
			{ id: other, ok: true },
		]);
		await service.prisma.target.update({ where: { id: world.target.id }, data: { four_eyes: false } });
		expect((await outcomes({ action: "delete", ...all })).outcomes).toEqual(ok(null, null));
	});

	test("a repetition with the same Idempotency-Key is answered the same and done once", async () => {
		const json = { action: "activate", items: items(await requests(1)) };
		const key = { "idempotency-key": crypto.randomUUID() };
		const first = await send(json, key);
		const again = await send(json, key);
		expect(again.headers.get("idempotency-replayed")).toBe("true");
		expect(again.body).toEqual(first.body);
		expect((await send({ ...json, action: "deactivate" }, key)).status).toBe(422);
	});

	test("a repetition after a failure goes on where the first stopped: what was done has its outcome", async () => {
		const ids = await requests(2);
		const json = { action: "activate", items: items(ids) };
		const key = { "idempotency-key": crypto.randomUUID() };
		await service.prisma.$executeRaw`CREATE FUNCTION refuse_whole() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF NEW.path NOT LIKE '%#%' THEN RAISE EXCEPTION 'not now' USING ERRCODE = '57P03'; END IF;
			RETURN NEW; END $$`;
		await service.prisma.$executeRaw`CREATE TRIGGER refuse_whole BEFORE INSERT ON idempotency_records
			FOR EACH ROW EXECUTE FUNCTION refuse_whole()`;
		expect((await send(json, key)).status).toBe(503);
		await service.prisma.$executeRaw`DROP FUNCTION refuse_whole CASCADE`;
		// Another request with the key is refused, which keeps nothing that the first would meet.
		expect((await send({ ...json, items: items(ids.toReversed()) }, key)).status).toBe(422);
		// Decided again by somebody else: the repetition still answers what it has done itself.
		await deactivateDeployment(service, world.administrator, ids[0] ?? "");
		const again = await send(json, key);
		const ok = { ok: true, status: "activated", revision: 2 };
		expect(again.body.response?.data).toEqual({ done: 2, failed: 0, outcomes: ids.map((id) => ({ id, ...ok })) });
		const events = { object_id: { in: ids }, action: "activate" };
		expect(await service.prisma.auditEvent.count({ where: events })).toBe(2);
		expect((await send({ ...json, action: "deactivate" }, key)).status).toBe(422);
	});

	const id = "00000000-0000-4000-8000-000000000000";
	test.each([
		["no items", { action: "activate", items: [] }, "'items': must name at least one deployment"],
		["the same twice", { action: "activate", items: [{ id }, { id }] }, "'items': must name each deployment once"],
		[
			"too many",
			{
				action: "activate",
				items: Array.from({ length: 501 }, (_, n) => ({
					id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
				})),
			},
			"'items': must name at most 500 deployments",
		],
		[
			"a tag that its row would show as two",
			{ action: "tag", items: [{ id }], tags: ["eu,large"] },
			"'tags[0]': must hold tags without commas and control characters",
		],
		["tag without tags", { action: "tag", items: [{ id }] }, "'tags': is required when the action is 'tag'"],
		[
			"tags elsewhere",
			{ action: "activate", items: [{ id }], tags: [] },
			"'tags': is allowed with the action 'tag' alone",
		],
		[
			"message elsewhere",
			{ action: "delete", items: [{ id }], message: "why" },
			"'message': is allowed with the actions 'activate' and 'reject' alone",
		],
	])("%s: 400", async (_, json, message) => {
		expect(await send(json)).toMatchObject({ status: 400, body: { error_type: "InvalidArgument", message } });
	});
});
