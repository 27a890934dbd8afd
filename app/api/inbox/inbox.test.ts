import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inboxResponse } from "@/lib/contract/inbox";
import type { Principal } from "@/lib/domain/access/principal";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { removeOldRows } from "@/lib/domain/retention/remove-old-rows";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { POST as readRoute } from "./read/route";
import { GET as listRoute } from "./route";

const DAY_MS = 86_400_000;

describe.each(testDatabaseKinds())("the inbox's API on %s", (kind) => {
	let service: TestService;
	let world: World;
	const keys = new Map<string, string>();
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		world = await createWorld(service);
		for (const person of Object.values(world).filter((value): value is Principal => "userId" in value)) {
			keys.set(person.userId, await issueKey(service, person, ["manage", "administer"]));
		}
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});
	beforeEach(() => service.prisma.inboxItem.deleteMany());

	const headers = (as: Principal) => ({ authorization: `Bearer ${keys.get(as.userId)}` });
	const list = async (as: Principal, query = "") => {
		const { body } = await callRoute(listRoute, { url: `/api/inbox${query}`, headers: headers(as) });
		const { response } = inboxResponse.parse(body);
		return { rows: response.data, total: response.total_row_count, unread: response.unread_count };
	};
	const read = (as: Principal, json: unknown) =>
		callRoute(readRoute, { url: "/api/inbox/read", json, headers: headers(as) });
	const tell = () => handOver(service, [inboxSink]);
	const rejected = async () => {
		const made = await createRequest(service, world);
		await rejectDeployment(service, world.administrator, made.deployment.id, { message: "too large for us" });
		await tell();
		return made;
	};

	test("a rejection is told to its requester with the reason and the next step", async () => {
		const { design, deployment } = await rejected();
		const { rows, total, unread } = await list(world.designer);
		expect([total, unread]).toEqual([2, 2]);
		const { name } = await service.prisma.target.findUniqueOrThrow({ where: { id: world.target.id } });
		expect(rows[0]).toEqual({
			id: expect.any(String),
			kind: "deployment.rejected",
			at: expect.any(String),
			read_at: null,
			title: `Your request for Coffee shops on ${name} was rejected`,
			reason: "too large for us",
			who: world.administrator.email,
			who_person: { id: world.administrator.userId, name: "", organization: expect.stringMatching(/^north /) },
			link: `/designs/${design.id}/edit`,
			action: "Edit design",
			design_id: design.id,
			build_id: expect.any(String),
			deployment_id: deployment.id,
			target_id: world.target.id,
		});
		expect(rows[1]).toMatchObject({ kind: "build.completed", who: null, action: "Request deployment" });
		const asked = await list(world.administrator);
		expect(asked.rows).toMatchObject([{ action: "View deployment", link: `/deployments/${deployment.id}` }]);
		expect(asked.unread).toBe(0);
		expect((await list(world.colleague)).total).toBe(0);
	});

	test("what is read is read everywhere, one by one, up to an item, and again unread", async () => {
		for (let count = 0; count < 2; count += 1) await rejected();
		const ids = (await list(world.designer)).rows.map(({ id }) => id);
		const others = (await list(world.administrator)).rows.map(({ id }) => id);
		await read(world.administrator, { ids: others, read: false });
		const unread = async (json: unknown) => (await read(world.designer, json)).body.response?.data;
		expect(await unread({ ids: [ids[0], ...others] })).toEqual({ unread_count: 3 });
		expect(await unread({ ids: [ids[0]] })).toEqual({ unread_count: 3 });
		expect((await list(world.administrator)).unread).toBe(2);
		expect(await unread({ until: ids[2] })).toEqual({ unread_count: 1 });
		expect((await list(world.designer, "?unread=true")).rows.map(({ id }) => id)).toEqual([ids[1]]);
		expect(await unread({ until: ids[0] })).toEqual({ unread_count: 0 });
		expect(await unread({ ids: [ids[3]], read: false })).toEqual({ unread_count: 1 });
		expect(await list(world.designer, "?limit=1&offset=3")).toMatchObject({ rows: [{ id: ids[3] }], total: 4 });
	});

	test("the requests of a morning for one target are one item, read once all are decided", async () => {
		const { name } = await service.prisma.target.findUniqueOrThrow({ where: { id: world.target.id } });
		const made = [await createRequest(service, world), await createRequest(service, world)];
		await tell();
		const third = await createRequest(service, world);
		await tell();
		const seen = async () => {
			const { rows, unread } = await list(world.administrator);
			return [unread, ...rows.map(({ title, action, link }) => `${title} | ${action} | ${link}`)];
		};
		const all = `3 requests to review on ${name} | Review | /approvals?target=${world.target.id}`;
		expect(await seen()).toEqual([1, all]);
		for (const { deployment } of made) await activateDeployment(service, world.administrator, deployment.id);
		await tell();
		const last = `1 request to review on ${name} | Review | /approvals?request=${third.deployment.id}`;
		expect(await seen()).toEqual([1, last]);
		await rejectDeployment(service, world.administrator, third.deployment.id, { message: "no" });
		await tell();
		const none = `3 requests on ${name} were decided | View deployments | /deployments?target_id=${world.target.id}`;
		expect(await seen()).toEqual([0, none]);
	});

	test.each([
		[{}, "'ids': is required, or 'until' in its place"],
		[{ ids: ["1"], until: "1" }, "'ids': is required, or 'until' in its place"],
		[{ ids: [] }, "must name at least one item"],
		[{ ids: ["x"] }, "must be the id of an item"],
		[{ until: "1", read: false }, "'until': must not be given when 'read' is false"],
	])("refuses %j", async (json, message) => {
		const { status, body } = await read(world.designer, json);
		expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
	});

	test("what the reader may no longer see is not named", async () => {
		const { design, deployment } = await rejected();
		const elsewhere = { organization_id: world.otherAdministrator.organizationId };
		await service.prisma.user.update({ where: { id: world.administrator.userId }, data: elsewhere });
		const { rows } = await list(world.administrator);
		await service.prisma.user.update({
			where: { id: world.administrator.userId },
			data: { organization_id: world.administrator.organizationId },
		});
		expect(rows).toMatchObject([
			{ title: "This is about something you can no longer see", reason: null, who: null, link: null, design_id: null },
		]);
		const written = JSON.stringify(rows);
		for (const secret of ["Coffee", design.id, deployment.id, world.target.id, world.designer.email])
			expect(written).not.toContain(secret);
		expect((await list(world.administrator)).rows).toMatchObject([{ deployment_id: deployment.id }]);
	});

	test("a key without the scope 'administer' does not read what its user decides on", async () => {
		await rejected();
		const key = await issueKey(service, world.administrator, ["manage"]);
		const call = { url: "/api/inbox", headers: { authorization: `Bearer ${key}` } };
		const { body } = await callRoute(listRoute, call);
		expect(inboxResponse.parse(body).response.data).toMatchObject([{ link: null }]);
	});

	test("unread items are counted up to 100", async () => {
		await rejected();
		const {
			id: _,
			event_id: eventId,
			...item
		} = await service.prisma.inboxItem.findFirstOrThrow({
			where: { user_id: world.designer.userId },
		});
		const copies = Array.from({ length: 150 }, (_, number) => ({
			...item,
			event_id: eventId + BigInt(1_000 + number),
		}));
		await service.prisma.inboxItem.createMany({ data: copies.map((copy) => ({ ...copy, facts: copy.facts ?? {} })) });
		expect(await list(world.designer, "?limit=0")).toEqual({ rows: [], total: 152, unread: 100 });
	});

	test("items are removed after 90 days", async () => {
		const { deployment } = await rejected();
		await activateDeployment(service, world.administrator, deployment.id);
		service.advance(90 * DAY_MS - 60_000);
		expect(await removeOldRows(service, ["inbox_items"])).toBe(0);
		service.advance(120_000);
		expect(await removeOldRows(service, ["inbox_items"])).toBe(3);
		expect(await list(world.designer)).toEqual({ rows: [], total: 0, unread: 0 });
	});

	test("unread numbers agree with the items, whatever is read in whatever order", async () => {
		for (let count = 0; count < 5; count += 1) await rejected();
		let seed = 7;
		const random = (below: number) => {
			seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
			return seed % below;
		};
		const ids = (await list(world.designer)).rows.map(({ id }) => id);
		const unread = new Set(ids);
		for (let round = 0; round < 40; round += 1) {
			const chosen = ids.filter(() => random(4) === 0);
			const [until] = chosen;
			const action = random(3);
			if (until === undefined) continue;
			if (action === 0) {
				await read(world.designer, { until });
				for (const id of ids) if (BigInt(id) <= BigInt(until)) unread.delete(id);
			} else {
				await read(world.designer, { ids: chosen, read: action === 1 });
				for (const id of chosen) action === 1 ? unread.delete(id) : unread.add(id);
			}
			const found = await list(world.designer, "?unread=true&limit=500");
			expect(found.rows.map(({ id }) => id)).toEqual(ids.filter((id) => unread.has(id)));
			expect([found.total, found.unread]).toEqual([unread.size, unread.size]);
		}
	});
});
