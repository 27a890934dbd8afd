import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST as bulkRoute } from "@/app/api/deployments/bulk/route";
import { PATCH as editTarget } from "@/app/api/targets/[target_id]/route";
import { POST as createTarget } from "@/app/api/targets/route";
import { listedDeploymentRow, loadDeployments } from "@/lib/domain/deployments/load-deployments";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { POST as activateRoute } from "./deployments/[deployment_id]/activate/route";
import { POST as deleteRoute } from "./deployments/[deployment_id]/delete/route";
import { GET as listRoute } from "./deployments/route";

let service: TestService;
let world: World;
let administrator: string;
let operator: string;
beforeAll(async () => {
	service = await createTestService();
	setService(service);
	world = await createWorld(service);
	administrator = await issueKey(service, world.administrator, ["administer"]);
	operator = await issueKey(service, world.operator, ["administer"]);
});
beforeEach(() => edit({ required_approvals: 2, second_approval_for_delete: true }));
afterAll(async () => {
	setService(undefined);
	await service.drop();
});

const edit = (json: object) =>
	callRoute(editTarget, {
		method: "PATCH",
		url: `/api/targets/${world.target.id}`,
		params: { target_id: world.target.id },
		json,
		headers: { authorization: `Bearer ${administrator}` },
	});
const act = (route: RouteHandler, id: string, key: string, headers: Record<string, string> = {}) =>
	callRoute(route, {
		url: `/targeting/deployments/${id}/action`,
		params: { deployment_id: id },
		form: { KEY: key },
		headers,
	});
const newRequest = async () => (await createRequest(service, world)).deployment;
const list = async (query: string) => {
	const { body } = await callRoute(listRoute, { url: `/targeting/deployments?KEY=${administrator}&${query}` });
	return ((body.response?.data ?? []) as unknown as { id: string }[]).map(({ id }) => id);
};

test("targets take 1 to 5 administrators, and a second one for Delete", async () => {
	expect((await edit({ required_approvals: 5 })).body.response?.data).toMatchObject({
		required_approvals: 5,
		second_approval_for_delete: true,
	});
	for (const required_approvals of [0, 6, 1.5, "2"]) {
		const { status, body } = await edit({ required_approvals });
		expect([status, body.message], String(required_approvals)).toEqual([
			400,
			expect.stringContaining("required_approvals"),
		]);
	}
	const made = await callRoute(createTarget, {
		url: "/api/targets",
		json: { name: "Plain", slug: `plain-${world.target.slug}` },
		headers: { authorization: `Bearer ${administrator}` },
	});
	expect(made.body.response?.data).toMatchObject({ required_approvals: 1, second_approval_for_delete: false });
});

test("Activate answers the row with the status that it had until the last administrator", async () => {
	const [record] = await loadDeployments(service.prisma, [(await newRequest()).id]);
	if (record === undefined) throw new Error("the request must exist");
	const request = listedDeploymentRow(record);
	const first = await act(activateRoute, request.id, administrator);
	expect(first.status).toBe(200);
	expect(first.body.response?.data).toEqual({ ...request, updated_at: expect.any(String) });
	const again = await act(activateRoute, request.id, administrator);
	expect([again.status, again.body.error_type]).toEqual([409, "InvalidState"]);
	const last = await act(activateRoute, request.id, operator);
	expect([last.status, last.body.response?.data?.status]).toEqual([200, "activated"]);
});

test("an approval holds for the revision and the file that were read, and is repeated by its key", async () => {
	const { id } = await newRequest();
	const once = { "idempotency-key": `approval-${id}` };
	const [first, replayed] = [
		await act(activateRoute, id, administrator, once),
		await act(activateRoute, id, administrator, once),
	];
	expect([first.status, replayed.status]).toEqual([200, 200]);
	expect(replayed.body).toEqual(first.body);
	const stale = await act(activateRoute, id, operator, { "if-match": '"1"' });
	expect([stale.status, stale.body.message]).toEqual([412, expect.stringContaining(world.administrator.email)]);
	const other = await act(activateRoute, id, operator, { "x-build-digest": `sha256:${"0".repeat(64)}` });
	expect(other.status).toBe(412);
	expect((await act(activateRoute, id, operator, { "if-match": '"2"' })).body.response?.data?.status).toBe("activated");
});

test("bulk says how many are missing, and what one has approved leaves one's own list", async () => {
	const { id } = await newRequest();
	const bulk = (key: string) =>
		callRoute(bulkRoute, {
			url: "/api/deployments/bulk",
			json: { action: "activate", items: [{ id }] },
			headers: { authorization: `Bearer ${key}` },
		});
	expect((await bulk(administrator)).body.response?.data?.outcomes).toEqual([
		{ id, ok: true, status: "requested", revision: 2, approvals_missing: 1 },
	]);
	expect(await list("detail=true&status=requested&approved_by_me=true")).toEqual([id]);
	expect(await list("detail=true&status=requested&approved_by_me=false")).not.toContain(id);
	expect((await bulk(operator)).body.response?.data?.outcomes).toEqual([
		{ id, ok: true, status: "activated", revision: 3 },
	]);
	expect(await list("detail=true&approved_by_me=true")).not.toContain(id);
});

test("Delete of what is activated answers the row until the second administrator", async () => {
	const { id } = await newRequest();
	for (const key of [administrator, operator]) await act(activateRoute, id, key);
	const first = await act(deleteRoute, id, operator);
	expect([first.status, first.body.response?.data?.status]).toEqual([200, "activated"]);
	const last = await act(deleteRoute, id, administrator);
	expect([last.status, last.body.response]).toEqual([200, {}]);
});
