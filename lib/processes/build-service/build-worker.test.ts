import { randomUUID } from "node:crypto";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { createDesign } from "@/lib/domain/designs/create-design";
import { deleteDesign } from "@/lib/domain/designs/delete-design";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { importInventory } from "@/lib/domain/inventory/import-inventory";
import { loadTargetingFile } from "@/lib/formats/open";
import type { FileStore } from "@/lib/platform/files/file-store";
import { openFileStore } from "@/lib/platform/files/open-file-store";
import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { startObjectStore } from "@/lib/tools/testing/object-store";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { runNextBuild } from "./build-worker";
import { runBuild } from "./run-build";

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

	test("a design that is deleted before its build begins is no failure of the worker", async () => {
		const created = await createProximityDesign(service, world.designer, "Gone");
		await request(created.id);
		const lease = await claimBuild(service, "test");
		await deleteDesign(service, world.designer, created.id);
		const [errors, warnings] = [vi.spyOn(log, "error"), vi.spyOn(log, "warn").mockImplementation(() => undefined)];
		if (lease === null) throw new Error("there must be a build to claim");
		await runBuild(service, lease, new AbortController().signal);
		expect(errors.mock.calls).toEqual([]);
		expect(warnings.mock.calls).toEqual([[{ build: lease.id }, expect.stringContaining("its design was deleted")]]);
		for (const spy of [errors, warnings]) spy.mockRestore();
	});

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
		const { status, most_recent_build_id: mostRecentBuildId } = await design(created.id);
		expect(status).toBe("built");
		const build = await service.prisma.build.findUniqueOrThrow({
			where: { id: mostRecentBuildId ?? "" },
			include: { sets: { orderBy: { position: "asc" } } },
		});
		expect(build.sets.map(({ item_count: itemCount }) => itemCount)).toEqual([2, 1]);
		const path = await service.files.localPath(build.file_key ?? "");
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
		const build = await service.prisma.build.findFirstOrThrow({ where: { design_id: id } });
		expect(build.status).toBe("done");
		expect(build.sources.toSorted()).toEqual(["newest-data", "oldest-data"]);
		expect(build.audience_index_version?.toISOString()).toBe(processed[0]);
	});

	test.each([
		["without sets", [], "The design has no sets"],
		["with an empty set", [{ set_name: "Nothing here" }], "The set 'Nothing here' has no geofences"],
	])("rejects a design %s, with a reason for its designer", async (_name, sets, reason) => {
		const { id } = await createDesign(service, world.designer, { name: "Empty", type: "proximity", sets });
		await request(id);
		expect(await runNextBuild(service, "test")).toBe(true);
		expect(await design(id)).toMatchObject({ status: "rejected", status_reason: expect.stringContaining(reason) });
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
		expect((await design(id)).status_reason).toContain("'nowhere'");
	});

	describe("what is not the build's own fault", () => {
		const newest = (designId: string) => service.prisma.build.findFirstOrThrow({ where: { design_id: designId } });
		/** Makes attempts until the pauses between them are over. */
		async function tryFor(attempts: number, as: Service) {
			for (let attempt = 0; attempt < attempts; attempt += 1) {
				service.advance(61_000);
				expect(await runNextBuild(as, "worker")).toBe(true);
			}
		}
		async function isBuiltAfterAll(designId: string) {
			service.advance(61_000);
			expect(await runNextBuild(service, "worker")).toBe(true);
			expect((await design(designId)).status).toBe("built");
			expect(await newest(designId)).toMatchObject({ status: "done", attempts: 1, status_reason: null });
		}
		const failing = (fields: object) => Object.assign(new Error(), fields);
		const withFiles = (files: Partial<FileStore>): Service => ({
			...service,
			files: new Proxy(service.files, {
				get: (store, name: keyof FileStore) => files[name] ?? store[name].bind(store),
			}),
		});

		test.each<[string, Partial<FileStore>, string]>([
			[
				"nowhere to begin a file",
				{ workDirectory: () => Promise.reject(failing({ code: "ENOSPC", syscall: "mkdir" })) },
				"The file store is full.",
			],
			[
				"a store that takes nothing",
				{ put: () => Promise.reject(failing({ code: "EROFS", syscall: "open" })) },
				"The service cannot store files.",
			],
		])("%s: the build waits for as long as it takes", async (_name, files, statusReason) => {
			const { id } = await createProximityDesign(service, world.designer);
			await request(id);
			await tryFor(5, withFiles(files));
			expect(await newest(id)).toMatchObject({
				status: "requested",
				attempts: 0,
				lease_holder: null,
				status_reason: statusReason,
			});
			expect((await design(id)).status).toBe("building");
			await isBuiltAfterAll(id);
		});

		test("a disk that is full where the thread writes", async () => {
			const { id } = await createProximityDesign(service, world.designer);
			await request(id);
			const { id: buildId } = await newest(id);
			const work = await service.files.workDirectory();
			for (let token = 1; token <= 4; token += 1) {
				await symlink("/dev/full", join(work, `build-${buildId}-${token}.tgt.partial`));
			}
			await tryFor(4, service);
			const statusReason = "The file store is full.";
			expect(await newest(id)).toMatchObject({ status: "requested", attempts: 0, status_reason: statusReason });
			await isBuiltAfterAll(id);
		});

		test("an object store that is away", async () => {
			const objects = await startObjectStore();
			for (const [name, value] of Object.entries(objects.environment)) vi.stubEnv(name, value);
			const work = await service.files.workDirectory();
			const elsewhere: Service = { ...service, files: openFileStore(objects.url("files"), work) };
			await elsewhere.files.identity();
			await objects.stop();
			const { id } = await createProximityDesign(service, world.designer);
			await request(id);
			await tryFor(4, elsewhere);
			const statusReason = "The file store cannot be used now.";
			expect(await newest(id)).toMatchObject({ status: "requested", attempts: 0, status_reason: statusReason });
			await isBuiltAfterAll(id);
		});

		/**
		 * A service whose database fails the given number of times: before the work, or after its
		 * commit.
		 */
		function away(times: number, { afterCommit = false } = {}): Service {
			let left = times;
			const gone = () => Promise.reject(failing({ code: "P1001", message: "Can't reach database server" }));
			const prisma = new Proxy(service.prisma, {
				get(target, name) {
					if (name !== "$transaction" || left === 0) return Reflect.get(target, name);
					return async (work: Parameters<typeof target.$transaction>[0]) => {
						left -= 1;
						if (afterCommit) await target.$transaction(work as never);
						return gone();
					};
				},
			});
			return { ...service, prisma };
		}

		test("a database that is away when the build is to be completed", async () => {
			const { id } = await createProximityDesign(service, world.designer);
			await request(id);
			const claim = await claimBuild(service, "worker");
			if (claim === null) throw new Error("A build was requested.");
			await runBuild(away(2), claim, new AbortController().signal);
			expect(await newest(id)).toMatchObject({ status: "done", attempts: 1 });
		});

		test("a commit whose answer is lost keeps its file", async () => {
			const { id } = await createProximityDesign(service, world.designer);
			await request(id);
			const claim = await claimBuild(service, "worker");
			if (claim === null) throw new Error("A build was requested.");
			await runBuild(away(1, { afterCommit: true }), claim, new AbortController().signal);
			const { status, file_key: fileKey, size } = await newest(id);
			expect(status).toBe("done");
			expect(await service.files.stat(fileKey ?? "")).toEqual({ size: Number(size) });
		});

		test("a database that is away while geofences are read", async () => {
			const { id } = await createProximityDesign(service, world.designer);
			await request(id);
			const prisma = new Proxy(service.prisma, {
				get(target, name) {
					if (name !== "geofenceChunk") return Reflect.get(target, name);
					return new Proxy(target.geofenceChunk, {
						get: () => () => Promise.reject(failing({ code: "P1001", message: "Can't reach database server" })),
					});
				},
			});
			await tryFor(4, { ...service, prisma });
			const statusReason = "The database could not be used.";
			expect(await newest(id)).toMatchObject({ status: "requested", attempts: 0, status_reason: statusReason });
			await isBuiltAfterAll(id);
		});
	});

	describe("whose statements take too long", () => {
		const tooSlow = () =>
			Promise.reject(Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" }));
		const newest = (designId: string) => service.prisma.build.findFirstOrThrow({ where: { design_id: designId } });

		test("when its geofences are read has failed after three attempts", async () => {
			const { id } = await createProximityDesign(service, world.designer);
			await request(id);
			const geofenceChunk = new Proxy(service.prisma.geofenceChunk, { get: () => tooSlow });
			const prisma = new Proxy(service.prisma, {
				get: (target, name) => (name === "geofenceChunk" ? geofenceChunk : Reflect.get(target, name)),
			});
			for (let attempt = 1; attempt <= 3; attempt += 1) {
				expect(await runNextBuild({ ...service, prisma }, "worker")).toBe(true);
				service.advance(60_000);
			}
			expect(await newest(id)).toMatchObject({ status: "failed", attempts: 3 });
			expect((await design(id)).status).toBe("failed");
		});

		test("when it is completed has failed once, and its file is gone", async () => {
			const { id } = await createProximityDesign(service, world.designer);
			await request(id);
			const claim = await claimBuild(service, "worker");
			if (claim === null) throw new Error("A build was requested.");
			const once = [tooSlow];
			const prisma = new Proxy(service.prisma, {
				get: (target, name) => (name === "$transaction" ? once.pop() : undefined) ?? Reflect.get(target, name),
			});
			await runBuild({ ...service, prisma }, claim, new AbortController().signal);
			expect(await newest(id)).toMatchObject({ status: "requested", attempts: 1 });
			expect(await service.files.stat(`builds/${claim.id}-${claim.fencing_token}.tgt`)).toBeUndefined();
			service.advance(60_000);
			expect(await runNextBuild(service, "worker")).toBe(true);
			expect(await newest(id)).toMatchObject({ status: "done", attempts: 2 });
		});
	});

	test("breaks off a build that another worker has taken over, which is no failure", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		await request(id);
		const claim = await claimBuild(service, "slow");
		if (claim === null) throw new Error("A build was requested.");
		service.advance(service.settings.BUILD_LEASE_SECONDS * 1_000 + 1_000);
		const next = await claimBuild(service, "next");
		const [failed, warned] = [vi.spyOn(log, "error"), vi.spyOn(log, "warn").mockImplementation(() => undefined)];
		// Delays the geofences until the lease has failed to renew.
		const { build, geofenceChunk } = service.prisma;
		let refuse: () => void = () => undefined;
		const refused = new Promise<void>((resolve) => {
			refuse = resolve;
		});
		const models: Partial<Record<string | symbol, object>> = {
			build: {
				updateMany: async (change: Parameters<typeof build.updateMany>[0]) => {
					const renewed = await build.updateMany(change);
					if (renewed.count === 0) refuse();
					return renewed;
				},
			},
			geofenceChunk: {
				findUnique: async (query: Parameters<typeof geofenceChunk.findUnique>[0]) => {
					await refused;
					return geofenceChunk.findUnique(query);
				},
			},
		};
		const prisma = new Proxy(service.prisma, { get: (target, name) => models[name] ?? Reflect.get(target, name) });
		const settings = { ...service.settings, BUILD_LEASE_SECONDS: 2 };
		await runBuild({ ...service, prisma, settings }, claim, new AbortController().signal);
		// What earlier tests have repeated is summed up a minute later, which may be now.
		expect(failed.mock.calls.filter(([fields]) => !("repeated" in Object(fields)))).toEqual([]);
		expect(warned.mock.calls).toEqual([[{ build: claim.id }, expect.stringContaining("taken over")]]);
		vi.restoreAllMocks();
		if (next !== null) await runBuild(service, next, new AbortController().signal);
		expect((await design(id)).status).toBe("built");
	});

	test("gives a build back when it is told to stop, and nothing of it is left", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		await request(id);
		const stopped = new AbortController();
		stopped.abort();
		await runNextBuild(service, "stopping", stopped.signal);
		const [build] = await service.prisma.build.findMany({ where: { design_id: id } });
		expect(build).toMatchObject({ status: "requested", attempts: 0, lease_holder: null });
		await runNextBuild(service, "next");
		expect((await design(id)).status).toBe("built");
	});
});
