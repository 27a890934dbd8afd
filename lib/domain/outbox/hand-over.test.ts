import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { AuditEvent } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { type CapturingDatabase, captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { handOver, type Sink } from "./hand-over";

describe.each(testDatabaseKinds())("the outbox on %s", (kind) => {
	let service: TestService;
	let world: World;
	let queries: CapturingDatabase;
	beforeAll(async () => {
		const opened = await createTestService(kind);
		queries = captureQueries(opened.database.pool, kind);
		service = { ...opened, prisma: queries.database.prisma };
		world = await createWorld(service);
	});
	afterAll(() => service.drop());
	beforeEach(() => handOver(service, []));

	const record = (reason: string) =>
		transact(service.prisma, (tx) =>
			recordEvent(service, tx, world.designer, {
				action: "edit",
				object_type: "target",
				object_id: world.target.id,
				reason,
			}),
		);
	const noting = (into: (string | null)[], take?: (events: readonly AuditEvent[]) => void): Sink => ({
		name: "test",
		take: async (_service, tx, events) => {
			take?.(events);
			into.push(...events.map(({ reason }) => reason));
			// Rolled back with the transaction that fails.
			for (const { reason } of events) await tx.serviceFact.create({ data: { name: `told ${reason}`, value: "" } });
		},
	});
	const told = async (prefix: string) => {
		const facts = await service.prisma.serviceFact.findMany({ where: { name: { startsWith: `told ${prefix}` } } });
		return facts.map(({ name }) => name.slice(5)).sort();
	};

	test("hands each event over once and in order, to every sink", async () => {
		for (const reason of ["a1", "a2", "a3"]) await record(reason);
		const [first, second]: string[][] = [[], []];
		const other: Sink = {
			name: "other",
			take: async (_service, _tx, events) => void second?.push(...events.map(({ reason }) => reason ?? "")),
		};
		expect(await handOver(service, [noting(first ?? []), other])).toBe(3);
		expect([first, second]).toEqual([
			["a1", "a2", "a3"],
			["a1", "a2", "a3"],
		]);
		expect(await handOver(service, [noting(first ?? [])])).toBe(0);
	});

	test("an empty outbox is one read, without a transaction", async () => {
		queries.taken();
		expect(await handOver(service, [])).toBe(0);
		expect(queries.taken().map(({ text }) => text)).toEqual([expect.stringMatching(/^SELECT [^;]*outbox/)]);
		await record("d1");
		queries.taken();
		expect(await handOver(service, [])).toBe(1);
		expect(queries.taken().map(({ text }) => text)).toContain("BEGIN");
	});

	test("tells of no change that was rolled back", async () => {
		const failed = transact(service.prisma, async (tx) => {
			await recordEvent(service, tx, world.designer, {
				action: "edit",
				object_type: "target",
				object_id: world.target.id,
			});
			throw new Error("refused after the event");
		});
		await expect(failed).rejects.toThrow("refused");
		expect(await handOver(service, [])).toBe(0);
	});

	test("an event that a sink fails on waits longer each time, and holds nobody up", async () => {
		for (const reason of ["b1", "b2", "b3"]) await record(reason);
		let broken = true;
		const sink = noting([], (events) => {
			if (broken && events.some(({ reason }) => reason === "b2")) throw new Error("b2 cannot be told");
		});
		expect(await handOver(service, [sink])).toBe(2);
		expect(await told("b")).toEqual(["b1", "b3"]);
		expect(await handOver(service, [sink])).toBe(0);
		service.advance(5_000);
		expect(await handOver(service, [sink])).toBe(0);
		service.advance(5_000);
		broken = false;
		expect(await handOver(service, [sink])).toBe(0);
		service.advance(5_000);
		expect(await handOver(service, [sink])).toBe(1);
		expect(await told("b")).toEqual(["b1", "b2", "b3"]);
	});

	test.runIf(kind === "postgres")("one process at a time hands over, so that nothing is told twice", async () => {
		for (let number = 0; number < 250; number += 1) await record(`c${number}`);
		const given: (string | null)[] = [];
		const handed = await Promise.all(Array.from({ length: 4 }, () => handOver(service, [noting(given)])));
		await handOver(service, [noting(given)]);
		expect(new Set(given).size).toBe(250);
		expect(handed.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(250);
		expect(await told("c")).toHaveLength(250);
	});
});
