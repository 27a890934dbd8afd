import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { failBuild, postponeBuild } from "@/lib/domain/builds/settle-build";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { importInventory } from "@/lib/domain/inventory/import-inventory";
import { openFileStore } from "@/lib/platform/files/open-file-store";
import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { runNextBuild } from "@/lib/processes/build-service/build-worker";
import { confirmServiceIdentity, FILE_STORE_FACT } from "@/lib/processes/startup/service-identity";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { type ObjectStore, startObjectStore } from "@/lib/tools/testing/object-store";
import { createTestService, TEST_EPOCH, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { sweepUnrecordedFiles } from "./sweep-unrecorded-files";

const DAY_MS = 24 * 3600 * 1000;
const STORES = ["directory", "object store"] as const;

/** Makes the files below a directory that bear a name a day older. */
async function makeOlder(directory: string, name: string): Promise<void> {
	const yesterday = new Date(Date.now() - DAY_MS);
	const found = (await readdir(directory, { recursive: true })).filter((path) => basename(path).startsWith(name));
	for (const path of found) await utimes(join(directory, path), yesterday, yesterday);
}

describe.each(testDatabaseKinds().flatMap((kind) => STORES.map((store) => [kind, store] as const)))(
	"files without a record, on %s and with a %s",
	(kind, where) => {
		let own: TestService;
		let service: Service;
		let world: World;
		let objects: ObjectStore;
		let kept: string;
		beforeAll(async () => {
			own = await createTestService(kind);
			kept = await mkdtemp(join(tmpdir(), "objects-"));
			objects = await startObjectStore(kept);
			for (const [name, value] of Object.entries(objects.environment)) vi.stubEnv(name, value);
			const elsewhere = () => openFileStore(objects.url("files"), join(work, "copies"));
			const work = await own.files.workDirectory();
			service = where === "directory" ? own : { ...own, files: elsewhere() };
			world = await createWorld(service);
			// The stores use the machine's clock: the first file is from before the service's beginning, a
			// minute ago.
			own.advance(Date.now() - TEST_EPOCH - 60_000);
			await put(earlier);
			const stored = where === "directory" ? await own.files.localPath(earlier) : kept;
			await makeOlder(dirname(stored), basename(earlier));
			await confirmServiceIdentity(service);
			// The database's clock wrote it, and an object store keeps whole seconds.
			const aMinuteAgo = new Date(Date.now() - 60_000);
			await own.prisma.serviceFact.updateMany({ where: { name: FILE_STORE_FACT }, data: { created_at: aMinuteAgo } });
		});
		afterAll(async () => {
			await objects.stop();
			await rm(kept, { recursive: true, force: true });
			await own.drop();
		});

		/** Of an earlier user of the store. */
		const earlier = `external/${randomUUID()}.tgt`;

		async function put(key: string): Promise<string> {
			const path = join(await service.files.workDirectory(), randomUUID());
			await writeFile(path, "x");
			await service.files.put(key, path);
			return key;
		}
		const isThere = async (key: string) => (await service.files.stat(key)) !== undefined;

		test("are removed after a month; recorded, pending and foreign files stay", async () => {
			const built = await createProximityDesign(service, world.designer);
			await requestBuild(service, world.designer, built.id, { reason: "a test" });
			await runNextBuild(service, "worker");
			const done = await service.prisma.build.findFirstOrThrow({ where: { design_id: built.id } });

			const { id: waiting } = await createProximityDesign(service, world.designer);
			await requestBuild(service, world.designer, waiting, { reason: "a test" });
			const claim = await claimBuild(service, "worker");
			if (claim === null) throw new Error("no build to claim");

			await createInventorySource(service, world.operator, { slug: "visits", name: "Visits" });
			const rows = `device_id,segment,seen_at\n${randomUUID()},gym,2026-01-01T00:00:00Z\n`;
			const body = Readable.from([Buffer.from(rows)]);
			await importInventory(service, world.operator, "visits", { contentType: "text/csv", body });
			const imported = await service.prisma.inventoryPart.findFirstOrThrow();

			const kept = [
				earlier,
				done.file_key ?? "",
				imported.file_key,
				await put(`builds/${claim.id}-${claim.fencing_token}.tgt`),
				await put("builds/somebody-elses.txt"),
				await put("backups/file"),
			];
			const left = [
				await put(`builds/${done.id}-7.tgt`),
				await put(`builds/${randomUUID()}-1.tgt`),
				await put(`external/${randomUUID()}.tgt`),
				await put(`inventory/${imported.source_id}/${randomUUID()}.parquet`),
				await put(`inventory/${randomUUID()}/${randomUUID()}.parquet`),
			];
			expect(await sweepUnrecordedFiles(service)).toBe(0);
			own.advance(29 * DAY_MS);
			expect(await sweepUnrecordedFiles(service)).toBe(0);
			own.advance(2 * DAY_MS);
			expect(await sweepUnrecordedFiles(service, AbortSignal.abort())).toBe(0);
			expect(await sweepUnrecordedFiles(service)).toBe(left.length);
			expect(await Promise.all(left.map(isThere))).toEqual(left.map(() => false));
			expect(await Promise.all(kept.map(isThere))).toEqual(kept.map(() => true));

			// The same build, postponed and then abandoned: only now its file has no record.
			await postponeBuild(service, claim, "There is no room left.");
			expect(await sweepUnrecordedFiles(service)).toBe(0);
			for (let attempt = 0; attempt < 3; attempt += 1) {
				own.advance(60_000);
				const again = await claimBuild(service, "worker");
				if (again === null) throw new Error("the build was postponed");
				await failBuild(service, again, "a test");
			}
			expect(await sweepUnrecordedFiles(service)).toBe(1);
			expect(await isThere(`builds/${claim.id}-${claim.fencing_token}.tgt`)).toBe(false);
		});

		test("stay while a copy of the database uses the store, and for a month after", async () => {
			const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
			const another = await createTestService(kind);
			try {
				await another.prisma.serviceFact.createMany({ data: await service.prisma.serviceFact.findMany() });
				const copy: Service = { ...another, files: service.files, now: service.now };
				await sweepUnrecordedFiles(copy);
				const key = await put(`external/${randomUUID()}.tgt`);
				for (let day = 0; day < 40; day += 10) {
					expect(await sweepUnrecordedFiles(service)).toBe(0);
					expect(await sweepUnrecordedFiles(copy)).toBe(0);
					own.advance(10 * DAY_MS);
				}
				expect(warned).toHaveBeenCalledTimes(8);
				// From now on the database is the only user.
				expect(await Promise.all([1, 2, 3].map(() => sweepUnrecordedFiles(service)))).toEqual([0, 0, 0]);
				const told = warned.mock.calls.length;
				own.advance(29 * DAY_MS);
				expect(await sweepUnrecordedFiles(service)).toBe(0);
				own.advance(2 * DAY_MS);
				expect(await sweepUnrecordedFiles(service)).toBe(1);
				expect(await isThere(key)).toBe(false);
				expect(warned).toHaveBeenCalledTimes(told);
			} finally {
				warned.mockRestore();
				await another.drop();
			}
		});
	},
);
