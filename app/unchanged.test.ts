import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setService } from "@/lib/platform/service";
import { rowDigests } from "@/lib/tools/testing/all-rows";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { prepareWrite, WRITE_ROUTES, writeRequest } from "@/lib/tools/testing/write-calls";
import type { WriteCall } from "@/lib/tools/testing/write-preparations";

/** What every request may leave. */
const LEFT_OUT = ["_prisma_migrations", "call_windows", "idempotency_records"];

/** docs/contract.md, Revisions. */
describe("a change that changes nothing", () => {
	let service: TestService;
	let world: World;
	const keys: Record<WriteCall["as"], string> = { designer: "", administrator: "", operator: "", agent: "" };
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		for (const as of ["designer", "administrator", "operator"] as const) {
			keys[as] = await issueKey(service, world[as], ["manage", "administer"]);
		}
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	test.each(WRITE_ROUTES.filter((route) => route.startsWith("PATCH ")))("%s writes nothing", async (route) => {
		const { handler, ...request } = writeRequest(await prepareWrite(service, world, route), keys);
		const first = await callRoute(handler, request);
		const before = await rowDigests(service, LEFT_OUT);
		service.advance(1_000);
		const second = await callRoute(handler, request);
		const revisionOf = ({ status, body }: RouteAnswer) => [status, Object(body.response?.data).revision];
		expect(revisionOf(second)).toEqual(revisionOf(first));
		expect(first.status).toBe(200);
		expect(await rowDigests(service, LEFT_OUT)).toEqual(before);
	});
});
