import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withDuckDb } from "@/lib/engine/audience/duckdb";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { createInventorySource } from "./create-inventory-source";
import { editInventorySource } from "./edit-inventory-source";
import { expireInventory } from "./expire-inventory";
import { findSources } from "./find-sources";
import { getInventorySource } from "./get-inventory-source";
import { importInventory } from "./import-inventory";
import { listSegments } from "./list-segments";
import { sweepReplacedImports } from "./sweep-replaced-imports";
import { newPartKey } from "./write-version";

const DAY_MS = 86_400_000;
const device = (number: number) => `${String(number).padStart(8, "0")}-2222-4333-8444-555555555555`;

describe.each(testDatabaseKinds())("data that move on the %s database", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	/** The time of day so many days ago. */
	const daysAgo = (days: number, time = "10:00:00Z") =>
		`${new Date(service.now().getTime() - days * DAY_MS).toISOString().slice(0, 10)}T${time}`;
	const append = (slug: string, rows: readonly (readonly [number, string, string])[]) => {
		const lines = rows.map(([number, segment, seenAt]) => `${device(number)},${segment},${seenAt}\n`);
		const body = (async function* () {
			yield Buffer.from(["device_id,segment,seen_at\n", ...lines].join(""));
		})();
		return importInventory(service, world.operator, slug, { contentType: "text/csv", body, mode: "append" });
	};
	const source = (slug: string) => getInventorySource(service, world.operator, slug);
	const filesOf = async (slug: string) => {
		const { id } = await source(slug);
		const names: string[] = [];
		for await (const page of service.files.list(`inventory/${id}`)) names.push(...page.map(({ key }) => key));
		return names.length;
	};

	test("days expire one by one, of a part with others its rest stays, and files go when nobody needs them", async () => {
		await createInventorySource(service, world.operator, { slug: "days", name: "Days", keep_days: 3 });
		const first = await append("days", [
			[1, "gym", daysAgo(9)],
			[1, "gym", daysAgo(2, "00:00:00Z")],
			[2, "gym", daysAgo(1)],
		]);
		expect(first).toMatchObject({ row_count: 2, added_row_count: 2, expired_row_count: 1 });
		await append("days", [[3, "runners", daysAgo(0)]]);
		expect(await expireInventory(service)).toBe(0);
		const before = await findSources(service, world.designer.organizationId, ["days"]);
		service.advance(DAY_MS);
		expect(await Promise.all([expireInventory(service), expireInventory(service)])).toEqual(
			expect.arrayContaining([1, 0]),
		);
		const { current_import: current, parts, imports } = await source("days");
		expect(current).toMatchObject({ mode: "expire", row_count: 2, device_count: 2, expired_row_count: 1 });
		expect(current?.imported_by).toBeNull();
		expect(imports).toHaveLength(3);
		expect(parts.map(({ row_count }) => row_count)).toEqual([1, 1]);
		// What was read before the removal can still be read.
		for (const key of before[0]?.fileKeys ?? []) expect(await service.files.stat(key)).toBeDefined();
		expect(await filesOf("days")).toBe(3);
		service.advance(3_600_000);
		expect(await sweepReplacedImports(service)).toBe(1);
		expect(await filesOf("days")).toBe(2);

		service.advance(9 * DAY_MS);
		expect(await expireInventory(service)).toBe(1);
		expect((await source("days")).current_import).toMatchObject({ row_count: 0, device_count: 0, segment_count: 0 });
		expect((await listSegments(service, world.designer, "days", { limit: 20, offset: 0 })).rows).toEqual([]);
		expect(await findSources(service, world.designer.organizationId, ["days"])).toEqual([]);
		await expect(append("days", [[1, "gym", daysAgo(30)]])).rejects.toThrow("older than the source keeps");
		expect(await append("days", [[1, "gym", daysAgo(0)]])).toMatchObject({ row_count: 1, unchanged: false });
		const events = await service.prisma.auditEvent.findMany({ where: { action: "expire_inventory" } });
		expect(events.map(({ actor_label: actorLabel, credential }) => [actorLabel, credential])).toEqual([
			["removal of expired data", "system"],
			["removal of expired data", "system"],
		]);
	});

	test("appends at the same time all count, each visit once", async () => {
		await createInventorySource(service, world.operator, { slug: "busy", name: "Busy" });
		const shared = [9, "gym", daysAgo(1)] as const;
		const results = await Promise.all([1, 2, 3].map((number) => append("busy", [shared, [number, "gym", daysAgo(0)]])));
		expect(results.map(({ added_row_count }) => added_row_count).sort()).toEqual([1, 1, 2]);
		const { current_import: current, parts } = await source("busy");
		expect(current).toMatchObject({ row_count: 4, device_count: 4 });
		expect(parts).toHaveLength(3);
		service.advance(3_600_000);
		await sweepReplacedImports(service);
		expect(await filesOf("busy")).toBe(3);
	});

	test("of 400 parts the smaller half becomes one, and every visit stays once", async () => {
		await createInventorySource(service, world.operator, { slug: "parts", name: "Parts" });
		const { id: importId } = await append("parts", [[0, "gym", daysAgo(399)]]);
		const { id: sourceId } = await source("parts");
		await addParts(sourceId, importId, 399);
		expect((await source("parts")).parts).toHaveLength(400);
		const added = await append("parts", [
			[7, "gym", daysAgo(7)],
			[400, "gym", daysAgo(7)],
		]);
		expect(added).toMatchObject({ added_row_count: 1, row_count: 401, device_count: 401 });
		const { parts } = await source("parts");
		expect([parts.length, Math.max(...parts.map(({ row_count }) => row_count))]).toEqual([201, 201]);
		service.advance(3_600_000);
		await sweepReplacedImports(service);
		expect(await filesOf("parts")).toBe(201);
		expect(await append("parts", [[150, "gym", daysAgo(150)]])).toMatchObject({ unchanged: true, row_count: 401 });
	});

	/** As appends of a visit each would have made them: of device n, n days ago. */
	async function addParts(sourceId: string, importId: string, count: number): Promise<void> {
		const directory = join(await service.files.workDirectory(), "parts");
		await withDuckDb({ tempDirectory: await service.files.workDirectory(), memoryLimitMb: 256 }, (db) =>
			db.run(`COPY (SELECT format('{:08d}-2222-4333-8444-555555555555', n)::UUID AS device_id, 'gym' AS segment,
				TIMESTAMP '${daysAgo(0).slice(0, 19)}' - to_days(n::INTEGER) AS seen_at, n FROM range(1, ${count + 1}) AS r (n))
				TO '${directory}' (FORMAT parquet, PARTITION_BY (n))`),
		);
		const numbers = Array.from({ length: count }, (_, index) => index + 1);
		const rows = numbers.map(async (number) => {
			const fileKey = newPartKey(sourceId);
			const { size } = await service.files.put(fileKey, join(directory, `n=${number}`, "data_0.parquet"));
			const seenAt = new Date(daysAgo(number));
			return {
				source_id: sourceId,
				file_key: fileKey,
				size,
				row_count: 1,
				first_seen_at: seenAt,
				last_seen_at: seenAt,
				added_at: service.now(),
			};
		});
		const parts = await service.prisma.inventoryPart.createManyAndReturn({ data: await Promise.all(rows) });
		await service.prisma.inventoryImportPart.createMany({
			data: parts.map(({ id: partId }) => ({ import_id: importId, part_id: partId })),
		});
	}

	test("a setting that is given later removes what was there before it", async () => {
		await createInventorySource(service, world.operator, { slug: "later", name: "Later" });
		await append("later", [
			[1, "gym", daysAgo(40)],
			[2, "gym", daysAgo(0)],
		]);
		expect(await expireInventory(service)).toBe(0);
		await editInventorySource(service, world.operator, "later", { keep_days: 30 });
		expect(await expireInventory(service)).toBe(1);
		expect((await source("later")).current_import).toMatchObject({ row_count: 1, expired_row_count: 1 });
		expect(await expireInventory(service)).toBe(0);
	});
});
