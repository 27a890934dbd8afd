import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { commentOnDeployment } from "@/lib/domain/deployments/comments/comment-on-deployment";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { tagDeployment } from "@/lib/domain/deployments/transitions/tag-deployment";
import { listDesiredDeployments } from "@/lib/domain/targets/list-desired-deployments";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { openDatabase } from "@/lib/platform/db/client";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { eventually } from "@/lib/tools/testing/eventually";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { ChangeFeed, type Message } from "./change-feed";
import { sweepChanges } from "./sweep-changes";

describe.each(testDatabaseKinds())("the feed of changes on %s", (kind) => {
	let service: TestService;
	let world: World;
	let feed: ChangeFeed;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		feed = feedOf(service.database);
	});
	afterEach(() => feed.stop());
	afterAll(() => service.drop());

	const feedOf = (database: TestService["database"]) =>
		new ChangeFeed(database, service, (error) => {
			throw error;
		});

	async function read(principal: Principal, lastId: string | null = null, from = feed) {
		const messages: Message[] = [];
		const begun: string[] = [];
		let rechecks = 0;
		const end = await from.subscribe({
			principal,
			lastId,
			begin: (id) => begun.push(id),
			send: (message) => messages.push(message),
			recheck: () => {
				rechecks += 1;
			},
			fail: (error) => {
				throw error;
			},
		});
		const received = () =>
			messages.map((message) => ("event" in message ? `${message.event.type} ${message.event.id}` : "reset"));
		return { messages, begun, received, end, rechecks: () => rechecks };
	}

	/** Waits for a change that comes after all others, and returns the others. */
	async function settled(reader: { received(): string[] }, author: Principal): Promise<string[]> {
		const { id } = await createProximityDesign(service, author, "The last");
		await eventually(() => expect(reader.received()).toContain(`design ${id}`));
		return reader.received().filter((line) => line !== `design ${id}`);
	}

	test("both sides hear of a comment, and nobody else", async () => {
		const { deployment } = await createRequest(service, world);
		const readers = await Promise.all(
			[world.designer, world.administrator, world.outsider, world.otherAdministrator].map((as) => read(as)),
		);
		const comment = { text: "Hello", question: false };
		await commentOnDeployment(service, world.administrator, deployment.id, comment);
		const last = await read(world.operator);
		await settled(last, world.operator);
		const heard = [`comment ${deployment.id}`];
		await eventually(() => expect(readers.map(({ received }) => received())).toEqual([heard, heard, [], []]));
	});

	test("readers get the changes that they see, and no others", async () => {
		const administrator = await read(world.administrator);
		const elsewhere = await read(world.otherAdministrator);
		const outsider = await read(world.outsider);
		const operator = await read(world.operator);
		const { design, build_id: buildId, deployment } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, deployment.id);
		const lines = await settled(operator, world.designer);
		expect(new Set(lines)).toEqual(new Set([`design ${design.id}`, `build ${buildId}`, `deployment ${deployment.id}`]));
		// The readers receive independently.
		expect(await settled(elsewhere, world.otherAdministrator)).toEqual([]);
		expect(await settled(outsider, world.outsider)).toEqual([]);
		// A design without a deployment on their target is invisible to them.
		const administrators = await settled(administrator, world.administrator);
		expect(administrators).toContain(`deployment ${deployment.id}`);
		expect(lines).toEqual(expect.arrayContaining(administrators));
		const last = operator.messages.filter((message) => "event" in message && message.event.id === deployment.id).at(-1);
		expect(last).toMatchObject({ event: { type: "deployment", revision: 2 } });
	});

	test("a colleague gets the change by which a rejected deployment becomes invisible", async () => {
		const { deployment } = await createRequest(service, world);
		const colleague = await read(world.colleague);
		await rejectDeployment(service, world.administrator, deployment.id, { message: "no" });
		expect(await settled(colleague, world.designer)).toEqual([`deployment ${deployment.id}`]);
		expect(colleague.messages[0]).toMatchObject({ event: { revision: null } });
	});

	test("a reader that reconnects gets each missed change once, from any position", async () => {
		const requests = [await createRequest(service, world), await createRequest(service, world)];
		const first = await read(world.administrator);
		for (const { deployment } of requests)
			await tagDeployment(service, world.administrator, deployment.id, { tags: [] });
		for (const { deployment } of requests) {
			await tagDeployment(service, world.administrator, deployment.id, { tags: ["a"] });
		}
		const revisions = () => first.messages.map((message) => ("event" in message ? message.event.revision : 0));
		await eventually(() => expect(revisions().filter((revision) => revision === 3)).toHaveLength(2));
		first.end();
		const { deployment: missed } = await createRequest(service, world);
		for (const [place, message] of first.messages.entries()) {
			const again = await read(world.administrator, message.id);
			const rest = first.received().slice(place + 1);
			expect(again.received()).toContain(`deployment ${missed.id}`);
			expect(again.received()).toEqual(expect.arrayContaining(rest));
			const repeated = first.received().slice(0, place + 1);
			expect(again.received().filter((line) => repeated.includes(line) && !rest.includes(line))).toEqual([]);
			again.end();
		}
		const last = await read(world.administrator, first.messages.at(-1)?.id ?? "");
		expect(last.received().filter((line) => first.received().includes(line))).toEqual([]);
	});

	test("a reader with an expired or unknown position gets a reset", async () => {
		const reader = await read(world.administrator);
		const { deployment: early } = await createRequest(service, world);
		await eventually(() => expect(reader.received()).toContain(`deployment ${early.id}`));
		const before = reader.begun[0] ?? "";
		reader.end();
		// Ended at once: while anyone reads, the feed goes on from before the sweep, and resets all.
		const receivedFrom = async (position: string) => {
			const again = await read(world.administrator, position);
			again.end();
			return again.received();
		};
		expect(await receivedFrom("nonsense")).toEqual(["reset"]);
		expect(await receivedFrom("999999999:999999999:")).toEqual(["reset"]);
		expect(await receivedFrom(before)).not.toContain("reset");
		// Changes stay until older transactions of the cluster end; other tests have long ones.
		const late = await eventually(async () => {
			await sweepChanges(service, -60);
			const again = await read(world.administrator, before);
			if (again.received()[0] !== "reset") again.end();
			expect(again.received()).toEqual(["reset"]);
			return again;
		});
		const { deployment } = await createRequest(service, world);
		await eventually(() => expect(late.received()).toContain(`deployment ${deployment.id}`));
		expect((await read(world.administrator, late.messages[0]?.id ?? null)).received()).not.toContain("reset");
	});

	test("agents: changes in their reports, and their silence", async () => {
		const { deployment } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, deployment.id);
		const agent = { agentKeyId: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11", targetId: world.target.id };
		await listDesiredDeployments(service, agent);
		const report = (state: "pending" | "loaded") =>
			recordAgentReport(service, agent, {
				instance_id: "rack-4",
				version: "1.0.0",
				tags: [],
				memory_used: 0,
				memory_limit: null,
				deployments: [{ deployment_id: deployment.id, digest: null, state, error: null }],
			});
		const reader = await read(world.administrator);
		await report("pending");
		const lines = [`target_agents ${world.target.id}`, `deployment_agents ${deployment.id}`];
		await eventually(() => expect(reader.received().sort()).toEqual([...lines].sort()));
		await report("pending");
		await report("loaded");
		await eventually(() => expect(reader.received()).toHaveLength(3));
		expect(reader.received()[2]).toBe(lines[1]);
		service.advance(60_000);
		await eventually(() => expect(reader.received()).toHaveLength(4));
		expect(reader.received()[3]).toBe(lines[0]);
		await report("loaded");
		await eventually(() => expect(reader.received()).toHaveLength(5));
		expect(reader.received()[4]).toBe(lines[0]);
	});

	test("a changed credential is checked again, without an event", async () => {
		const reader = await read(world.colleague);
		const other = await read(world.operator);
		await service.prisma.user.update({
			where: { id: world.colleague.userId },
			data: { session_epoch: { increment: 1 } },
		});
		await eventually(() => expect(reader.rechecks()).toBe(1));
		expect(await settled(other, world.designer)).toEqual([]);
		expect(other.rechecks()).toBe(0);
	});

	test("a user has at most twenty readers at a time", async () => {
		const readers = await Promise.all(Array.from({ length: 20 }, () => read(world.colleague)));
		await expect(read(world.colleague)).rejects.toThrow("too many event streams");
		readers[0]?.end();
		readers[0]?.end();
		expect(feed.readers).toBe(19);
		await read(world.colleague);
		for (const { end } of readers) end();
		expect(feed.readers).toBe(1);
		await feed.stop();
		expect(feed.readers).toBe(0);
		expect(service.database.pool.listenerCount("release")).toBe(0);
	});

	test.runIf(kind === "postgres")("a change made by one process reaches readers of another", async () => {
		const other = await openDatabase({ databaseUrl: databaseUrlOf(service) });
		const elsewhere = feedOf(other);
		try {
			const reader = await read(world.administrator, null, elsewhere);
			for (let round = 0; round < 5; round += 1) {
				const { deployment } = await createRequest(service, world);
				await eventually(() => expect(reader.received()).toContain(`deployment ${deployment.id}`));
			}
		} finally {
			await elsewhere.stop();
			await other.close();
		}
	});

	test.runIf(kind === "postgres")("a late commit is sent, whatever was sent before it", async () => {
		const reader = await read(world.operator);
		const { id } = await createProximityDesign(service, world.designer, "Late");
		let finish = () => {};
		const held = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const late = service.prisma.$transaction(async (tx) => {
			await tx.design.update({ where: { id }, data: { name: "Later", revision: { increment: 1 } } });
			await held;
		});
		await settled(reader, world.designer);
		const received = reader.received().length;
		finish();
		await late;
		await eventually(() => expect(reader.received().slice(received)).toEqual([`design ${id}`]));
	});
});

function databaseUrlOf(service: TestService): string {
	const { connectionString } = service.database.pool.options;
	if (connectionString === undefined) throw new Error("a PostgreSQL pool must have a connection string");
	return connectionString;
}
