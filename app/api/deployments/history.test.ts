import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as activate } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { POST as reject } from "@/app/targeting/deployments/[deployment_id]/reject/route";
import { auditEvent } from "@/lib/contract/audit";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { GET as historyRoute } from "./[deployment_id]/history/route";

describe("the history of a deployment", () => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const history = (key: string, id: string, query = "") =>
		callRoute(historyRoute, {
			url: `/api/deployments/${id}/history?${query}`,
			params: { deployment_id: id },
			headers: { authorization: `Bearer ${key}` },
		});

	test("tells who did what, when, why and with which credential, newest first", async () => {
		const administrator = await issueKey(service, world.administrator, ["administer"]);
		const designer = await issueKey(service, world.designer, ["manage"]);
		const outsider = await issueKey(service, world.outsider, ["manage"]);
		const { deployment } = await createRequest(service, world);
		const call = { url: "/x", params: { deployment_id: deployment.id } };
		await callRoute(reject, { ...call, form: { KEY: administrator, message: "too large" } });
		await callRoute(activate, { ...call, form: { KEY: administrator } });

		const answer = await history(administrator, deployment.id);
		expect(answer.body.response).toMatchObject({ included_row_count: 3, total_row_count: 3 });
		const events = auditEvent.array().parse(answer.body.response?.data);
		expect(events).toMatchObject([
			{
				actor: world.administrator.email,
				credential: "api_key",
				address: "192.0.2.7",
				action: "activate",
				status_before: "rejected",
				status_after: "activated",
			},
			{ action: "reject", status_before: "requested", status_after: "rejected", reason: "too large" },
			{ actor: world.designer.email, credential: "session", status_after: "requested" },
		]);
		const page = await history(administrator, deployment.id, "limit=1&offset=1");
		expect(page.body.response?.data).toEqual([events[1]]);

		const toRequester = auditEvent.array().parse((await history(designer, deployment.id)).body.response?.data);
		expect(toRequester.map(({ address }) => address)).toEqual([null, null, "192.0.2.1"]);
		expect((await history(outsider, deployment.id)).status).toBe(404);
	});
});
