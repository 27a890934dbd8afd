import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { Prisma } from "@/lib/generated/prisma/client";
import { log } from "@/lib/platform/log";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { type CountedRows, countedTotal, rememberedTotal, sweepListChanges } from "./counted-totals";

/** Counted as a whole every time. */
const COUNT: CountedRows = { whole: Prisma.sql`(SELECT count(*) FROM designs)`, sliced: null, sources: ["designs"] };
const PAGE = Prisma.sql`SELECT d.id FROM designs d ORDER BY d.id LIMIT 3`;

describe.each(testDatabaseKinds())("remembered totals on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const remembered = () => rememberedTotal(service.prisma, COUNT, () => ({ statement: PAGE, planned: "anew" }));

	test("hold until something that they count changes", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		const total = await countedTotal(service.prisma, COUNT);
		expect(await remembered()).toMatchObject({ total });
		// A change of what no list of designs counts.
		await service.prisma.target.update({ where: { id: world.target.id }, data: { slug: "renamed" } });
		expect(await remembered()).toMatchObject({ total });
		await service.prisma.design.update({ where: { id }, data: { visibilityTags: ["retail"] } });
		expect(await remembered()).toBeNull();
		await countedTotal(service.prisma, COUNT);
		expect(await remembered()).toMatchObject({ total });
	});

	test("changes of what they do not count are looked through once, and not by every later reading", async () => {
		// Statements are known by names on a connection, so that all of them come from one client.
		const base = await createTestService(kind);
		const { database, taken } = captureQueries(base.database.pool, kind);
		const { target } = await createWorld({ ...base, prisma: database.prisma });
		const read = async () => {
			taken();
			await rememberedTotal(database.prisma, COUNT, () => ({ statement: PAGE, planned: "anew" }));
			return taken()[0]?.values.find((value) => /^\d+:\d+:/.test(String(value)));
		};
		await countedTotal(database.prisma, COUNT);
		await database.prisma.target.update({ where: { id: target.id }, data: { slug: "renamed" } });
		const [first, second] = [await read(), await read()];
		const seen = await database.prisma.$queryRaw<object[]>`
			SELECT pg_visible_in_snapshot(max(transaction)::text::xid8, ${first}::pg_snapshot) AS first,
				pg_visible_in_snapshot(max(transaction)::text::xid8, ${second}::pg_snapshot) AS second
			FROM list_changes WHERE source = 'targets'`;
		expect(seen).toEqual([{ first: false, second: true }]);
		await base.drop();
	});

	test("what was noted while nobody counted is added up by the first count", async () => {
		for (const name of ["four", "five", "six"]) await createProximityDesign(service, world.designer, name);
		const noted = () => service.prisma.listTally.count({ where: { counted: "designs" } });
		expect(await noted()).toBeGreaterThan(1);
		// A client of its own, as that of a process that begins.
		const { database } = captureQueries(service.database.pool, kind);
		await countedTotal(database.prisma, COUNT, "always anew");
		expect(await noted()).toBe(1);
	});

	test("nobody's list fails for what keeps the next ones quick", async () => {
		await service.prisma.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN RAISE EXCEPTION 'This database only reads.'; END $$`;
		await service.prisma
			.$executeRaw`CREATE TRIGGER refuse BEFORE DELETE ON list_tallies FOR EACH STATEMENT EXECUTE FUNCTION refuse()`;
		try {
			const told = vi.spyOn(log, "error").mockImplementation(() => undefined);
			for (let count = 1; count <= 100; count += 1) await countedTotal(service.prisma, COUNT);
			expect(told.mock.calls.map((call) => call.at(-1))).toEqual(["a sweep failed"]);
		} finally {
			await service.prisma.$executeRaw`DROP TRIGGER refuse ON list_tallies`;
		}
	});

	test("the page beside them is in its order", async () => {
		for (const name of ["one", "two", "three"]) await createProximityDesign(service, world.designer, name);
		await countedTotal(service.prisma, COUNT);
		const ids = (await service.prisma.$queryRaw<{ id: string }[]>(PAGE)).map(({ id }) => id);
		expect(await remembered()).toMatchObject({ ids });
	});

	test("each kind of change reaches the list at once", async () => {
		const total = async () =>
			(await listDesigns(service, world.outsider, { order: "desc", limit: 0, offset: 0 })).total;
		expect([await total(), await total()]).toEqual([0, 0]);
		const { id } = await createProximityDesign(service, world.designer);
		await service.prisma.designCollaborator.create({
			data: { designId: id, type: "user", userId: world.outsider.userId },
		});
		expect([await total(), await total()]).toEqual([1, 1]);
		await service.prisma.designCollaborator.deleteMany({ where: { designId: id } });
		expect([await total(), await total()]).toEqual([0, 0]);
		await service.prisma.design.update({
			where: { id },
			data: { ownerId: world.outsider.userId, ownerOrgId: world.outsider.organizationId },
		});
		expect([await total(), await total()]).toEqual([1, 1]);
		await completeABuild(service, world.outsider, id);
		await service.prisma.design.delete({ where: { id } });
		expect([await total(), await total()]).toEqual([0, 0]);
	});

	test("what was swept away makes older totals be counted again, and newer ones hold", async () => {
		await createProximityDesign(service, world.designer);
		await countedTotal(service.prisma, COUNT);
		await createProximityDesign(service, world.designer);
		await sweepListChanges(service.prisma);
		await sweepListChanges(service.prisma);
		expect(await remembered()).toBeNull();
		const total = await countedTotal(service.prisma, COUNT);
		expect(await remembered()).toMatchObject({ total });
		// What transactions of other databases on the server keep from being over stays for the next sweep.
		const [over] = await service.prisma.$queryRaw<{ xmin: bigint }[]>`
			SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xmin`;
		await sweepListChanges(service.prisma);
		expect(
			await service.prisma.listChange.count({ where: { transaction: { lt: over?.xmin ?? 0n } } }),
		).toBeLessThanOrEqual(1);
	});

	test("a change is noted by the slice of its design", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		const noted = await service.prisma.$queryRaw<object[]>`
			SELECT DISTINCT fine_slice::int FROM list_changes WHERE source = 'designs'`;
		expect(noted).toContainEqual({ fine_slice: Number.parseInt(id.slice(0, 4), 16) >> 6 });
	});

	test("what changes note is added up also where only slices are counted again", async () => {
		const noted = () => service.prisma.listTally.count({ where: { counted: "designs" } });
		const list = () => listDesigns(service, world.designer, { order: "desc", limit: 0, offset: 0 });
		const { total } = await list();
		let most = 0;
		for (let change = 1; change <= 101; change += 1) {
			await createProximityDesign(service, world.designer);
			expect((await list()).total).toBe(total + change);
			most = Math.max(most, await noted());
		}
		expect(await noted()).toBeLessThan(most);
	});

	if (kind === "postgres") {
		test("a transaction that began before the count and ends after it is not missed", async () => {
			const { id } = await createProximityDesign(service, world.designer);
			let total = 0;
			await service.prisma.$transaction(async (tx) => {
				await tx.design.delete({ where: { id } });
				total = await countedTotal(service.prisma, COUNT);
				// Later transactions with higher numbers end first, and are seen.
				await createProximityDesign(service, world.designer);
				expect(await remembered()).toBeNull();
				total = await countedTotal(service.prisma, COUNT);
				await sweepListChanges(service.prisma);
				expect(await remembered()).toMatchObject({ total });
			});
			expect(await remembered()).toBeNull();
			expect(await countedTotal(service.prisma, COUNT)).toBe(total - 1);
		});
	}
});
