import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { MAX_BUILD_ATTEMPTS } from "@/lib/domain/builds/lease";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { createDesign } from "@/lib/domain/designs/create-design";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { getDesignDetail } from "@/lib/domain/designs/get-design-detail";
import { listDesignHistory } from "@/lib/domain/designs/list-design-history";
import { shareDesign } from "@/lib/domain/designs/share-design";
import { testDesign } from "@/lib/domain/designs/test-design";
import type { TargetingBuildMeta } from "@/lib/formats/meta";
import { sampleMeta, withScratchFile } from "@/lib/formats/testing";
import { writeProximityFilter } from "@/lib/formats/write-proximity";
import { runNextBuild } from "@/lib/processes/build-service/build-worker";
import {
	ForbiddenError,
	InvalidArgumentError,
	InvalidStateError,
	NotFoundError,
	VersionMismatchError,
} from "@/lib/rules/errors";
import { beforeCommit } from "@/lib/tools/testing/beside";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { outcomesOf } from "@/lib/tools/testing/outcomes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createProximityDesign, createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { attachExternalBuild } from "./attach-external-build";
import { findBuildFile } from "./find-build-file";
import { getBuild } from "./get-build";
import { listDesignBuilds } from "./list-design-builds";
import { requestBuild } from "./request-build";
import { failBuild, rejectBuild } from "./settle-build";
import { abandonBuild, retryBuild } from "./settle-failed-build";

