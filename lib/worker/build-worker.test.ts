import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestBuild } from "@/lib/builds/request-build";
import { createDesign } from "@/lib/designs/create-design";
import { loadTargetingFile } from "@/lib/formats/open";
import { createInventorySource } from "@/lib/inventory/create-inventory-source";
import { importInventory } from "@/lib/inventory/import-inventory";
import { testDatabaseKinds } from "@/lib/testing/database";
import { createTestService, type TestService } from "@/lib/testing/service";
import { circle, createProximityDesign, createWorld, type World } from "@/lib/testing/world";
import { runNextBuild } from "./build-worker";

describe.each(testDatabaseKinds())("the build worker on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const request = (designId: string) => requestBuild(service, world.designer, designId, { reason: "a test" });
	const design = (id: string) => service.prisma.design.findUniqueOrThrow({ where: { id } });

	test("makes a proximity filter that answers", async () => {
		const created = await createDesign(service, world.designer, {
			name: "Two sets",
			type: "proximity",
			sets: [
				{
					set_name: "A",
					geofences: { type: "FeatureCollection", features: [circle(13.4, 52.5), circle(9.99, 53.55)] },
				},
				{ set_name: "B", geofences: { type: "FeatureCollection", features: [circle(13.4, 52.5, 5_000)] } },
			],
		});
		await request(created.id);
		expect(await runNextBuild(service, "test")).toBe(true);
		const { status, mostRecentBuildId } = await design(created.id);
		expect(status).toBe("built");
		const build = await service.prisma.build.findUniqueOrThrow({
			where: { id: mostRecentBuildId ?? "" },
			include: { sets: { orderBy: { position: "asc" } } },
		});
		expect(build.sets.map(({ itemCount }) => itemCount)).toEqual([2, 1]);
		const path = await service.files.localPath(build.fileKey ?? "");
		const file = await loadTargetingFile(path, { expectedSha256: build.digest ?? "" });
		if (file.kind !== "proximity") throw new Error("A proximity design gives a proximity filter.");
		expect(file.bytes).toBe(Number(build.size));
		expect(file.match(52.5, 13.4)).toEqual([0, 1]);
		expect(file.match(52.52, 13.4)).toEqual([1]);
		expect(file.match(53.55, 9.99)).toEqual([0]);
		expect(file.match(0, 0)).toEqual([]);
	});

	test("an audience set names its sources and the age of the oldest of their data", async () => {
		const processed: string[] = [];
		for (const slug of ["oldest-data", "newest-data"]) {
			await createInventorySource(service, world.operator, { slug, name: slug });
			const rows = `device_id,segment,seen_at\n${randomUUID()},gym,2026-01-01T00:00:00Z\n`;
			const body = Readable.from([Buffer.from(rows)]);
			processed.push(
				(await importInventory(service, world.operator, slug, { contentType: "text/csv", body })).processed_at,
			);
			service.advance(86_400_000);
		}
		const { id } = await createDesign(service, world.designer, {
			name: "Two sources",
			type: "audience",
			sets: ["newest-data", "oldest-data"].map((slug) => ({
				set_name: slug,
				audience: { sources: [slug], where: { segment: "gym" } },
			})),
		});
		await request(id);
		expect(await runNextBuild(service, "test")).toBe(true);
		const build = await service.prisma.build.findFirstOrThrow({ where: { designId: id } });
		expect(build.status).toBe("done");
		expect(build.sources.toSorted()).toEqual(["newest-data", "oldest-data"]);
		expect(build.audienceIndexVersion?.toISOString()).toBe(processed[0]);
	});

	test.each([
		["without sets", [], "The design has no sets"],
		["with an empty set", [{ set_name: "Nothing here" }], "The set 'Nothing here' has no geofences"],
	])("rejects a design %s, with a reason for its designer", async (_name, sets, reason) => {
		const { id } = await createDesign(service, world.designer, { name: "Empty", type: "proximity", sets });
		await request(id);
		expect(await runNextBuild(service, "test")).toBe(true);
		expect(await design(id)).toMatchObject({ status: "rejected", statusReason: expect.stringContaining(reason) });
	});

	test("rejects an audience over a source that there is not", async () => {
		const audience = { sources: ["nowhere"], where: { segment: "x" } };
		const { id } = await createDesign(service, world.designer, {
			name: "Unknown source",
			type: "audience",
			sets: [{ set_name: "A", audience }],
		});
		await request(id);
		await runNextBuild(service, "test");
		expect((await design(id)).statusReason).toContain("'nowhere'");
	});

	test("lets go of a build for which there is nowhere to write", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		await request(id);
		const full = Object.assign(new Error("ENOSPC: no space left on device, mkdir"), { code: "ENOSPC" });
		const files = Object.assign(Object.create(service.files), { workDirectory: () => Promise.reject(full) });
		const leases = { BUILD_LEASE_SECONDS: 2 };
		const without = { ...service, files, settings: { ...service.settings, ...leases } };
		expect(await runNextBuild(without, "no disk")).toBe(true);
		const left = await service.prisma.build.findFirstOrThrow({ where: { designId: id } });
		expect(left).toMatchObject({
			status: "requested",
			leaseHolder: null,
			statusReason: expect.stringContaining("no space left on device"),
		});
		service.advance(60_000);
		await runNextBuild(service, "next");
		expect((await design(id)).status).toBe("built");
	});

	test("gives a build back when it is told to stop, and nothing of it is left", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		await request(id);
		const stopped = new AbortController();
		stopped.abort();
		await runNextBuild(service, "stopping", stopped.signal);
		const [build] = await service.prisma.build.findMany({ where: { designId: id } });
		expect(build).toMatchObject({ status: "requested", attempts: 0, leaseHolder: null });
		await runNextBuild(service, "next");
		expect((await design(id)).status).toBe("built");
	});
});
