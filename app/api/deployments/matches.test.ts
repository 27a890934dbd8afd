import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as reportRoute } from "@/app/api/agent/report/route";
import { GET as exportRoute } from "@/app/api/exports/deployments/route";
import { POST as agentKeyRoute } from "@/app/api/targets/[target_id]/agent-keys/route";
import { GET as stateRoute } from "@/app/api/targets/[target_id]/state/route";
import { GET as unmatchedRoute } from "@/app/api/targets/[target_id]/unmatched/route";
import { POST as activateRoute } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { GET as listRoute } from "@/app/targeting/deployments/route";
import { deployment, deploymentDetail } from "@/lib/contract/deployment";
import { deploymentMatches, unmatchedDeployments } from "@/lib/contract/matches";
import { targetState } from "@/lib/contract/target";
import type { Principal } from "@/lib/domain/access/principal";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { GET as matchesRoute } from "./[deployment_id]/matches/route";
import { GET as detailRoute } from "./[deployment_id]/route";

const DAY_MS = 86_400_000;

describe("the API of matches", () => {
	let service: TestService;
	let world: World;
	let agentKey: string;
	const keys = new Map<string, string>();
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		for (const person of Object.values(world).filter((value): value is Principal => "userId" in value))
			keys.set(person.userId, await issueKey(service, person, ["manage", "administer"]));
		const issued = await callRoute(agentKeyRoute, {
			url: "/x",
			params: { target_id: world.target.id },
			headers: bearer(world.administrator),
			json: { label: "rack" },
		});
		agentKey = String((issued.body.response?.data as { key?: string } | undefined)?.key);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const bearer = (as: Principal) => ({ authorization: `Bearer ${keys.get(as.userId)}` });
	const keyOf = (as: Principal) => String(keys.get(as.userId));
	const report = (body: object) =>
		callRoute(reportRoute, {
			url: "/api/agent/report",
			headers: { authorization: `Bearer ${agentKey}` },
			json: {
				instance_id: "rack-4",
				version: "1.0.0",
				tags: [],
				memory_used: 0,
				memory_limit: null,
				deployments: [],
				...body,
			},
		});
	const batch = (number: number, id: string, matches: number) => ({
		matches: { run_id: randomUUID(), number, counts: [{ deployment_id: id, matches }] },
	});
	const activated = async () => {
		const { deployment: made } = await createRequest(service, world);
		await callRoute(activateRoute, {
			url: "/x",
			params: { deployment_id: made.id },
			form: { KEY: keyOf(world.administrator) },
		});
		return made.id;
	};
	const matches = (as: Principal, id: string, query = "") =>
		callRoute(matchesRoute, {
			url: `/api/deployments/${id}/matches${query}`,
			params: { deployment_id: id },
			headers: bearer(as),
		});
	const unmatched = (as: Principal, query = "") =>
		callRoute(unmatchedRoute, {
			url: `/api/targets/${world.target.id}/unmatched${query}`,
			params: { target_id: world.target.id },
			headers: bearer(as),
		});
	const list = (as: Principal, query: string) =>
		callRoute(listRoute, { url: `/targeting/deployments?KEY=${keyOf(as)}&${query}` });

	test("all who see a deployment see its matches, nobody else does", async () => {
		const id = await activated();
		expect((await report(batch(1, id, 7))).status).toBe(200);
		for (const person of [world.designer, world.colleague, world.administrator, world.operator]) {
			const answer = await matches(person, id, "?by=hour");
			expect(answer.status).toBe(200);
			const data = deploymentMatches.parse(answer.body.response?.data);
			expect(data).toMatchObject({ by: "hour", total: 7, last_match_at: expect.any(String) });
			expect(data.counted_since).not.toBeNull();
		}
		for (const person of [world.outsider, world.otherAdministrator])
			expect((await matches(person, id)).status).toBe(404);
		const refused = await matches(world.designer, id, "?by=week");
		expect(refused.status).toBe(400);
		expect(refused.body.message).toContain("by");
	});

	test("the deployment and its row with detail have them; the contract's row does not change", async () => {
		const id = await activated();
		await report(batch(1, id, 3));
		const call = { url: "/x", params: { deployment_id: id }, headers: bearer(world.designer) };
		const shown = deploymentDetail.parse((await callRoute(detailRoute, call)).body.response?.data);
		expect(shown.daily_matches.at(-1)).toBe(3);
		const [row] = deploymentDetail
			.array()
			.parse((await list(world.designer, "detail=true&limit=1")).body.response?.data);
		expect(row).toMatchObject({ id, last_match_at: shown.last_match_at, daily_matches: shown.daily_matches });
		const { body } = await list(world.designer, "limit=1");
		expect(deployment.array().length(1).safeParse(body.response?.data).success).toBe(true);
		expect((await list(world.designer, "unmatched_for=30")).status).toBe(400);
		const exported = await exportRoute(
			new Request("http://service/api/exports/deployments", { headers: bearer(world.designer) }),
			{ params: Promise.resolve({}) },
		);
		const [head, line] = (await exported.text()).split("\r\n");
		expect(head?.endsWith(",last_match_at")).toBe(true);
		expect(line?.endsWith(`,${shown.last_match_at}`)).toBe(true);
	});

	test("the target's administrators see what matches nothing, and which agents count", async () => {
		const id = await activated();
		await report(batch(1, id, 1));
		service.advance(31 * DAY_MS);
		await report({ matches: { run_id: randomUUID(), number: 0, counts: [] } });
		const answer = await unmatched(world.administrator);
		const data = unmatchedDeployments.parse(answer.body.response?.data);
		expect(data.deployments.map((each) => each.id)).toContain(id);
		expect(data).toMatchObject({ total: data.deployments.length, bytes: data.total * 1_000 });
		const rows = deploymentDetail
			.array()
			.parse((await list(world.designer, "detail=true&unmatched_for=30")).body.response?.data);
		expect(rows.map((each) => each.id).sort()).toEqual(data.deployments.map((each) => each.id).sort());
		expect((await unmatched(world.designer)).status).toBe(403);
		expect((await unmatched(world.otherAdministrator)).status).toBe(404);
		expect((await unmatched(world.administrator, "?days=0")).status).toBe(400);
		await report({ version: "0.9.0" });
		expect(unmatchedDeployments.parse((await unmatched(world.administrator)).body.response?.data)).toMatchObject({
			counted_since: null,
			agents: { living: 1, counting: 0 },
			total: 0,
		});
		const state = await callRoute(stateRoute, {
			url: "/x",
			params: { target_id: world.target.id },
			headers: bearer(world.administrator),
		});
		expect(targetState.parse(state.body.response?.data).agents).toMatchObject([{ counts_matches: false }]);
	});

	test.each([
		[{ run_id: "one", number: 1, counts: [] }, "run_id"],
		[{ run_id: randomUUID(), number: -1, counts: [] }, "number"],
		[{ run_id: randomUUID(), number: 1, counts: [{ deployment_id: randomUUID(), matches: 0 }] }, "matches"],
		[{ run_id: randomUUID(), number: 1, counts: [{ deployment_id: "x", matches: 1 }] }, "deployment_id"],
	])("a batch that is not one is refused with the name of the field: %j", async (wrong, field) => {
		const answer = await report({ matches: wrong });
		expect(answer.status).toBe(400);
		expect(answer.body.message).toContain(field);
	});
});
