import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as reportRoute } from "@/app/api/agent/report/route";
import { POST as bulkRoute } from "@/app/api/deployments/bulk/route";
import { GET as tagsInUseRoute } from "@/app/api/deployments/tags/route";
import { PUT as visibilityRoute } from "@/app/api/designs/[design_id]/visibility/route";
import { POST as createDesignRoute } from "@/app/api/designs/route";
import { POST as agentKeyRoute } from "@/app/api/targets/[target_id]/agent-keys/route";
import { POST as createViewRoute } from "@/app/api/views/route";
import { POST as tagRoute } from "@/app/targeting/deployments/[deployment_id]/tag/route";
import { GET as listDeploymentsRoute } from "@/app/targeting/deployments/route";
import { GET as listDesignsRoute } from "@/app/targeting/designs/route";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const COMPOSED = "Zürich café".normalize("NFC");
const DECOMPOSED = COMPOSED.normalize("NFD");
/** As web pages and chats hand it on. */
const INVISIBLE = `\u200b${DECOMPOSED.replace("ch", "c\u00adh")}\u200f`;
const FORMS = [COMPOSED, DECOMPOSED, ` ${DECOMPOSED} `, INVISIBLE];

describe("texts that look the same are the same, however they were typed", () => {
	let service: TestService;
	let world: World;
	let designer: string;
	let administrator: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		designer = await issueKey(service, world.designer, ["manage"]);
		administrator = await issueKey(service, world.administrator, ["manage", "administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
	const idsOf = (answer: RouteAnswer) =>
		Array.from(answer.body.response?.data as unknown as { id: string }[], (row) => row.id);
	const tag = (id: string, tags: string) =>
		callRoute(tagRoute, { url: "/x", params: { deployment_id: id }, form: { KEY: administrator, tags } });

	test("of a deployment: set one by one and in bulk, filtered by, and asked for by an agent", async () => {
		const { deployment } = await createRequest(service, world);
		const { deployment: other } = await createRequest(service, world);
		const tagged = await tag(deployment.id, `${COMPOSED},eu,${DECOMPOSED},${INVISIBLE},\u200b`);
		expect(tagged.body.response?.data?.tags).toBe(`${COMPOSED},eu`);
		const bulk = await callRoute(bulkRoute, {
			url: "/x",
			headers: bearer(administrator),
			json: { action: "tag", tags: [INVISIBLE], items: [{ id: other.id }] },
		});
		expect(bulk.body.response?.data?.done).toBe(1);
		for (const asked of FORMS) {
			const url = `/x?detail=true&tag=${encodeURIComponent(asked)}&KEY=${administrator}`;
			const found = await callRoute(listDeploymentsRoute, { url });
			expect([asked, idsOf(found).sort()]).toEqual([asked, [deployment.id, other.id].sort()]);
		}
		const { target } = world;
		const issued = await callRoute(agentKeyRoute, {
			url: "/x",
			params: { target_id: target.id },
			headers: bearer(administrator),
			json: { label: "Rack 1" },
		});
		const key = String(issued.body.response?.data?.key);
		const report = { version: "1.0.0", memory_used: 0, memory_limit: null, deployments: [] };
		const json = { instance_id: "rack-1", tags: [INVISIBLE], ...report };
		expect((await callRoute(reportRoute, { url: "/x", headers: bearer(key), json })).status).toBe(200);
		const inUse = await callRoute(tagsInUseRoute, { url: "/x", headers: bearer(administrator) });
		expect(inUse.body.response?.data?.tags).toEqual([
			{
				tag: COMPOSED,
				deployments: 2,
				activated: 0,
				agents: [{ agent: "rack-1", target_id: target.id, silent: false }],
			},
			{ tag: "eu", deployments: 1, activated: 0, agents: [] },
		]);
	});

	test("of a design's visibility: set, and filtered by", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		const set = await callRoute(visibilityRoute, {
			url: "/x",
			method: "PUT",
			params: { design_id: id },
			headers: bearer(designer),
			json: { tags: [INVISIBLE, DECOMPOSED, COMPOSED] },
		});
		expect(set.body.response?.data?.visibility).toEqual([COMPOSED]);
		for (const asked of FORMS) {
			const url = `/x?KEY=${designer}&visibility=${encodeURIComponent(`other, ${asked}`)}`;
			expect(idsOf(await callRoute(listDesignsRoute, { url }))).toEqual([id]);
		}
	});

	test("of the targeting codes of a design, and of the segments of its audience", async () => {
		const where = { any: FORMS.map((segment) => ({ segment })) };
		const create = (codes: readonly string[]) =>
			callRoute(createDesignRoute, {
				url: "/x",
				headers: bearer(designer),
				json: {
					name: "Zürich",
					type: "audience",
					sets: codes.map((code) => ({
						set_name: "Zürich",
						targeting_code: code,
						audience: { sources: ["acme-mobile"], where },
					})),
				},
			});
		const made = await create([INVISIBLE]);
		expect([made.status, made.body.response?.data?.contents]).toEqual([
			201,
			[
				expect.objectContaining({
					targeting_code: COMPOSED,
					audience: { sources: ["acme-mobile"], where: { any: FORMS.map(() => ({ segment: COMPOSED })) } },
				}),
			],
		]);
		for (const form of FORMS) {
			const twice = await create([COMPOSED, form]);
			expect([twice.status, twice.body.message]).toEqual([
				400,
				`'sets[1].targeting_code': '${COMPOSED}' is used by another set of the design`,
			]);
		}
		const city = await create([" New York "]);
		expect(city.body.response?.data?.sets).toEqual([expect.objectContaining({ targeting_code: "New York" })]);
		const nothing = await create(["\u200b\u2060"]);
		expect([nothing.status, nothing.body.message]).toEqual([400, "'sets[0].targeting_code': must not be blank"]);
	});

	test("of the names of saved views", async () => {
		const save = (name: string) =>
			callRoute(createViewRoute, { url: "/x", headers: bearer(designer), json: { page: "/designs", name, query: "" } });
		const statuses = [];
		for (const form of FORMS) statuses.push((await save(form)).status);
		expect(statuses).toEqual([201, 409, 409, 409]);
	});
});