describe.each(testDatabaseKinds())("failed and external builds on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	async function failedBuild() {
		const design = await createProximityDesign(service, world.designer);
		await requestBuild(service, world.designer, design.id, { reason: "x" });
		let buildId = "";
		for (let attempt = 0; attempt < MAX_BUILD_ATTEMPTS; attempt += 1) {
			service.advance(600_000);
			const claim = await claimBuild(service, "worker");
			if (claim === null) throw new Error("no build is pending");
			buildId = claim.id;
			await failBuild(service, claim, "The disk is full.");
		}
		return { designId: design.id, buildId };
	}
	const design = (id: string, as = world.designer) => getDesignDetail(service, as, id);

	test("an operator retries a failed build, which has all attempts again", async () => {
		const { designId, buildId } = await failedBuild();
		expect(await design(designId)).toMatchObject({ status: "failed", frozen: { cause: "failed", build_id: buildId } });
		await expect(retryBuild(service, world.designer, buildId)).rejects.toThrow(ForbiddenError);
		await expect(retryBuild(service, world.outsider, buildId)).rejects.toThrow(NotFoundError);
		expect(await retryBuild(service, world.operator, buildId)).toMatchObject({
			status: "requested",
			attempts: 0,
			status_reason: null,
		});
		expect((await design(designId)).status).toBe("requested");
		await expect(retryBuild(service, world.operator, buildId)).rejects.toThrow(
			"status is 'requested': it must be 'failed'",
		);
		expect(await runNextBuild(service, "worker")).toBe(true);
		expect((await design(designId)).status).toBe("built");
		expect(await getBuild(service, world.colleague, buildId)).toMatchObject({ status: "done", attempts: 1 });
	});

	test("an operator abandons a failed build: the designer reads the reason and edits", async () => {
		const { designId, buildId } = await failedBuild();
		await expect(abandonBuild(service, world.customerAdministrator, buildId, { reason: "no" })).rejects.toThrow(
			ForbiddenError,
		);
		const given = await abandonBuild(service, world.operator, buildId, { reason: "Too many fences for now." });
		expect(given).toMatchObject({ status: "rejected", status_reason: "Too many fences for now." });
		expect(await design(designId)).toMatchObject({
			status: "rejected",
			status_reason: "Too many fences for now.",
			frozen: null,
		});
		await editDesign(service, world.designer, designId, { name: "Mended" });
		await expect(abandonBuild(service, world.operator, buildId, { reason: "again" })).rejects.toThrow(
			InvalidStateError,
		);
	});

	test("a decision on another revision of the build is refused with 412", async () => {
		const { buildId } = await failedBuild();
		const { revision } = await getBuild(service, world.operator, buildId);
		const stale = { revision: revision - 1 };
		await expect(retryBuild(service, world.operator, buildId, stale)).rejects.toThrow(VersionMismatchError);
		await expect(abandonBuild(service, world.operator, buildId, { reason: "no" }, stale)).rejects.toThrow(
			`the build is at revision ${revision}, not ${revision - 1}`,
		);
		expect((await abandonBuild(service, world.operator, buildId, { reason: "no" }, { revision })).status).toBe(
			"rejected",
		);
	});

	test("a design's history has the requests that the caller sees, of any status", async () => {
		const { design, deployment } = await createRequest(service, world);
		const told = async (as: Principal) => {
			const { rows, total } = await listDesignHistory(service, as, design.id, { limit: 50, offset: 0 });
			expect(rows.length).toBe(total);
			return rows.filter(({ object_type }) => object_type === "deployment").map(({ action }) => action);
		};
		expect(await told(world.colleague)).toEqual(["request"]);
		await rejectDeployment(service, world.administrator, deployment.id, { message: "between the two of us" });
		for (const as of [world.designer, world.operator]) expect(await told(as)).toEqual(["reject", "request"]);
		for (const as of [world.colleague, world.customerAdministrator]) expect(await told(as)).toEqual([]);
		const administrators = { type: "org" as const, id: world.administrator.organizationId };
		const collaborators = [{ ...administrators, permissions: { view: true, edit: false } }];
		await shareDesign(service, world.designer, design.id, { collaborators });
		expect(await told(world.administrator)).toEqual(["reject", "request"]);
	});

	onPostgres("concurrent retry and reject: one of them succeeds", async () => {
		const { designId, buildId } = await failedBuild();
		const attempts = Array.from({ length: 10 }, (_, number) =>
			number % 2 === 0
				? retryBuild(service, world.operator, buildId)
				: abandonBuild(service, world.operator, buildId, { reason: "no" }),
		);
		expect(await outcomesOf(attempts)).toEqual({ done: 1, InvalidState: 9 });
		expect((await design(designId)).status).toBe((await getBuild(service, world.operator, buildId)).status);
		const claim = await claimBuild(service, "after the race");
		if (claim !== null) await rejectBuild(service, claim, "The race is over.");
	});

	const built = async (designId: string) => {
		service.advance(600_000);
		await requestBuild(service, world.designer, designId, { reason: "x" });
		expect(await runNextBuild(service, "worker")).toBe(true);
		return (await design(designId)).most_recent_build ?? "";
	};

	test("each build is compared with the previous one that the caller sees", async () => {
		const created = await createProximityDesign(service, world.designer);
		const [berlin = ""] = created.set_ids;
		const first = await built(created.id);
		await editDesign(service, world.designer, created.id, {
			sets: [
				{
					set_id: berlin,
					set_name: "Berlin",
					geofences: { type: "FeatureCollection", features: [circle(1, 1), circle(2, 2)] },
				},
				{ set_name: "Paris", geofences: { type: "FeatureCollection", features: [circle(2.3, 48.8)] } },
			],
		});
		const second = await built(created.id);
		await editDesign(service, world.designer, created.id, { sets: [{ set_id: berlin, set_name: "Berlin" }] });
		const third = await built(created.id);
		expect(
			await service.prisma.buildFenceDigests.findMany({ select: { build_id: true, set_id: true } }),
		).toContainEqual({
			build_id: third,
			set_id: berlin,
		});
		const kept = await service.prisma.buildFenceDigests.count({ where: { build: { design_id: created.id } } });
		expect(kept, "of the newest build alone").toBe(1);
		const { rows } = await listDesignBuilds(service, world.designer, created.id, { limit: 10, offset: 0 });
		expect(rows.map(({ id }) => id)).toEqual([third, second, first]);
		expect(rows.map(({ differences }) => differences)).toEqual([
			{
				previous_build_id: second,
				size_change: expect.any(Number),
				items_before: 3,
				items_after: 2,
				sets_added: 0,
				sets_removed: 1,
				sets_changed: 0,
				sets: [
					expect.objectContaining({
						set_name: "Berlin",
						change: "unchanged",
						items_before: 2,
						items_after: 2,
						items_added: 0,
					}),
					expect.objectContaining({ set_name: "Paris", change: "removed", items_before: 1, items_after: null }),
				],
			},
			expect.objectContaining({
				previous_build_id: first,
				items_before: 1,
				items_after: 3,
				sets_added: 1,
				sets_changed: 1,
				sets: [
					expect.objectContaining({ set_name: "Berlin", items_added: 2, items_removed: 1 }),
					expect.objectContaining({ set_name: "Paris", change: "added", items_added: null, items_removed: null }),
				],
			}),
			null,
		]);
		for (const buildId of [first, third]) {
			await requestDeployment(service, world.designer, buildId, { targetId: world.target.id });
		}
		const seen = await listDesignBuilds(service, world.administrator, created.id, { limit: 10, offset: 0 });
		expect(seen.rows.map((build) => [build.id, build.differences?.previous_build_id ?? null])).toEqual([
			[third, first],
			[first, null],
		]);
		await expect(getBuild(service, world.administrator, second)).rejects.toThrow(NotFoundError);
	});

	async function fileOf(buildId: string): Promise<AsyncIterable<Uint8Array>> {
		const { key } = await findBuildFile(service, world.operator, buildId);
		return createReadStream(await service.files.localPath(key));
	}
	const upload = (as: Principal, designId: string, body: AsyncIterable<Uint8Array>, expectedRevision?: number) =>
		attachExternalBuild(service, as, designId, { body, reason: "made at home", expectedRevision });
	async function* garbage() {
		yield Buffer.from("this is no targeting file at all, whatever it may be");
	}

	async function* fileOfSets(sets: TargetingBuildMeta["sets"]) {
		const circle = { latitude: 52.5, longitude: 13.4, radius: 100 };
		const fences = sets.map((_, set) => ({ set, circle }));
		yield await withScratchFile(async (path) => {
			await writeProximityFilter(path, { ...sampleMeta(0), sets }, fences);
			return readFile(path);
		});
	}

	onPostgres("if two designs get the same file at once, one has its set ids and the other has new ones", async () => {
		const sets = [{ set_id: randomUUID(), set_name: "Home", targeting_code: "HOME" }];
		const first = await createProximityDesign(service, world.designer, "First");
		const second = await createProximityDesign(service, world.designer, "Second");
		const concurrent = beforeCommit(service, () => upload(world.operator, second.id, fileOfSets(sets)));
		const { service: between } = concurrent;
		const attached = await attachExternalBuild(between, world.operator, first.id, { body: fileOfSets(sets) });
		const others = await concurrent.begun();
		const ids = [sets[0]?.set_id];
		expect([attached, others].map((build) => build.sets.map((set) => set.set_id))).toEqual([ids, ids]);
		expect((await design(first.id)).set_ids).toEqual(ids);
		const { sets: own } = await design(second.id);
		expect(own).toEqual([{ ...sets[0], set_id: expect.not.stringMatching(String(ids[0])) }]);
	});

	test("an operator attaches an external build; lookups use it, and the design can no longer be edited", async () => {
		const source = await createProximityDesign(service, world.designer, "Source");
		const buildId = await built(source.id);
		const target = await createProximityDesign(service, world.designer, "Attached");
		await expect(upload(world.designer, target.id, await fileOf(buildId))).rejects.toThrow(ForbiddenError);
		await expect(upload(world.outsider, target.id, await fileOf(buildId))).rejects.toThrow(NotFoundError);
		await expect(upload(world.operator, target.id, await fileOf(buildId), 9)).rejects.toThrow(VersionMismatchError);
		await expect(upload(world.operator, target.id, garbage())).rejects.toThrow(InvalidArgumentError);
		expect(await service.prisma.build.count({ where: { design_id: target.id } })).toBe(0);
		const attached = await upload(world.operator, target.id, await fileOf(buildId), 1);
		expect(attached).toMatchObject({
			status: "done",
			external: true,
			is_first: true,
			reason: "made at home",
			digest: (await getBuild(service, world.operator, buildId)).digest,
			sets: [{ set_id: source.set_ids[0], set_name: "Berlin", targeting_code: "BERLIN", item_count: 1 }],
		});
		const after = await design(target.id);
		expect(after).toMatchObject({
			status: "built",
			external_build: true,
			most_recent_build: attached.id,
			design_size: 1,
			frozen: { cause: "external" },
		});
		expect(after.sets.map(({ targeting_code }) => targeting_code)).toEqual(["BERLIN"]);
		const point = { latitude: 52.5, longitude: 13.4 };
		expect(
			(await testDesign(service, world.designer, target.id, { ...point, build_id: attached.id })).sets,
		).toHaveLength(1);
		await expect(editDesign(service, world.designer, target.id, { name: "x" })).rejects.toThrow(InvalidStateError);
		await expect(requestBuild(service, world.designer, target.id, { reason: "x" })).rejects.toThrow(InvalidStateError);
		// Another file replaces it, also after the clock was set back.
		service.advance(-3_600_000);
		const next = await upload(world.operator, target.id, await fileOf(buildId));
		service.advance(3_600_000);
		expect(next.is_first).toBe(false);
		expect(Date.parse(next.completed_at ?? "")).toBeGreaterThan(Date.parse(attached.completed_at ?? ""));
	});

	test("a file of the other type and a design with an open build are refused", async () => {
		const source = await createProximityDesign(service, world.designer, "Source");
		const buildId = await built(source.id);
		const people = await createDesign(service, world.designer, { name: "People", type: "audience", sets: [] });
		await expect(upload(world.operator, people.id, await fileOf(buildId))).rejects.toThrow(
			"the file is a proximity filter",
		);
		await requestBuild(service, world.designer, source.id, { reason: "x" });
		await expect(upload(world.operator, source.id, await fileOf(buildId))).rejects.toThrow("status is 'requested'");
		await runNextBuild(service, "worker");
	});

	test("the API must accept the names of a file's sets", async () => {
		const target = await createProximityDesign(service, world.designer, "Named");
		const [id = ""] = target.set_ids;
		for (const [set_name, targeting_code, problem] of [
			["x".repeat(201), "A", `the set ${id} of the file: 'set_name' must have 1 to 200 characters`],
			["  ", "A", "'set_name' must not be blank"],
			["a\0b", "A", "'set_name' must not hold line breaks or control characters"],
			["half \ud800", "A", "'set_name' must not contain half a surrogate pair"],
			["Fine", "x".repeat(65), "'targeting_code'"],
			["Fine", "a,b", "'targeting_code' must not hold commas"],
			["Fine", " a", "'targeting_code' must be trimmed, composed"],
			["Fine", "a\u200b", "'targeting_code' must be trimmed, composed"],
			["Fine", "\u200b", "'targeting_code' must not be blank"],
			["Fine", "", "'targeting_code'"],
		] as const) {
			const file = fileOfSets([{ set_id: id, set_name, targeting_code }]);
			await expect(upload(world.operator, target.id, file)).rejects.toThrow(problem);
		}
		const longest = { set_id: id, set_name: "x".repeat(200), targeting_code: "y".repeat(64) };
		expect(await upload(world.operator, target.id, fileOfSets([longest]))).toMatchObject({ status: "done" });
	});

	test("the history of a design: newest first, deployments with their target, addresses for callers who may read them", async () => {
		const { design: requested } = await createRequest(service, world);
		const page = (as: Principal) => listDesignHistory(service, as, requested.id, { limit: 10, offset: 0 });
		const { rows, total } = await page(world.colleague);
		expect(rows.map(({ action, object_type, target }) => [action, object_type, target])).toEqual([
			["request", "deployment", expect.stringContaining("north-eu")],
			["complete_build", "design", null],
			["start_build", "design", null],
			["request_build", "design", null],
			["create", "design", null],
		]);
		expect([total, rows[0]?.address]).toEqual([5, null]);
		expect(rows.slice(1, 3).map(({ actor }) => actor)).toEqual(["build service", "build service"]);
		const addresses = async (as: Principal) => (await page(as)).rows.map(({ address }) => address);
		// Workers have no address; only the target's administrators see the address of the target's
		// requests.
		const [worker, own] = [null, "192.0.2.1"];
		expect(await addresses(world.colleague)).toEqual([null, worker, worker, null, null]);
		expect(await addresses(world.designer)).toEqual([own, worker, worker, own, own]);
		expect(await addresses(world.customerAdministrator)).toEqual([null, worker, worker, own, own]);
		expect(await addresses(world.operator)).toEqual([own, worker, worker, own, own]);
		await expect(page(world.administrator)).rejects.toThrow(ForbiddenError);
		await expect(page(world.outsider)).rejects.toThrow(NotFoundError);
	});
});
