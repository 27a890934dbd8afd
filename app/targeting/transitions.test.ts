import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as buildsOfDesignRoute } from "@/app/api/designs/[design_id]/builds/route";
import { POST as requestDeploymentRoute } from "@/app/targeting/builds/[build_id]/request/route";
import { GET as listBuildsRoute } from "@/app/targeting/builds/route";
import { POST as activate } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { POST as cancel } from "@/app/targeting/deployments/[deployment_id]/cancel/route";
import { POST as deactivate } from "@/app/targeting/deployments/[deployment_id]/deactivate/route";
import { POST as remove } from "@/app/targeting/deployments/[deployment_id]/delete/route";
import { POST as reject } from "@/app/targeting/deployments/[deployment_id]/reject/route";
import { POST as tag } from "@/app/targeting/deployments/[deployment_id]/tag/route";
import { GET as listDeploymentsRoute } from "@/app/targeting/deployments/route";
import { POST as requestBuildRoute } from "@/app/targeting/designs/[design_id]/request/route";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { type Answered, callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const ACTIONS = { cancel, reject, activate, deactivate, delete: remove, tag } as const;
type Action = keyof typeof ACTIONS;

/** How a request gets into each state. */
const WAYS = {
	requested: [],
	activated: ["activate"],
	deactivated: ["activate", "deactivate"],
	rejected: ["reject"],
	cancelled: ["cancel"],
	deleted: ["delete"],
} as const satisfies Record<string, readonly Action[]>;
type State = keyof typeof WAYS;

/** What is listed after each action (null: nothing); the refusal's status where it is refused. */
type Outcome = "requested" | "activated" | "deactivated" | null | 404 | 409;
/** The table of docs/contract.md, Deployment status, read for every state, with Activation. */
const TABLE: Readonly<Record<State, Readonly<Record<Action, Outcome>>>> = {
	requested: { cancel: null, reject: null, activate: "activated", deactivate: 409, delete: null, tag: "requested" },
	activated: { cancel: 409, reject: 409, activate: 409, deactivate: "deactivated", delete: null, tag: "activated" },
	deactivated: { cancel: 409, reject: 409, activate: "activated", deactivate: 409, delete: null, tag: "deactivated" },
	rejected: { cancel: 409, reject: 409, activate: "activated", deactivate: 409, delete: null, tag: null },
	cancelled: { cancel: 409, reject: 409, activate: 409, deactivate: 409, delete: null, tag: null },
	deleted: { cancel: 404, reject: 404, activate: 404, deactivate: 404, delete: 404, tag: 404 },
};
const CASES = (Object.keys(TABLE) as State[]).flatMap((state) =>
	(Object.keys(ACTIONS) as Action[]).map((action) => [action, state, TABLE[state][action]] as const),
);

describe("deployments by the contract", () => {
	let service: TestService;
	let world: World;
	let buildId: string;
	let designId: string;
	let key: string;
	let administratorKey: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		key = await issueKey(service, world.designer, ["manage"]);
		administratorKey = await issueKey(service, world.administrator, ["manage", "administer"]);
		const first = await createRequest(service, world);
		[buildId, designId] = [first.build_id, first.design.id];
		await act("delete", first.deployment.id);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const post = (handler: RouteHandler, params: Record<string, string>, form: Record<string, string>) =>
		callRoute(handler, { url: "/targeting/x", params, form });
	const act = (action: Action, id: string, form: Record<string, string> = {}) =>
		post(ACTIONS[action], { deployment_id: id }, { KEY: action === "cancel" ? key : administratorKey, ...form });
	const request = async (form: Record<string, string> = {}) => {
		const answer = await post(
			requestDeploymentRoute,
			{ build_id: buildId },
			{ KEY: key, targetId: world.target.id, ...form },
		);
		return String(answer.body.response?.data?.id);
	};
	const rows = async (handler: RouteHandler, query: string) =>
		Array.from(
			(await callRoute(handler, { url: `/targeting/x?KEY=${key}&${query}` })).body.response
				?.data as unknown as Answered[],
		);
	const listed = (id: string) => rows(listDeploymentsRoute, `q=${id}`);

	test.each(CASES)("%s a deployment that is %s: %s", async (action, state, outcome) => {
		const id = await request();
		for (const step of WAYS[state]) expect((await act(step, id)).status).toBe(200);
		const before = await listed(id);
		const answer = await act(action, id, action === "tag" ? { tags: "eu" } : {});
		const after = await listed(id);
		if (outcome === 404 || outcome === 409) {
			expect([answer.status, answer.body.status, after]).toEqual([outcome, "error", before]);
			if (outcome === 409) expect(answer.body.message).toContain(`whose status is '${state}'`);
		} else {
			const response = outcome === null ? {} : { data: after[0] };
			expect([answer.status, answer.body]).toEqual([200, { version: 4, status: "OK", response }]);
			expect(after.map(({ status, tags }) => [status, tags])).toEqual(
				outcome === null ? [] : [[outcome, action === "tag" ? "eu" : ""]],
			);
		}
		// The rows of the designs' list say the same.
		const [design] = await rows(listBuildsRoute, `q=${designId}`);
		expect(Array.from(design?.deployments as unknown as Answered[])).toEqual(
			after.map((row) => ({
				id,
				target: row.target,
				target_id: row.target_id,
				status: row.status,
				build_id: buildId,
			})),
		);
		if (state !== "deleted" && action !== "delete") await act("delete", id);
	});

	test("each list of tags replaces the one before it, and an empty one clears it", async () => {
		const id = await request();
		for (const [tags, kept] of [
			["eu,fast", "eu,fast"],
			[" us ", "us"],
			["", ""],
		] as const) {
			const answer = await act("tag", id, { tags });
			expect([answer.body.response?.data?.tags, (await listed(id))[0]?.tags]).toEqual([kept, kept]);
		}
		await act("delete", id);
	});

	test("reason and messages are kept word for word, for who reads them", async () => {
		const words = (of: string) => `${of}: Grüße, 100 % + «1&2=3»; ☕\r\n "ok" '\\`;
		const detail = async (id: string) => {
			const url = `/targeting/deployments?detail=true&q=${id}&KEY=${administratorKey}`;
			const answer = await callRoute(listDeploymentsRoute, { url });
			return Array.from(answer.body.response?.data as unknown as Answered[])[0];
		};
		for (const action of ["cancel", "reject", "activate"] as const) {
			const id = await request({ message: words("request") });
			expect(await detail(id)).toMatchObject({ message: words("request"), status_reason: null });
			expect((await act(action, id, { message: words(action) })).status).toBe(200);
			expect(await detail(id)).toMatchObject({ message: words("request"), status_reason: words(action) });
			const event = { object_id: id, action, reason: words(action) };
			expect(await service.prisma.auditEvent.count({ where: event })).toBe(1);
			if (action !== "activate") continue;
			// The note belongs to that activation alone, and a blank one is none.
			expect((await act("deactivate", id)).status).toBe(200);
			expect(await detail(id)).toMatchObject({ status_reason: null });
			expect((await act("activate", id, { message: " " })).status).toBe(200);
			expect(await detail(id)).toMatchObject({ status: "activated", status_reason: null });
		}
		const design = await createProximityDesign(service, world.designer);
		const params = { design_id: design.id };
		expect((await post(requestBuildRoute, params, { KEY: key, reason: words("build") })).status).toBe(200);
		const headers = { authorization: `Bearer ${key}` };
		const builds = await callRoute(buildsOfDesignRoute, { url: `/api/designs/${design.id}/builds`, params, headers });
		expect(builds.body.response?.data).toMatchObject([{ reason: words("build") }]);
	});
});
