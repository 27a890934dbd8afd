import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listBuildsParameters } from "@/lib/contract/build";
import { getDesignDetail } from "@/lib/domain/designs/get-design-detail";
import { log } from "@/lib/platform/log";
import { InvalidStateError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";
import { claimBuild } from "./claim-build";
import { completeBuild, type ProducedFile } from "./complete-build";
import { type BuildLease, endLeases, LeaseLostError, MAX_BUILD_ATTEMPTS, renewLease } from "./lease";
import { listBuilds } from "./list-builds";
import { requestBuild } from "./request-build";
import { failBuild, postponeBuild, rejectBuild, releaseBuild } from "./settle-build";

const FILE: ProducedFile = {
	file_key: "builds/test.tgt",
	size: 10,
	sha256: "0".repeat(64),
	format_version: "1.0",
	sources: [],
	audience_index_version: null,
	sets: [],
};

describe.each(testDatabaseKinds())("builds on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind, { BUILD_LEASE_SECONDS: "30" });
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	async function requested(): Promise<{ designId: string }> {
		const { id: designId } = await createProximityDesign(service, world.designer);
		await requestBuild(service, world.designer, designId, { reason: "a test" });
		return { designId };
	}
	async function claimed(holder = "one"): Promise<BuildLease> {
		const claim = await claimBuild(service, holder);
		if (claim === null) throw new Error("No build was waiting.");
		return claim;
	}
	const design = (id: string) => service.prisma.design.findUniqueOrThrow({ where: { id } });
	const build = (id: string) => service.prisma.build.findUniqueOrThrow({ where: { id } });

	test("requested → building → built, and nothing is left to claim", async () => {
		const { designId } = await requested();
		const claim = await claimed();
		expect(claim).toMatchObject({ design_id: designId, attempt: 1 });
		expect((await design(designId)).status).toBe("building");
		expect(await claimBuild(service, "two")).toBeNull();
		await completeBuild(service, claim, FILE);
		expect(await design(designId)).toMatchObject({ status: "built", most_recent_build_id: claim.id });
		expect(await build(claim.id)).toMatchObject({ status: "done", is_first: true, size: 10n });
		expect((await build(claim.id)).price_cpm?.toString()).toBe("0.45");
	});

	test("an expired lease is taken over, and its old holder can no longer write", async () => {
		const { designId } = await requested();
		const first = await claimed("dies");
		service.advance(31_000);
		const second = await claimed("takes over");
		expect(second).toMatchObject({ id: first.id, attempt: 2 });
		for (const act of [
			() => renewLease(service, first, { phase: "writing", percent: 50 }),
			() => completeBuild(service, first, FILE),
			() => rejectBuild(service, first, "no"),
			() => failBuild(service, first, "no"),
			() => postponeBuild(service, first, "no"),
			() => releaseBuild(service, first),
		]) {
			await expect(act()).rejects.toThrow(LeaseLostError);
		}
		expect((await design(designId)).status).toBe("building");
		await completeBuild(service, second, FILE);
		expect((await design(designId)).status).toBe("built");
	});

	test("workers that stop without a word are named in the log; at the last attempt the build fails", async () => {
		const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
		const failed = vi.spyOn(log, "error").mockImplementation(() => undefined);
		try {
			const { designId } = await requested();
			let id = "";
			for (let attempt = 1; attempt <= MAX_BUILD_ATTEMPTS; attempt += 1) {
				({ id } = await claimed(`worker ${attempt}`));
				service.advance(31_000);
			}
			expect(await claimBuild(service, "the last")).toBeNull();
			const said = (attempt: number) => ({ build: id, design: designId, worker: `worker ${attempt}`, attempt });
			expect(warned.mock.calls.map(([fields]) => fields)).toEqual([said(1), said(2)]);
			expect(failed.mock.calls).toEqual([[said(3), expect.stringContaining("stopped at every attempt")]]);
			expect(await design(designId)).toMatchObject({
				status: "failed",
				status_reason: "The build process stopped unexpectedly at every attempt.",
			});
		} finally {
			warned.mockRestore();
			failed.mockRestore();
		}
	});

	test("progress keeps the lease", async () => {
		await requested();
		const claim = await claimed();
		for (let round = 0; round < 3; round += 1) {
			service.advance(20_000);
			await renewLease(service, claim, { phase: "writing", percent: round });
			expect(await claimBuild(service, "two")).toBeNull();
		}
		await completeBuild(service, claim, FILE);
	});

	test("a rejected build frees the design with the reason", async () => {
		const { designId } = await requested();
		await rejectBuild(service, await claimed(), "The set 'A' has no geofences.");
		expect(await design(designId)).toMatchObject({
			status: "rejected",
			status_reason: "The set 'A' has no geofences.",
			most_recent_build_id: null,
		});
	});

	test("attempts that fail are made again after a while, until the design has failed", async () => {
		const { designId } = await requested();
		for (let attempt = 1; attempt <= MAX_BUILD_ATTEMPTS; attempt += 1) {
			const claim = await claimed();
			expect(claim.attempt).toBe(attempt);
			await failBuild(service, claim, `attempt ${attempt} failed`);
			expect(await claimBuild(service, "too early")).toBeNull();
			service.advance(60_000);
		}
		expect(await design(designId)).toMatchObject({ status: "failed", status_reason: "attempt 3 failed" });
		await expect(requestBuild(service, world.designer, designId, { reason: "again" })).rejects.toThrow(
			InvalidStateError,
		);
	});

	test("a build that waits for a full disk costs no attempt, and is tried again in pauses that grow to a minute", async () => {
		const { designId } = await requested();
		for (const seconds of [5, 10, 20, 40, 60, 60]) {
			const claim = await claimed();
			expect(claim.attempt).toBe(1);
			await postponeBuild(service, claim, "There is no room left.");
			const waiting = await build(claim.id);
			expect(waiting).toMatchObject({ status: "requested", attempts: 0, status_reason: "There is no room left." });
			service.advance((seconds - 1) * 1000);
			expect(await claimBuild(service, "too early")).toBeNull();
			service.advance(1000);
		}
		const { frozen, status } = await getDesignDetail(service, world.designer, designId);
		expect([status, frozen?.cause]).toEqual(["building", "building"]);
		expect(frozen?.reason).toContain("the paused build is completed");
		const last = await claimed();
		await completeBuild(service, last, FILE);
		expect(await build(last.id)).toMatchObject({ status: "done", attempts: 1, status_reason: null });
	});

	test("a process that dies at every attempt does not build for ever", async () => {
		const { designId } = await requested();
		for (let attempt = 1; attempt <= MAX_BUILD_ATTEMPTS; attempt += 1) {
			await claimed();
			service.advance(31_000);
		}
		expect(await claimBuild(service, "last")).toBeNull();
		expect((await design(designId)).status).toBe("failed");
	});

	test("a build given back costs no attempt and is taken up at once", async () => {
		const { designId } = await requested();
		await releaseBuild(service, await claimed());
		expect((await design(designId)).status).toBe("building");
		const again = await claimed();
		expect(again.attempt).toBe(1);
		await completeBuild(service, again, FILE);
	});

	test("leases of the dead end at the start of the only process", async () => {
		await requested();
		const first = await claimed();
		await endLeases(service);
		const again = await claimed("next process");
		expect(again.id).toBe(first.id);
		await completeBuild(service, again, FILE);
	});

	test("List Builds holds a design while its next build is requested, and filters by size", async () => {
		const own = await createWorld(service);
		const { id } = await createProximityDesign(service, own.designer);
		await completeABuild(service, own.designer, id, 100);
		const latest = await completeABuild(service, own.designer, id, 200);
		await requestBuild(service, own.designer, id, { reason: "third" });
		const list = async (filter: object) =>
			(await listBuilds(service, own.designer, { limit: 10, offset: 0, order: "desc", ...filter })).rows;
		const [row] = await list({});
		expect(row).toMatchObject({ id, last_build_id: latest, last_build_size: 200, last_build_source: null });
		expect(row?.builds.map(({ size }) => size)).toEqual([200, 100]);
		expect(await list({ min_size: 201 })).toEqual([]);
		expect(await list({ max_size: 150 })).toEqual([]);
		await service.prisma.build.deleteMany({ where: { design_id: id, status: "requested" } });
	});

	test("what is completed after the clock was set back is newer than what was before: the deployment of that is out of date", async () => {
		const own = await createWorld(service);
		const { design, build_id: before } = await createRequest(service, own);
		service.advance(-3_600_000);
		const after = await completeABuild(service, own.designer, design.id);
		service.advance(3_600_000);
		const outOfDate = listBuildsParameters.parse({ deployment_status: "out_of_date" });
		const { rows } = await listBuilds(service, own.designer, outOfDate);
		expect(rows).toMatchObject([{ last_build_id: after, builds: [{ id: after }, { id: before }] }]);
	});

	test.runIf(kind === "postgres")("of 30 build requests at once one is taken", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		const attempts = Array.from({ length: 30 }, () => requestBuild(service, world.designer, id, { reason: "race" }));
		const outcomes = await Promise.allSettled(attempts);
		expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		expect(await service.prisma.build.count({ where: { design_id: id } })).toBe(1);
		await completeBuild(service, await claimed(), FILE);
	});

	test.runIf(kind === "postgres")("20 workers at once claim 10 builds once each", async () => {
		const designs = await Promise.all(Array.from({ length: 10 }, requested));
		const claims = await Promise.all(
			Array.from({ length: 20 }, (_, number) => claimBuild(service, `worker ${number}`)),
		);
		const taken = claims.filter((claim) => claim !== null);
		expect(new Set(taken.map(({ design_id: designId }) => designId))).toEqual(
			new Set(designs.map(({ designId }) => designId)),
		);
		expect(taken).toHaveLength(10);
		for (const claim of taken) await completeBuild(service, claim, FILE);
	});
});
