import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as requestDeploymentRoute } from "@/app/targeting/builds/[build_id]/request/route";
import { POST as activate } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { POST as cancel } from "@/app/targeting/deployments/[deployment_id]/cancel/route";
import { POST as deactivate } from "@/app/targeting/deployments/[deployment_id]/deactivate/route";
import { POST as remove } from "@/app/targeting/deployments/[deployment_id]/delete/route";
import { POST as reject } from "@/app/targeting/deployments/[deployment_id]/reject/route";
import { POST as tag } from "@/app/targeting/deployments/[deployment_id]/tag/route";
import { POST as requestBuild } from "@/app/targeting/designs/[design_id]/request/route";
import { GET as getDesign } from "@/app/targeting/designs/[design_id]/route";
import type { Principal } from "@/lib/domain/access/principal";
import { requestBuild as requestBuildOf } from "@/lib/domain/builds/request-build";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { deleteDesign } from "@/lib/domain/designs/delete-design";
import { shareDesign } from "@/lib/domain/designs/share-design";
import type { KeyScope } from "@/lib/generated/prisma/enums";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const SCOPES: KeyScope[] = ["manage", "administer"];
type Grant = { readonly type: "user" | "org"; readonly edit: boolean };
type Line = readonly [
	caller: string,
	who: (world: World) => Principal,
	expected: {
		readonly see: number;
		readonly build: number;
		readonly request: number;
		readonly cancel: number;
		/** Activate, reject, deactivate, delete and tag. */
		readonly decide: number;
	},
	how: { readonly grant?: Grant; readonly scopes?: KeyScope[] },
];

/**
 * The table of docs/contract.md, Roles and rights, by caller: the answer to each action of the
 * management API on a design of `designer`. A build of it is requested for two targets of
 * `administrator`, and for a third one that only accepts the customers.
 */
const LINES: readonly Line[] = [
	["the owner", ({ designer }) => designer, { see: 200, build: 200, request: 200, cancel: 200, decide: 403 }, {}],
	["a colleague", ({ colleague }) => colleague, { see: 200, build: 403, request: 200, cancel: 403, decide: 403 }, {}],
	[
		"a collaborator with view",
		({ outsider }) => outsider,
		{ see: 200, build: 403, request: 200, cancel: 403, decide: 403 },
		{ grant: { type: "user", edit: false } },
	],
	[
		"a collaborator with edit",
		({ outsider }) => outsider,
		{ see: 200, build: 200, request: 200, cancel: 403, decide: 403 },
		{ grant: { type: "user", edit: true } },
	],
	[
		"a member of an organization with view",
		({ outsider }) => outsider,
		{ see: 200, build: 403, request: 200, cancel: 403, decide: 403 },
		{ grant: { type: "org", edit: false } },
	],
	[
		"a member of an organization with edit",
		({ outsider }) => outsider,
		{ see: 200, build: 200, request: 200, cancel: 403, decide: 403 },
		{ grant: { type: "org", edit: true } },
	],
	[
		"an administrator of the owner's and requester's organization",
		({ customerAdministrator }) => customerAdministrator,
		{ see: 200, build: 200, request: 200, cancel: 200, decide: 403 },
		{},
	],
	[
		"an administrator of the targets",
		({ administrator }) => administrator,
		{ see: 200, build: 403, request: 403, cancel: 403, decide: 200 },
		{},
	],
	[
		"an administrator of the targets, with a key that does not administer",
		({ administrator }) => administrator,
		{ see: 404, build: 404, request: 404, cancel: 404, decide: 404 },
		{ scopes: ["manage"] },
	],
	[
		"the owner, with a key that does not manage",
		({ designer }) => designer,
		{ see: 200, build: 403, request: 403, cancel: 403, decide: 403 },
		{ scopes: ["administer"] },
	],
	[
		"an administrator of other targets",
		({ otherAdministrator }) => otherAdministrator,
		{ see: 404, build: 404, request: 404, cancel: 404, decide: 404 },
		{},
	],
	["a stranger", ({ outsider }) => outsider, { see: 404, build: 404, request: 404, cancel: 404, decide: 404 }, {}],
	// No target accepts requests from an operator's organization.
	["an operator", ({ operator }) => operator, { see: 200, build: 200, request: 404, cancel: 200, decide: 200 }, {}],
];

