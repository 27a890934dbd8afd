import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { completeBuild } from "@/lib/domain/builds/complete-build";
import { findBuildFile } from "@/lib/domain/builds/find-build-file";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { beginTransition } from "@/lib/domain/deployments/begin-transition";
import { activateRecord } from "@/lib/domain/deployments/transitions/activate-deployment";
import { cancelDeployment } from "@/lib/domain/deployments/transitions/cancel-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { StorageError } from "@/lib/platform/files/storage-problem";
import { log } from "@/lib/platform/log";
import type { Transaction } from "@/lib/platform/service";
import {
	ForbiddenError,
	InvalidStateError,
	NotFoundError,
	UnavailableError,
	VersionMismatchError,
} from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { meanwhile } from "@/lib/tools/testing/meanwhile";
import { outcomesOf } from "@/lib/tools/testing/outcomes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	circle,
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";
import { createDesign } from "./create-design";
import { deleteDesign } from "./delete-design";
import { duplicateDesign } from "./duplicate-design";
import { editDesign } from "./edit-design";
import { getDesignDetail } from "./get-design-detail";
import { findSetGeofences } from "./read-set-geofences";
import { testDesign } from "./test-design";

describe.each(testDatabaseKinds())("deleting and copying designs on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	/**
	 * Waits until a transaction waits for a lock; other databases of the same server do not count.
	 */
	const someoneWaits = () => expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
	const waiting = () => service.prisma.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity
		WHERE datname = current_database() AND wait_event_type = 'Lock'`;

	const collections = () => service.prisma.geofenceCollection.count();
	const bytesOf = async (as: Principal, designId: string, setId: string) => {
		const chunks: Buffer[] = [];
		for await (const chunk of await findSetGeofences(service, as, { designId, setId })) chunks.push(Buffer.from(chunk));
		return Buffer.concat(chunks);
	};

	test("a design is removed with its contents, builds, files and ended requests; its audit events stay", async () => {
		const before = await collections();
		const { design, build_id: buildId, deployment } = await createRequest(service, world);
		const { file_key: fileKey } = await service.prisma.build.findUniqueOrThrow({ where: { id: buildId } });
		const staged = join(await service.files.workDirectory(), "file");
		await writeFile(staged, "a targeting file");
		await service.files.put(fileKey ?? "", staged);
		const path = await service.files.localPath(fileKey ?? "");
		const refused = deleteDesign(service, world.designer, design.id);
		await expect(refused).rejects.toThrow(InvalidStateError);
		await expect(refused).rejects.toThrow(`${deployment.id} (requested on ${deployment.target})`);
		await cancelDeployment(service, world.designer, deployment.id, {});
		await deleteDesign(service, world.designer, design.id);
		await expect(getDesignDetail(service, world.designer, design.id)).rejects.toThrow(NotFoundError);
		expect([
			await service.prisma.build.count({ where: { id: buildId } }),
			existsSync(path),
			await collections(),
		]).toEqual([0, false, before]);
		const last = await service.prisma.auditEvent.findFirst({
			where: { design_id: design.id },
			orderBy: { id: "desc" },
		});
		expect(last).toMatchObject({
			action: "delete",
			status_before: "built",
			status_after: "deleted",
			detail: { name: design.name },
		});
		await expect(deleteDesign(service, world.designer, design.id)).rejects.toThrow(NotFoundError);
	});

	test("only the owner and administrators delete, at the expected revision", async () => {
		const design = await createProximityDesign(service, world.designer);
		for (const as of [world.outsider, world.administrator]) {
			await expect(deleteDesign(service, as, design.id)).rejects.toThrow(NotFoundError);
		}
		await expect(deleteDesign(service, world.colleague, design.id)).rejects.toThrow(ForbiddenError);
		await expect(deleteDesign(service, world.designer, design.id, { revision: 2 })).rejects.toThrow(
			VersionMismatchError,
		);
		await deleteDesign(service, world.customerAdministrator, design.id, { revision: 1 });
	});

	test("a design is removed although its files cannot be; the log has the file and the store's error", async () => {
		const { design } = await createRequest(service, world);
		const { file_key: fileKey } = await service.prisma.build.findFirstOrThrow({ where: { design_id: design.id } });
		await service.prisma.deployment.deleteMany({ where: { design_id: design.id } });
		const told = vi.spyOn(log, "error").mockImplementation(() => undefined);
		const words = "TimeoutError: nothing came";
		vi.spyOn(service.files, "remove").mockRejectedValue(new StorageError("the file store cannot be used now", words));
		await deleteDesign(service, world.designer, design.id, {});
		expect(told.mock.calls).toEqual([
			[{ cause: words, file: fileKey }, "the file of a deleted build could not be removed"],
		]);
		vi.restoreAllMocks();
		expect(await service.prisma.design.count({ where: { id: design.id } })).toBe(0);
	});

	test("a design can be deleted during a build; its worker cannot settle the build", async () => {
		const design = await createProximityDesign(service, world.designer);
		await requestBuild(service, world.designer, design.id, { reason: "x" });
		const claim = await claimBuild(service, "worker");
		if (claim === null) throw new Error("No build was waiting.");
		await deleteDesign(service, world.designer, design.id);
		const file = {
			file_key: "builds/x.tgt",
			size: 1,
			sha256: "0".repeat(64),
			format_version: "1.0",
			sources: [],
			audience_index_version: null,
			sets: [],
		};
		await expect(completeBuild(service, claim, file)).rejects.toThrow("lease");
	});

	test("a copy shares geofences with its original until either changes, and stays after its deletion", async () => {
		const design = await createProximityDesign(service, world.designer, "Übersee".padEnd(200, "x"));
		await editDesign(service, world.customerAdministrator, design.id, { price_cpm: { base: "3" } });
		const before = await collections();
		const copy = await duplicateDesign(service, world.colleague, design.id, {});
		expect(await collections()).toBe(before);
		expect(copy).toMatchObject({
			name: `${design.name.slice(0, 193)} (copy)`,
			type: "proximity",
			status: "in_design",
			owner_name: world.colleague.email,
			own_price_cpm: null,
			collaborators: [],
			most_recent_build: null,
			design_size: 1,
			revision: 1,
		});
		const [setId = ""] = copy.set_ids;
		expect(copy.sets).toEqual([{ ...design.sets[0], set_id: setId }]);
		expect(design.set_ids).not.toContain(setId);
		const bytes = await bytesOf(world.designer, design.id, design.set_ids[0] ?? "");
		await editDesign(service, world.designer, design.id, { sets: [] });
		expect(await bytesOf(world.colleague, copy.id, setId)).toEqual(bytes);
		await deleteDesign(service, world.designer, design.id);
		expect(await bytesOf(world.colleague, copy.id, setId)).toEqual(bytes);
		await deleteDesign(service, world.colleague, copy.id);
		expect(await collections()).toBe(before - 1);
	});

	test("a long name is cut between characters to append '(copy)'", async () => {
		const design = await createProximityDesign(service, world.designer, `${"x".repeat(192)}\u{1f600}`);
		const copy = await duplicateDesign(service, world.colleague, design.id, {});
		expect(copy.name).toBe(`${"x".repeat(192)} (copy)`);
	});

	test("callers who see the contents may copy", async () => {
		const { design } = await createRequest(service, world);
		await expect(duplicateDesign(service, world.outsider, design.id, {})).rejects.toThrow(NotFoundError);
		await expect(duplicateDesign(service, world.administrator, design.id, {})).rejects.toThrow(ForbiddenError);
		expect((await duplicateDesign(service, world.operator, design.id, { name: "Mine" })).name).toBe("Mine");
		await service.prisma.design.update({ where: { id: design.id }, data: { external_build: true } });
		await expect(duplicateDesign(service, world.designer, design.id, {})).rejects.toThrow(InvalidStateError);
	});

	onPostgres("delete against request deployment: either the design is gone, or it has the deployment", async () => {
		for (let round = 0; round < 10; round += 1) {
			const design = await createProximityDesign(service, world.designer);
			const buildId = await completeABuild(service, world.designer, design.id);
			const request = () => requestDeployment(service, world.designer, buildId, { targetId: world.target.id });
			const remove = () => deleteDesign(service, world.designer, design.id);
			const outcomes = await outcomesOf(round % 2 === 0 ? [remove(), request()] : [request(), remove()]);
			const left = await service.prisma.design.count({ where: { id: design.id } });
			expect(outcomes).toEqual(left === 0 ? { done: 1, NotFound: 1 } : { done: 1, InvalidState: 1 });
			expect(await service.prisma.deployment.count({ where: { design_id: design.id } })).toBe(left);
		}
	});

	onPostgres("a build requested while the design is deleted: the design is not found", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		let request: Promise<unknown> = Promise.resolve();
		await service.prisma.$transaction(async (tx) => {
			await tx.design.delete({ where: { id }, select: { id: true } });
			request = requestBuild(service, world.designer, id, { reason: "weekly" });
			request.catch(() => undefined);
			await someoneWaits();
		});
		await expect(request).rejects.toThrow(NotFoundError);
	});

	test("a targeting file that is requested while its design is deleted is not found", async () => {
		const ask = {
			"to download": (on: TestService, id: string) => findBuildFile(on, world.designer, id),
			"to test a point": (on: TestService, id: string, designId: string) =>
				testDesign(on, world.designer, designId, { build_id: id, latitude: 1, longitude: 1 }),
		};
		for (const [what, find] of Object.entries(ask)) {
			const { id: designId } = await createProximityDesign(service, world.designer);
			const id = await completeABuild(service, world.designer, designId);
			const busy = meanwhile(service, id, () => deleteDesign(service, world.designer, designId));
			await expect(find(busy, id, designId), what).rejects.toThrow(NotFoundError);
		}
	});

	test("geofences that are replaced while they are read end with an error", async () => {
		const many = Array.from({ length: 1_001 }, (_, index) => circle(index / 10, 1));
		const geofences = { type: "FeatureCollection" as const, features: many };
		const design = await createDesign(service, world.designer, {
			name: "Large",
			type: "proximity",
			sets: [{ set_name: "All", geofences }],
		});
		const of = { designId: design.id, setId: design.set_ids[0] ?? "" };
		const chunks = (await findSetGeofences(service, world.designer, of))[Symbol.asyncIterator]();
		expect((await chunks.next()).done).toBe(false);
		await editDesign(service, world.designer, design.id, { sets: [] });
		await expect(chunks.next()).rejects.toThrow(UnavailableError);
	});

	onPostgres("delete during the activation of a rejected request: the design stays", async () => {
		const { design, deployment } = await createRequest(service, world);
		const { id } = deployment;
		await rejectDeployment(service, world.administrator, id, {});
		let removal: Promise<unknown> = Promise.resolve();
		await service.prisma.$transaction(async (tx) => {
			const record = await beginTransition(tx, world.administrator, id, "activate");
			await activateRecord(service, tx, world.administrator, record);
			removal = deleteDesign(service, world.designer, design.id);
			removal.catch(() => undefined);
			await someoneWaits();
		});
		await expect(removal).rejects.toThrow(`${id} (activated on`);
		expect(await service.prisma.deployment.count({ where: { id } })).toBe(1);
	});

	onPostgres("delete during the cancellation of the last request: the design stays until that is done", async () => {
		const { design, deployment } = await createRequest(service, world);
		let cancelling: Promise<unknown> | undefined;
		/**
		 * Cancels once the ended requests are removed, until the cancellation is done or waits for
		 * the deletion.
		 */
		const cancel = async () => {
			let settled = false;
			cancelling = cancelDeployment(service, world.designer, deployment.id, {}).finally(() => {
				settled = true;
			});
			await expect.poll(async () => settled || (await waiting()).length > 0).toBe(true);
		};
		const overlaid = <Of extends object>(of: Of, name: string, value: unknown) =>
			new Proxy(of, { get: (target, asked) => (asked === name ? value : Reflect.get(target, asked)) });
		const { prisma } = service;
		const $transaction = (work: (tx: Transaction) => Promise<unknown>) =>
			prisma.$transaction((tx) => {
				const deleteMany = async (what: object) => {
					const removed = await tx.deployment.deleteMany(what);
					await cancel();
					return removed;
				};
				return work(overlaid(tx, "deployment", overlaid(tx.deployment, "deleteMany", deleteMany)));
			});
		const busy = { ...service, prisma: overlaid(prisma, "$transaction", $transaction) };
		await expect(deleteDesign(busy, world.designer, design.id)).rejects.toThrow(`${deployment.id} (requested on`);
		await cancelling;
		await deleteDesign(service, world.designer, design.id);
		expect(await service.prisma.deployment.count({ where: { id: deployment.id } })).toBe(0);
	});

	onPostgres("copies during edits: each copy keeps its geofences", async () => {
		const design = await createProximityDesign(service, world.designer);
		const copies = Array.from({ length: 10 }, () => duplicateDesign(service, world.designer, design.id, {}));
		const geofence = { type: "Feature", geometry: { type: "Point", coordinates: [1, 1] }, properties: { radius: 10 } };
		const edits = Array.from({ length: 10 }, () =>
			editDesign(service, world.designer, design.id, {
				sets: [
					{
						set_id: design.set_ids[0],
						set_name: "Berlin",
						geofences: { type: "FeatureCollection", features: [geofence] },
					},
				],
			}),
		);
		expect(await outcomesOf([...copies, ...edits])).toEqual({ done: 20 });
		for (const copy of await Promise.all(copies)) {
			expect((await bytesOf(world.designer, copy.id, copy.set_ids[0] ?? "")).length).toBeGreaterThan(20);
		}
	});
});
