import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildListDetail, buildListRow } from "@/lib/contract/build";
import { deployment, deploymentDetail } from "@/lib/contract/deployment";
import { design, designDetail } from "@/lib/contract/design";
import { designRow } from "@/lib/contract/design-list";
import { loadPeople } from "@/lib/domain/access/load-people";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { cancelDeployment } from "@/lib/domain/deployments/transitions/cancel-deployment";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { GET as listBuilds } from "./builds/route";
import { POST as tagDeployment } from "./deployments/[deployment_id]/tag/route";
import { GET as listDeployments } from "./deployments/route";
import { GET as getDesign } from "./designs/[design_id]/route";
import { GET as listDesigns } from "./designs/route";

const LISTS = [
	["designs", listDesigns, design, designRow],
	["builds", listBuilds, buildListRow, buildListDetail],
	["deployments", listDeployments, deployment, deploymentDetail],
] as const;

/** docs/contract.md, The extension `detail=true`. */
describe("detail=true", () => {
	let service: TestService;
	let world: World;
	let designer: string;
	let administrator: string;
	let waiting: Awaited<ReturnType<typeof createRequest>>;
	let cancelled: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		designer = await issueKey(service, world.designer, ["manage"]);
		administrator = await issueKey(service, world.administrator, ["administer"]);
		waiting = await createRequest(service, world);
		cancelled = (await createRequest(service, world)).deployment.id;
		await cancelDeployment(service, world.designer, cancelled, {});
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const get = (handler: RouteHandler, query: string, key = designer) =>
		callRoute(handler, { url: `/x?${query}&KEY=${key}`, params: { design_id: waiting.design.id } });
	const rowsOf = async (handler: RouteHandler, query: string, key?: string) => {
		const { status, body } = await get(handler, query, key);
		expect(status).toBe(200);
		return z.array(z.looseObject({})).parse(body.response?.data);
	};

	test.each(LISTS)(
		"%s: the contract's row, and more of it only where it is asked for",
		async (_name, list, row, detailed) => {
			const contract = await rowsOf(list, "limit=5");
			expect(contract.length).toBeGreaterThan(0);
			expect(row.array().parse(contract)).toEqual(contract);
			expect(await rowsOf(list, "limit=5&detail=false")).toEqual(contract);
			const more = await rowsOf(list, `limit=5&detail=true${list === listDeployments ? "&status=requested" : ""}`);
			expect(detailed.array().parse(more)).toEqual(more);
			expect(more).toMatchObject(contract);
			expect(Object.keys(more[0] ?? {}).length).toBeGreaterThan(Object.keys(contract[0] ?? {}).length);
		},
	);

	test("Get Design: the same", async () => {
		const contract = (await get(getDesign, "")).body.response?.data;
		expect(design.parse(contract)).toEqual(contract);
		const more = (await get(getDesign, "detail=true")).body.response?.data;
		expect(designDetail.parse(more)).toEqual(more);
		expect(more).toMatchObject(contract ?? {});
	});

	test("rows name the people behind e-mails, with their organizations", async () => {
		const organization = await service.prisma.organization.findUniqueOrThrow({
			where: { id: world.designer.organizationId },
		});
		await service.prisma.user.update({
			where: { id: world.designer.userId },
			data: { first_name: "Dana", last_name: "Schmidt" },
		});
		const dana = { id: world.designer.userId, name: "Dana Schmidt", organization: organization.name };
		const query = `detail=true&q=${waiting.design.id}`;
		expect(await rowsOf(listDesigns, query)).toMatchObject([{ owner_person: dana }]);
		expect(await rowsOf(listBuilds, query)).toMatchObject([{ owner_person: dana }]);
		expect(await rowsOf(listDeployments, `detail=true&status=requested&design_id=${waiting.design.id}`)).toMatchObject([
			{ requester_person: dana, builder_person: dana, deployer_person: null },
		]);
	});

	test("a person without a name has an empty one", async () => {
		const { userId, organizationId } = world.colleague;
		expect((await loadPeople(service.prisma, [userId, null, undefined, userId])).get(userId)).toEqual({
			id: userId,
			name: "",
			organization: (await service.prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })).name,
		});
	});

	test("builds say what agents report on activated deployments", async () => {
		const { deployment: live } = await createRequest(service, world, world.secondTarget.id);
		await activateDeployment(service, world.administrator, live.id);
		const report = (name: string, state: "loaded" | "refused" | null, lastSeenAt = service.now()) =>
			service.prisma.agent.create({
				data: {
					target_id: world.secondTarget.id,
					instance_id: name,
					version: "1",
					memory_used: 0,
					last_seen_at: lastSeenAt,
					...(state === null ? {} : { deployments: { create: [{ deployment_id: live.id, state }] } }),
				},
			});
		const states = async () =>
			(await rowsOf(listBuilds, `detail=true&q=${live.design_id}`)).flatMap(({ deployments }) => deployments);
		expect(await states()).toMatchObject([{ id: live.id, actual: "no_agent", agents_expected: 0 }]);
		await report("one", "loaded");
		await report("two", null, new Date(service.now().getTime() - 3_600_000));
		expect(await states()).toMatchObject([
			{ actual: "loaded", agents_expected: 2, agents_loaded: 1, agents_failed: 0 },
		]);
		await report("three", "refused");
		expect(await states()).toMatchObject([
			{ actual: "failed", agents_expected: 3, agents_loaded: 1, agents_failed: 1 },
		]);
	});

	test("builds say who may request their deployment", async () => {
		const permitted = async (key: string) =>
			(await rowsOf(listBuilds, `detail=true&q=${waiting.design.id}`, key)).map(({ permissions }) => permissions);
		expect(await permitted(designer)).toEqual([{ request_deployment: true }]);
		expect(await permitted(administrator)).toEqual([{ request_deployment: false }]);
	});

	test.each([
		["designs", "status=built"],
		["designs", "mine=true"],
		["designs", "shared=with_me"],
		["designs", "live=true"],
		["designs", "sort=name"],
		["deployments", "design_id=0b9fd7a5-2d9c-4c6b-8f0e-6a3d1f7c2b10"],
		["deployments", "build_id=0b9fd7a5-2d9c-4c6b-8f0e-6a3d1f7c2b10"],
		["deployments", "target_id=0b9fd7a5-2d9c-4c6b-8f0e-6a3d1f7c2b10"],
		["deployments", "tag=north"],
		["deployments", "requested_by=me"],
		["deployments", "requester_org_id=0b9fd7a5-2d9c-4c6b-8f0e-6a3d1f7c2b10"],
		["deployments", "actual=loaded"],
		["deployments", "scheduled=true"],
	])("without it a further filter is unknown: %s?%s", async (name, query) => {
		const list = name === "designs" ? listDesigns : listDeployments;
		const [filter] = query.split("=");
		for (const without of [query, `${query}&detail=false`]) {
			expect(await get(list, without)).toMatchObject({
				status: 400,
				body: { error_type: "InvalidArgument", message: `unknown parameter '${filter}' without 'detail=true'` },
			});
		}
		expect((await get(list, `${query}&detail=true`)).status).toBe(200);
	});

	test("deployments are found by the organization that requested them", async () => {
		const ids = async (organizationId: string) =>
			(await rowsOf(listDeployments, `detail=true&status=requested&requester_org_id=${organizationId}`)).map(
				({ id }) => id,
			);
		expect(await ids(world.designer.organizationId)).toContain(waiting.deployment.id);
		expect(await ids(world.outsider.organizationId)).toEqual([]);
	});

	test("internal statuses of deployments are known with it alone", async () => {
		expect(await get(listDeployments, "status=cancelled")).toMatchObject({
			status: 400,
			body: { message: "parameter 'status' takes only activated, deactivated, requested" },
		});
		const found = await rowsOf(listDeployments, "detail=true&status=cancelled,rejected");
		expect(found).toEqual([expect.objectContaining({ id: cancelled, status: "cancelled" })]);
	});

	test.each([
		["detail=yes", "parameter 'detail' must be 'true', 'false', '1' or '0'"],
		["detail=", "parameter 'detail' must be 'true', 'false', '1' or '0'"],
		["detail=true&detail=true", "parameter 'detail' is given more than once"],
		["detail=true&color=red", "unknown parameter 'color'"],
		["detail=true&q=a&q=b", "parameter 'q' is given more than once"],
	])("%s: 400", async (query, message) => {
		for (const [, list] of LISTS) expect(await get(list, query)).toMatchObject({ status: 400, body: { message } });
	});

	test("what changes something does not know it", async () => {
		const form = { tags: "a", detail: "true", KEY: administrator };
		const answer = await callRoute(tagDeployment, { url: "/x", params: { deployment_id: cancelled }, form });
		expect(answer).toMatchObject({ status: 400, body: { message: "unknown parameter 'detail'" } });
	});
});
