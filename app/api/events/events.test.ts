import { encode } from "next-auth/jwt";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { changeEvent } from "@/lib/contract/event";
import type { Principal } from "@/lib/domain/access/principal";
import { deleteKey } from "@/lib/domain/accounts/keys/delete-key";
import { editOrganization } from "@/lib/domain/accounts/organizations/edit-organization";
import { type SessionClaims, sessionCookieName } from "@/lib/domain/accounts/session";
import { endSession } from "@/lib/domain/accounts/sign-in/end-session";
import { tagDeployment } from "@/lib/domain/deployments/transitions/tag-deployment";
import { changeFeed } from "@/lib/domain/events/change-feed";
import { eventPosition } from "@/lib/domain/events/event-position";
import { setDatabase } from "@/lib/platform/db/client";
import { log } from "@/lib/platform/log";
import { setService } from "@/lib/platform/service";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { eventually } from "@/lib/tools/testing/eventually";
import { addTotp } from "@/lib/tools/testing/second-factor";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { openTestSession } from "@/lib/tools/testing/session";
import { createRequest, createWorld, issueKey, keyIdOf, type World } from "@/lib/tools/testing/world";
import { GET as eventsRoute } from "./route";

describe.each(testDatabaseKinds())("the stream of events on %s", (kind) => {
	let service: TestService;
	let world: World;
	let deployment: string;
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		setDatabase(service.database);
		world = await createWorld(service);
		deployment = (await createRequest(service, world)).deployment.id;
	});
	afterEach(() => void vi.useRealTimers());
	afterAll(async () => {
		await changeFeed(service.database, service).stop();
		setService(undefined);
		setDatabase(undefined);
		await service.drop();
	});

	const readers = () => changeFeed(service.database, service).readers;
	const tag = (tags: string[]) => tagDeployment(service, world.administrator, deployment, { tags });

	async function open(key: string | null, headers: Record<string, string> = {}, query = "") {
		const gone = new AbortController();
		const bearer: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
		const request = new Request(`http://localhost/api/events${query}`, {
			signal: gone.signal,
			headers: { ...bearer, "x-ts-client-ip": "192.0.2.7", "x-ts-secure": "1", ...headers },
		});
		const response = await eventsRoute(request, { params: Promise.resolve({}) });
		let text = "";
		let over = false;
		const reader = response.body?.getReader();
		const decoder = new TextDecoder();
		const reading = (async () => {
			for (;;) {
				const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
				if (done) break;
				text += decoder.decode(value, { stream: true });
			}
			over = true;
		})();
		return { response, gone, reading, text: () => text, over: () => over, cancel: () => reader?.cancel() };
	}
	const keyOf = (person: Principal) => issueKey(service, person, ["manage", "administer"]);
	const blocks = (text: string) =>
		text
			.split("\n\n")
			.filter((block) => block.includes("data: ") && !block.startsWith("event: heartbeat"))
			.map((block) => ({
				id: /^id: (.*)$/m.exec(block)?.[1] ?? "",
				name: /^event: (.*)$/m.exec(block)?.[1],
				data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "null"),
			}));

	test("says what changed with an id, and goes on from there", async () => {
		const key = await keyOf(world.administrator);
		const stream = await open(key);
		expect(stream.response.status).toBe(200);
		expect(Object.fromEntries(stream.response.headers)).toMatchObject({
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store",
			"x-accel-buffering": "no",
		});
		await tag(["a"]);
		await eventually(() => expect(blocks(stream.text())).toHaveLength(1));
		const [first] = blocks(stream.text());
		expect(first).toEqual({
			id: expect.any(String),
			name: undefined,
			data: { type: "deployment", id: deployment, revision: 2 },
		});
		expect(changeEvent.parse(first?.data)).toEqual(first?.data);
		stream.gone.abort();
		await stream.reading;
		expect(readers()).toBe(0);
		await tag(["b"]);
		const again = await open(key, { "last-event-id": first?.id ?? "" });
		await eventually(() => expect(blocks(again.text())).toHaveLength(1));
		expect(blocks(again.text())[0]?.data).toEqual({ type: "deployment", id: deployment, revision: 3 });
		await again.cancel();
		expect(readers()).toBe(0);
	});

	test("goes on from what a page has read, which cannot set a header", async () => {
		const position = await eventPosition();
		await tag(["of the page"]);
		const key = await keyOf(world.administrator);
		const stream = await open(key, {}, `?since=${encodeURIComponent(position)}`);
		await eventually(() => expect(blocks(stream.text())).toHaveLength(1));
		const id = /^id: (.*)$/m.exec(stream.text())?.[1];
		expect(id).toBe(position);
		await stream.cancel();
		expect((await open(key, {}, `?since=${"1".repeat(2_001)}`)).response.status).toBe(400);
	});

	test("is told at once also where the last reader left just when something happened", async () => {
		const key = await keyOf(world.administrator);
		for (const round of ["c", "d", "e"]) {
			const left = await open(key);
			await tag([`${round}1`]);
			left.gone.abort();
			await left.reading;
			const stream = await open(key);
			await tag([`${round}2`]);
			await eventually(() => expect(blocks(stream.text())).toHaveLength(1));
			stream.gone.abort();
			await stream.reading;
		}
	});

	test("says `reset` to who was away for too long", async () => {
		const stream = await open(await keyOf(world.administrator), { "last-event-id": "long ago" });
		await eventually(() => expect(blocks(stream.text())).toHaveLength(1));
		expect(blocks(stream.text())[0]).toEqual({ id: expect.any(String), name: "reset", data: {} });
		stream.gone.abort();
		await stream.reading;
	});

	test("ends when its credential does: a key that is deleted, a user who is disabled or has another role", async () => {
		const key = await keyOf(world.administrator);
		const keyed = await open(key);
		await deleteKey(service, world.administrator, await keyIdOf(service, key));
		await eventually(() => expect(keyed.over()).toBe(true));
		expect((await open(key)).response.status).toBe(401);

		const disabled = await open(await keyOf(world.colleague));
		const other = await open(await keyOf(world.outsider));
		await service.prisma.user.update({ where: { id: world.colleague.userId }, data: { disabled_at: service.now() } });
		await eventually(() => expect(disabled.over()).toBe(true));

		const promoted = await open(await keyOf(world.otherAdministrator));
		await service.prisma.user.update({ where: { id: world.otherAdministrator.userId }, data: { role: "designer" } });
		await eventually(() => expect(promoted.over()).toBe(true));
		await eventually(() => expect(readers()).toBe(1));
		expect(other.over()).toBe(false);
		other.gone.abort();
		await other.reading;
	});

	test("ends at once when its session is signed out; another session of the same person reads on", async () => {
		const user = world.administrator;
		await service.prisma.user.update({ where: { id: user.userId }, data: { password_hash: "set" } });
		const [left, kept] = [await openTestSession(service, user), await openTestSession(service, user)];
		const read = async (token: SessionClaims) =>
			open(null, { cookie: `${sessionCookieName(service, false)}=${await encode({ token, secret: service.secret })}` });
		const [ended, other] = [await read(left), await read(kept)];
		expect([ended.response.status, other.response.status]).toEqual([200, 200]);
		await endSession(service, left);
		await eventually(() => expect(ended.over()).toBe(true));
		expect(other.over()).toBe(false);
		expect((await read(left)).response.status).toBe(401);
		// The session goes on with other rights, the stream does not.
		await service.prisma.user.update({ where: { id: user.userId }, data: { role: "designer" } });
		await eventually(() => expect(other.over()).toBe(true));
		await service.prisma.user.update({ where: { id: user.userId }, data: { role: "administrator" } });
	});

	test("ends at once when the session's organization begins to require a second factor that it has not", async () => {
		const people = [world.customerAdministrator.userId, world.designer.userId];
		await service.prisma.user.updateMany({ where: { id: { in: people } }, data: { password_hash: "set" } });
		const read = async (user: Principal) => {
			const token = await openTestSession(service, user);
			return open(null, {
				cookie: `${sessionCookieName(service, false)}=${await encode({ token, secret: service.secret })}`,
			});
		};
		await addTotp(service, world.designer);
		const [without, withOne] = [await read(world.customerAdministrator), await read(world.designer)];
		await editOrganization(service, world.operator, world.designer.organizationId, { second_factor_required: true });
		await eventually(() => expect(without.over()).toBe(true));
		expect(withOne.over()).toBe(false);
		expect((await read(world.customerAdministrator)).response.status).toBe(403);
		withOne.gone.abort();
		await withOne.reading;
		await editOrganization(service, world.operator, world.designer.organizationId, { second_factor_required: false });
	});

	test("ends when its organization changes which designs members see", async () => {
		const { designer, outsider, operator } = world;
		const [concerned, other] = [await open(await keyOf(designer)), await open(await keyOf(outsider))];
		await editOrganization(service, operator, designer.organizationId, { members_see: "own_and_shared" });
		await eventually(() => expect(concerned.over()).toBe(true));
		// Its reader loads everything again, now and after it has begun another stream.
		expect(concerned.text().trimEnd()).toMatch(/event: reset\nid: other-rights\ndata: {}$/);
		expect(other.over()).toBe(false);
		other.gone.abort();
		await other.reading;
		await editOrganization(service, operator, designer.organizationId, { members_see: "all" });
	});

	test("ends when its credential did between being looked at and being listened for", async () => {
		const feed = changeFeed(service.database, service);
		const key = await keyOf(world.designer);
		const subscribe = feed.subscribe.bind(feed);
		const subscribed = vi.spyOn(feed, "subscribe").mockImplementationOnce(async (reader) => {
			await service.prisma.apiKey.deleteMany({ where: { user_id: world.designer.userId } });
			return subscribe(reader);
		});
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
		const stream = await open(key);
		expect([stream.response.status, subscribed.mock.calls.length]).toEqual([200, 1]);
		vi.restoreAllMocks();
		await stream.reading;
		expect(vi.getTimerCount()).toBe(0);
		expect(readers()).toBe(0);
	});

	test("ends when its reader cannot be told, not when its credential cannot be looked at, and the log says why", async () => {
		const told = vi.spyOn(log, "error").mockImplementation(() => undefined);
		const subscribed = vi.spyOn(changeFeed(service.database, service), "subscribe");
		const stream = await open(await keyOf(world.designer));
		// That the database does not answer says nothing about the credential.
		const rows = vi.spyOn(service.prisma, "$rows").mockRejectedValueOnce(new Error("no answer"));
		subscribed.mock.calls[0]?.[0].recheck();
		await eventually(() => expect(rows).toHaveBeenCalledOnce());
		await new Promise(setImmediate);
		expect(stream.over()).toBe(false);
		const lost = Object.assign(new Error("terminating connection due to administrator command"), { code: "57P01" });
		subscribed.mock.calls[0]?.[0].fail(lost);
		await stream.reading;
		expect(told.mock.calls).toEqual([[{ cause: lost.message }, expect.any(String)]]);
		vi.restoreAllMocks();
		await eventually(() => expect(readers()).toBe(0));
	});

	test("a user has only so many", async () => {
		const key = await keyOf(world.outsider);
		const open20 = await Promise.all(Array.from({ length: 20 }, () => open(key)));
		const refused = await open(key);
		expect([refused.response.status, refused.response.headers.get("retry-after")]).toEqual([429, "10"]);
		for (const { gone } of open20) gone.abort();
		await Promise.all(open20.map(({ reading }) => reading));
		expect(readers()).toBe(0);
	});

	test("nobody without a credential, and nothing but a query", async () => {
		expect((await open("nonsense")).response.status).toBe(401);
	});
});
