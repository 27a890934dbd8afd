import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { rejectBuild } from "@/lib/domain/builds/settle-build";
import { createDesign } from "@/lib/domain/designs/create-design";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { createInventorySource } from "./create-inventory-source";
import { getInventorySource } from "./get-inventory-source";
import { importInventory } from "./import-inventory";
import { listSegments } from "./list-segments";
import { sweepReplacedImports } from "./sweep-replaced-imports";

const DEVICE = "11111111-2222-4333-8444-555555555555";
const HOUR = 3_600_000;

describe.each(testDatabaseKinds())("files of replaced imports on the %s database", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const upload = async (slug: string, segment: string) => {
		const body = (async function* () {
			yield Buffer.from(`device_id,segment,seen_at\n${DEVICE},${segment},2026-01-01T00:00:00Z\n`);
		})();
		const { id } = await importInventory(service, world.operator, slug, { contentType: "text/csv", body });
		return service.prisma.inventoryPart
			.findFirstOrThrow({ where: { imports: { some: { import_id: id } } } })
			.then(({ file_key: fileKey }) => ({ id, fileKey }));
	};
	const isKept = async ({ fileKey }: { fileKey: string }) => (await service.files.stat(fileKey)) !== undefined;
	const segmentOf = async (slug: string) => {
		const { rows } = await listSegments(service, world.designer, slug, { limit: 20, offset: 0 });
		return rows.map(({ segment }) => segment);
	};

	test("are removed once no earlier build can read them; the current file stays", async () => {
		await createInventorySource(service, world.operator, { slug: "acme", name: "Acme" });
		const first = await upload("acme", "gym");
		expect(await segmentOf("acme")).toEqual(["gym"]);
		const audience = { sources: ["acme"], where: { segment: "gym" } };
		const design = await createDesign(service, world.designer, {
			name: "x",
			type: "audience",
			sets: [{ set_name: "A", audience }],
		});
		await requestBuild(service, world.designer, design.id, { reason: "a test" });
		const claim = await claimBuild(service, "test");
		if (claim === null) throw new Error("No build was waiting.");
		const second = await upload("acme", "runners");
		expect(await segmentOf("acme")).toEqual(["runners"]);
		expect(await sweepReplacedImports(service)).toBe(0);
		service.advance(HOUR);
		expect([await sweepReplacedImports(service), await isKept(first)]).toEqual([0, true]);
		await rejectBuild(service, claim, "for a test");
		expect([await sweepReplacedImports(service), await isKept(first), await isKept(second)]).toEqual([1, false, true]);
		expect(await sweepReplacedImports(service)).toBe(0);

		const { imports } = await getInventorySource(service, world.operator, "acme");
		expect(imports.map((version) => [version.id, version.current, version.row_count])).toEqual([
			[second.id, true, 1],
			[first.id, false, 1],
		]);
	});

	test("one of several concurrent imports becomes current, and its data are read", async () => {
		await createInventorySource(service, world.operator, { slug: "busy", name: "Busy" });
		await Promise.all(["a", "b", "c", "d"].map((segment) => upload("busy", segment)));
		const source = await service.prisma.inventorySource.findUniqueOrThrow({
			where: { slug: "busy" },
			include: { imports: { orderBy: { processed_at: "desc" } } },
		});
		expect([source.revision, source.imports.length, source.current_import_id]).toEqual([5, 4, source.imports[0]?.id]);
		service.advance(HOUR);
		expect(await sweepReplacedImports(service)).toBe(3);
		expect(await segmentOf("busy")).toHaveLength(1);
	});

	test("are removed also when the clock was set back after the import", async () => {
		await createInventorySource(service, world.operator, { slug: "ahead", name: "Ahead" });
		const first = await upload("ahead", "gym");
		service.advance(-2 * HOUR);
		const second = await upload("ahead", "runners");
		expect([await sweepReplacedImports(service), await isKept(first)]).toEqual([0, true]);
		service.advance(HOUR);
		expect([await sweepReplacedImports(service), await isKept(first), await isKept(second)]).toEqual([1, false, true]);
	});
});
