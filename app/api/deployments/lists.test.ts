import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as exportRoute } from "@/app/api/exports/deployments/route";
import { GET as listRoute } from "@/app/targeting/deployments/route";
import { type DeploymentDetail, deploymentDetail } from "@/lib/contract/deployment";
import { queueResponse } from "@/lib/contract/queue";
import { tagsInUse } from "@/lib/contract/tags";
import { commentOnDeployment } from "@/lib/domain/deployments/comments/comment-on-deployment";
import { scheduleDeployment } from "@/lib/domain/deployments/schedules/schedule-deployment";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { tagDeployment } from "@/lib/domain/deployments/transitions/tag-deployment";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { GET as queueRoute } from "./queue/route";
import { GET as tagsRoute } from "./tags/route";

describe("lists of deployments", () => {
	let service: TestService;
	let world: World;
	let administrator: string;
	/** Ids by the peculiarity of each deployment. */
	const ids: Record<string, string> = {};
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		administrator = await issueKey(service, world.administrator, ["administer"]);
		for (const name of ["loaded", "pending", "failed", "no_agent", "waiting", "scheduled", "elsewhere"]) {
			const target = name === "elsewhere" ? world.otherTarget : name === "waiting" ? world.secondTarget : world.target;
			const { deployment } = await createRequest(service, world, target.id);
			ids[name] = deployment.id;
			if (["loaded", "pending", "failed", "no_agent"].includes(name)) {
				await activateDeployment(service, world.administrator, deployment.id);
				const tags = name === "no_agent" ? ["south"] : ["north", `=${name}`];
				await tagDeployment(service, world.administrator, deployment.id, { tags });
			}
		}
		const at = new Date(service.now().getTime() + 3_600_000).toISOString();
		await scheduleDeployment(service, world.administrator, ids.scheduled ?? "", { activate_at: at });
		const entry = (name: string, state: "loaded" | "failed", error: string | null = null) => ({
			deployment_id: ids[name] ?? "",
			state,
			digest: null,
			error,
		});
		await recordAgentReport(
			service,
			{ agentKeyId: world.target.id, targetId: world.target.id },
			{
				instance_id: "edge-1",
				version: "1.0.0",
				tags: ["north", "west"],
				memory_used: 0,
				memory_limit: null,
				deployments: [entry("loaded", "loaded"), entry("failed", "failed", "no room")],
			},
		);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const list = (query: string, key = administrator) =>
		callRoute(listRoute, { url: `/targeting/deployments?detail=true&${query}&KEY=${key}` });
	const getTags = (query: string, key = administrator) =>
		callRoute(tagsRoute, { url: `/api/deployments/tags?${query}`, headers: { authorization: `Bearer ${key}` } });
	const rows = async (query: string, key?: string): Promise<DeploymentDetail[]> => {
		const answer = await list(query, key);
		expect(answer.status).toBe(200);
		const found = deploymentDetail.array().parse(answer.body.response?.data);
		expect(answer.body.response?.total_row_count).toBe(found.length);
		return found;
	};
	const names = async (query: string, key?: string) => {
		const found = await rows(query, key);
		return found.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)).sort();
	};
	const text = async (query: string, key = administrator) => {
		const headers = { authorization: `Bearer ${key}`, "x-ts-request-id": "test", "x-ts-secure": "1" };
		const request = new Request(`http://localhost/api/exports/deployments?${query}`, { headers });
		const response = await exportRoute(request, { params: Promise.resolve({}) });
		return { response, lines: (await response.text()).split("\r\n") };
	};

	test("by what agents report: as the rows themselves tell it", async () => {
		for (const actual of ["loaded", "pending", "failed", "no_agent"]) {
			expect(await names(`actual=${actual}`)).toEqual([actual]);
			expect(await rows(`actual=${actual}`)).toMatchObject([{ actual }]);
		}
		expect(await rows("actual=loaded")).toMatchObject([{ agents_expected: 1, agents_loaded: 1, agents_failed: 0 }]);
		service.advance(31_000);
		expect(await names("actual=no_agent")).toEqual(["failed", "loaded", "no_agent", "pending"]);
		expect(await names("actual=loaded")).toEqual([]);
	});

	test("by target, build, tag, requester and schedule", async () => {
		const of = (name: string) => service.prisma.deployment.findUniqueOrThrow({ where: { id: ids[name] ?? "" } });
		expect(await names(`target_id=${world.secondTarget.id}`)).toEqual(["waiting"]);
		expect(await names(`target_id=${world.otherTarget.id}`)).toEqual([]);
		expect(await names(`build_id=${(await of("pending")).build_id}`)).toEqual(["pending"]);
		expect(await names("tag=north")).toEqual(["failed", "loaded", "pending"]);
		expect(await names("tag=nor")).toEqual([]);
		expect(await names("scheduled=true")).toEqual(["scheduled"]);
		expect((await names("scheduled=false")).includes("scheduled")).toBe(false);
		expect(await names("requested_by=me")).toEqual([]);
		const designer = await issueKey(service, world.designer, ["manage"]);
		const colleague = await issueKey(service, world.colleague, ["manage"]);
		expect(await names("requested_by=me", designer)).toHaveLength(7);
		expect(await names("requested_by=me", colleague)).toEqual([]);
		expect(await names("requested_by=me&status=requested&tag=north", designer)).toEqual([]);
	});

	test("by who administers the target, which others than the requester's administrators do", async () => {
		const boss = await issueKey(service, world.customerAdministrator, ["administer"]);
		const operator = await issueKey(service, world.operator, ["administer"]);
		const pending = ["elsewhere", "scheduled", "waiting"];
		const by = (key: string) =>
			Promise.all(
				["", "&administered=true", "&administered=false"].map((more) => names(`status=requested${more}`, key)),
			);
		expect(await by(administrator)).toEqual([["scheduled", "waiting"], ["scheduled", "waiting"], []]);
		expect(await by(boss)).toEqual([pending, [], pending]);
		expect(await by(operator)).toEqual([pending, pending, []]);
		expect(await by(await issueKey(service, world.designer, ["manage"]))).toEqual([pending, [], pending]);
	});

	test("a tag that is one of a deployment's words anyway is counted at once, and no longer than it has it", async () => {
		const id = ids.waiting ?? "";
		const { search_document: searchDocument, tags: before } = await service.prisma.deployment.findUniqueOrThrow({
			where: { id },
		});
		const [word = ""] = searchDocument.split(" ");
		const setTags = async (tags: readonly string[]) => {
			await tagDeployment(service, world.administrator, id, { tags });
			// The whole list, and its total alone.
			expect(await names(`tag=${word}`)).toEqual(tags.includes(word) ? ["waiting"] : []);
			const { body } = await list(`tag=${word}&limit=0`);
			return body.response?.total_row_count;
		};
		expect([await setTags([]), await setTags([word]), await setTags([])]).toEqual([0, 1, 0]);
		await tagDeployment(service, world.administrator, id, { tags: before });
	});

	test.each([
		["actual=maybe", "parameter 'actual' must be one of loaded, pending, failed, no_agent"],
		["requested_by=you", "parameter 'requested_by' must be one of me"],
		["administered=me", "parameter 'administered' must be 'true', 'false', '1' or '0'"],
		["target_id=x", "parameter 'target_id' must be a GUID"],
		["tag=", "parameter 'tag' must not be blank"],
	])("%s: 400", async (query, message) => {
		expect(await list(query)).toMatchObject({ status: 400, body: { message } });
	});

	test("the requester's organization is that of the request, whatever theirs is since", async () => {
		const { userId, organizationId, organizationSlug } = world.designer;
		const moveTo = (to: string) =>
			service.prisma.user.update({ where: { id: userId }, data: { organization_id: to }, select: { id: true } });
		await moveTo(world.otherAdministrator.organizationId);
		try {
			expect(await rows("scheduled=true")).toMatchObject([{ requester_org: organizationSlug }]);
		} finally {
			await moveTo(organizationId);
		}
	});

	test("tags in use with their counts and the agents that ask for them", async () => {
		const tags = async (query: string, key?: string) =>
			tagsInUse.parse((await getTags(query, key)).body.response?.data);
		const edge = { agent: "edge-1", target_id: world.target.id, silent: true };
		const all = await tags("");
		expect(all.tags[0]).toEqual({ tag: "north", deployments: 3, activated: 3, agents: [edge] });
		expect(all.tags.at(-1)).toEqual({ tag: "west", deployments: 0, activated: 0, agents: [edge] });
		expect(all.agents_without_tags).toEqual([]);
		expect((await tags(`target_id=${world.secondTarget.id}`)).tags).toEqual([]);
		const designer = await issueKey(service, world.designer, ["manage"]);
		const seen = await tags(`target_id=${world.target.id}`, designer);
		expect(seen.tags[0]).toEqual({ tag: "north", deployments: 3, activated: 3, agents: [] });
		const outsider = await issueKey(service, world.outsider, ["manage"]);
		expect((await tags("", outsider)).tags).toEqual([]);
		const foreign = "00000000-0000-4000-8000-000000000000";
		expect(await getTags(`target_id=${foreign}`)).toMatchObject({ status: 404 });
	});

	test("the export has the list's rows in the list's order, and no formulas", async () => {
		const { response, lines } = await text("tag=north&sort=build_date&order=asc");
		expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
		expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="deployments-2026-01-05\.csv"$/);
		const [header, ...body] = lines;
		expect(header?.startsWith("id,status,actual,agents_loaded")).toBe(true);
		expect(body.map((line) => line.split(",")[0])).toEqual([ids.loaded, ids.pending, ids.failed, ""]);
		const column = header?.split(",").indexOf("tags") ?? -1;
		expect(body[0]).toContain('"north,=loaded"');
		await tagDeployment(service, world.administrator, ids.no_agent ?? "", { tags: ["=1+1"] });
		const formula = (await text("tag=%3D1%2B1")).lines[1];
		expect(formula?.split(",")[column]).toBe("'=1+1");
		expect((await text("status=cancelled")).lines).toEqual([header, ""]);
		const outsider = await issueKey(service, world.outsider, ["manage"]);
		expect((await text("", outsider)).lines).toEqual([header, ""]);
		expect((await text("limit=1")).response.status).toBe(400);
	});

	test("the queue has what waits for the caller, with warnings, and all of it in figures", async () => {
		const queue = async (query: string, key = administrator) => {
			const headers = { authorization: `Bearer ${key}` };
			const answer = await callRoute(queueRoute, { url: `/api/deployments/queue?${query}`, headers });
			return queueResponse.parse(answer.body).response;
		};
		const figures = { pending_count: 1, question_count: 0, scheduled_count: 1, scheduled: [{ id: ids.scheduled }] };
		const { data, ...all } = await queue("");
		expect(data).toMatchObject([{ id: ids.waiting, comment_count: 0, warnings: [{ code: "no_living_agent" }] }]);
		expect(all).toMatchObject({ ...figures, oldest_requested_at: data[0]?.requested_at });
		expect(await queue("type=audience")).toMatchObject({ ...figures, data: [], total_row_count: 0 });
		const designer = await issueKey(service, world.designer, ["manage"]);
		expect(await queue("", designer)).toMatchObject({ data: [], pending_count: 0, scheduled_count: 0 });
		await commentOnDeployment(service, world.administrator, ids.waiting ?? "", { text: "Why?", question: true });
		expect(await queue("")).toMatchObject({ data: [], pending_count: 0, oldest_requested_at: null, question_count: 1 });
		expect(await queue("waiting_for=requester")).toMatchObject({ data: [{ id: ids.waiting, comment_count: 1 }] });
	});
});
