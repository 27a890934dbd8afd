import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildDetail } from "@/lib/contract/build";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { MAX_BUILD_ATTEMPTS } from "@/lib/domain/builds/lease";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { failBuild, rejectBuild } from "@/lib/domain/builds/settle-build";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { POST as rejectRoute } from "./[build_id]/reject/route";
import { POST as retryRoute } from "./[build_id]/retry/route";

const WHY = "Couldn't build the file: the disk is full.";

describe("what an operator does with a failed build", () => {
	let service: TestService;
	let world: World;
	const keys = { designer: "", administrator: "", outsider: "", operator: "" };
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		keys.designer = await issueKey(service, world.designer, ["manage"]);
		keys.administrator = await issueKey(service, world.customerAdministrator, ["manage", "administer"]);
		keys.outsider = await issueKey(service, world.outsider, ["manage"]);
		keys.operator = await issueKey(service, world.operator, ["manage", "administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	async function failedBuild() {
		const { id: designId } = await createProximityDesign(service, world.designer);
		await requestBuild(service, world.designer, designId, { reason: "First" });
		for (let attempt = 0; attempt < MAX_BUILD_ATTEMPTS; attempt += 1) {
			service.advance(600_000);
			const claim = await claimBuild(service, "worker");
			if (claim !== null) await failBuild(service, claim, WHY);
		}
		const { id: buildId } = await service.prisma.build.findFirstOrThrow({
			where: { design_id: designId },
			select: { id: true },
		});
		return { designId, buildId };
	}
	const call = (handler: RouteHandler, as: keyof typeof keys, id: string, json: unknown) =>
		callRoute(handler, {
			url: "/x",
			method: "POST",
			params: { build_id: id },
			json,
			headers: { authorization: `Bearer ${keys[as]}` },
		});
	const statusOf = async (designId: string) =>
		service.prisma.design.findUniqueOrThrow({
			where: { id: designId },
			select: { status: true, status_reason: true },
		});

	test("a retry puts it back into the queue, and answers the build", async () => {
		const { designId, buildId } = await failedBuild();
		const answer = await call(retryRoute, "operator", buildId, {});
		expect(answer.status).toBe(200);
		const build = buildDetail.parse(answer.body.response?.data);
		expect(answer.body).toEqual({ version: 4, status: "OK", response: { data: build } });
		expect(build).toMatchObject({
			id: buildId,
			design_id: designId,
			status: "requested",
			attempts: 0,
			reason: "First",
		});
		expect(await statusOf(designId)).toEqual({ status: "requested", status_reason: null });
		const claim = await claimBuild(service, "worker");
		expect(claim?.id).toBe(buildId);
		// The queue is empty again for the next test.
		if (claim !== null) await rejectBuild(service, claim, "Enough.");
	});

	test("a rejection gives it up with the reason that its designer reads", async () => {
		const { designId, buildId } = await failedBuild();
		const answer = await call(rejectRoute, "operator", buildId, { reason: "Too many fences for now." });
		expect(answer.status).toBe(200);
		const build = buildDetail.parse(answer.body.response?.data);
		expect(answer.body).toEqual({ version: 4, status: "OK", response: { data: build } });
		expect(build).toMatchObject({ id: buildId, status: "rejected", status_reason: "Too many fences for now." });
		expect(await statusOf(designId)).toEqual({ status: "rejected", status_reason: "Too many fences for now." });
	});

	describe.each([
		["retry", retryRoute, {}],
		["reject", rejectRoute, { reason: "No." }],
	] as const)("%s", (_name, handler, body) => {
		test("is the operator's alone: 403 for who sees the build, 404 for who does not", async () => {
			const { designId, buildId } = await failedBuild();
			const refused = async (as: keyof typeof keys) => {
				const { status, body: answered } = await call(handler, as, buildId, body);
				return [status, answered.status, answered.error_type];
			};
			expect(await refused("designer")).toEqual([403, "error", "Forbidden"]);
			expect(await refused("administrator")).toEqual([403, "error", "Forbidden"]);
			expect(await refused("outsider")).toEqual([404, "error", "NotFound"]);
			expect((await call(handler, "operator", "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11", body)).status).toBe(404);
			expect((await call(handler, "operator", "not-an-id", body)).status).toBe(404);
			expect(await statusOf(designId)).toMatchObject({ status: "failed" });
		});

		test("of a build that is not failed is 409 and names its status", async () => {
			const { buildId } = await failedBuild();
			await call(rejectRoute, "operator", buildId, { reason: "Once" });
			const answer = await call(handler, "operator", buildId, body);
			expect([answer.status, answer.body.error_type]).toEqual([409, "InvalidState"]);
			expect(answer.body.message).toContain("'rejected'");
		});

		test("refuses what it does not know", async () => {
			const { buildId } = await failedBuild();
			const answer = await call(handler, "operator", buildId, { ...body, force: true });
			expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
			expect(answer.body.message).toContain("force");
		});
	});

	test.each([
		["none", {}],
		["a blank one", { reason: " " }],
		["one of 2,001 characters", { reason: "x".repeat(2_001) }],
		["a number", { reason: 7 }],
	])("a rejection needs a reason: %s is 400", async (_name, body) => {
		const { designId, buildId } = await failedBuild();
		const answer = await call(rejectRoute, "operator", buildId, body);
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain("reason");
		expect(await statusOf(designId)).toMatchObject({ status: "failed" });
	});
});