describe("who may do what through the management API", () => {
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

	test.each(LINES)("%s", async (_caller, who, expected, { grant, scopes = SCOPES }) => {
		const { design, build_id: buildId, deployment } = await createRequest(service, world);
		const second = await requestDeployment(service, world.designer, buildId, { targetId: world.secondTarget.id });
		if (grant !== undefined) {
			const { userId, organizationId } = who(world);
			const id = grant.type === "user" ? userId : organizationId;
			const collaborators = [{ type: grant.type, id, permissions: { view: true, edit: grant.edit } }];
			await shareDesign(service, world.designer, design.id, { collaborators });
		}
		const KEY = await issueKey(service, who(world), scopes);
		const statusOf = async (handler: RouteHandler, name: string, id: string, form: Record<string, string> = {}) =>
			(await callRoute(handler, { url: "/targeting/x", params: { [name]: id }, form: { KEY, ...form } })).status;
		const url = `/targeting/designs/${design.id}?KEY=${KEY}`;
		const see = (await callRoute(getDesign, { url, params: { design_id: design.id } })).status;
		const request = await statusOf(requestDeploymentRoute, "build_id", buildId, { targetId: world.otherTarget.id });
		const build = await statusOf(requestBuild, "design_id", design.id, { reason: "weekly" });
		const cancelled = await statusOf(cancel, "deployment_id", second.id);
		const decided: number[] = [];
		for (const decide of [reject, activate, deactivate, tag, remove]) {
			decided.push(await statusOf(decide, "deployment_id", deployment.id, decide === tag ? { tags: "eu" } : {}));
		}
		expect({ see, build, request, cancel: cancelled, decide: decided }).toEqual({
			...expected,
			decide: Array.from({ length: 5 }, () => expected.decide),
		});
		// What was refused has changed nothing.
		const after = await service.prisma.deployment.findUnique({ where: { id: deployment.id } });
		expect(after?.status).toBe(expected.decide === 200 ? undefined : "requested");
		await service.prisma.build.deleteMany({ where: { design_id: design.id, status: "requested" } });
	});

	test("a refusal for want of the key's scope says so, and does not deny who its owner is", async () => {
		const { design, build_id: buildId, deployment } = await createRequest(service, world);
		const KEY = await issueKey(service, world.designer, ["administer"]);
		const answers = [
			await callRoute(requestBuild, {
				url: "/targeting/x",
				params: { design_id: design.id },
				form: { KEY, reason: "weekly" },
			}),
			await callRoute(requestDeploymentRoute, {
				url: "/targeting/x",
				params: { build_id: buildId },
				form: { KEY, targetId: world.otherTarget.id },
			}),
			await callRoute(cancel, { url: "/targeting/x", params: { deployment_id: deployment.id }, form: { KEY } }),
		];
		for (const { status, body } of answers) {
			expect([status, body.message]).toEqual([403, "this key does not have the scope 'manage'"]);
		}
		// The product's own routes say the same.
		const unscoped = { ...world.designer, mayManage: false };
		await expect(deleteDesign(service, unscoped, design.id)).rejects.toThrow("does not have the scope 'manage'");
		await expect(deleteDesign(service, world.colleague, design.id)).rejects.toThrow("only the owner");
	});

	test("of a build that is not completed no deployment can be requested: who sees it is told its status", async () => {
		const design = await createProximityDesign(service, world.designer);
		await requestBuildOf(service, world.designer, design.id, { reason: "a test" });
		const { id } = await service.prisma.build.findFirstOrThrow({ where: { design_id: design.id } });
		const request = async (who: Principal, targetId: string) => {
			const KEY = await issueKey(service, who, SCOPES);
			const { status, body } = await callRoute(requestDeploymentRoute, {
				url: "/targeting/x",
				params: { build_id: id },
				form: { KEY, targetId },
			});
			return [status, body.message];
		};
		const waits = "cannot request deployment of a build whose status is 'requested': it must be 'done'";
		expect(await request(world.designer, world.target.id)).toEqual([409, waits]);
		expect(await request(world.designer, design.id)).toEqual([404, "target not found"]);
		expect(await request(world.outsider, world.target.id)).toEqual([404, "build not found"]);
		await service.prisma.build.deleteMany({ where: { design_id: design.id } });
	});
});
