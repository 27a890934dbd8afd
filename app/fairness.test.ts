import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as fileRoute } from "@/app/api/builds/[build_id]/file/route";
import { GET as mapRoute } from "@/app/api/designs/[design_id]/sets/[set_id]/geofences/route";
import { GET as exportAuditRoute } from "@/app/api/exports/audit/route";
import { GET as exportDeploymentsRoute } from "@/app/api/exports/deployments/route";
import { GET as listTargetsRoute } from "@/app/api/targets/route";
import { noParameters } from "@/lib/contract/deployment";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { DOWNLOAD_LIMITS } from "@/lib/http/routes/download-response";
import { EXPORT_LIMITS } from "@/lib/http/routes/export-response";
import { agentQuery, productQuery, productUpload, type RouteHandler } from "@/lib/http/routes/route";
import { REQUEST_LIMITS, UPLOAD_LIMITS } from "@/lib/http/routes/run-route";
import { log } from "@/lib/platform/log";
import { setService } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";

let service: TestService;
let world: World;
let flooder = "";
let other = "";

beforeAll(async () => {
	service = await createTestService();
	setService(service);
	world = await createWorld(service);
	flooder = await issueKey(service, world.administrator, ["manage"]);
	other = await issueKey(service, world.otherAdministrator, ["manage"]);
});
afterAll(async () => {
	setService(undefined);
	await service.drop();
});

const requestOf = (path: string, key: string) =>
	new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${key}` } });
/** An export whose client does not read it. */
const open = (key: string, route: RouteHandler = exportAuditRoute) =>
	route(requestOf("/api/exports/audit", key), { params: Promise.resolve({}) });

describe("a caller who floods", () => {
	test("requests has some under way, the rest waits, and others wait for none of them", async () => {
		const ends: (() => void)[] = [];
		const held = productQuery({
			summary: "Held",
			parameters: noParameters,
			run: async () => {
				await new Promise<void>((resolve) => ends.push(resolve));
				return { body: {} };
			},
		});
		const flood = Array.from({ length: REQUEST_LIMITS.underWay + 10 }, () =>
			callRoute(held, { url: "/api/held", headers: { authorization: `Bearer ${flooder}` } }),
		);
		await expect.poll(() => ends.length).toBe(REQUEST_LIMITS.underWay);
		const authorization = `Bearer ${other}`;
		expect((await callRoute(listTargetsRoute, { url: "/api/targets", headers: { authorization } })).status).toBe(200);
		expect(ends.length).toBe(REQUEST_LIMITS.underWay);
		for (let ended = 0; ended < flood.length; ended += 1) {
			await expect.poll(() => ends.length).toBeGreaterThan(ended);
			ends[ended]?.();
		}
		expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
	});

	test("requests by an agent key that many share has them all under way, and its refusals are nobody's", async () => {
		const { key } = await createAgentKey(service, world.administrator, world.target.id, { label: "shared" });
		const ends: (() => void)[] = [];
		const held = agentQuery({
			summary: "Held",
			parameters: noParameters,
			run: async () => {
				await new Promise<void>((resolve) => ends.push(resolve));
				throw new ForbiddenError("no");
			},
		});
		const agents = Array.from({ length: REQUEST_LIMITS.underWay + 1 }, () =>
			callRoute(held, { url: "/api/held", headers: { authorization: `Bearer ${key}` } }),
		);
		await expect.poll(() => ends.length).toBe(agents.length);
		const failures = vi.spyOn(log, "error");
		for (const end of ends) end();
		expect(new Set((await Promise.all(agents)).map(({ status }) => status))).toEqual(new Set([403]));
		expect(failures).not.toHaveBeenCalled();
		expect(await service.prisma.auditEvent.count({ where: { action: "call_refused" } })).toBe(0);
	});

	test("uploads has a few at a time", async () => {
		const ends: (() => void)[] = [];
		let isHeld = true;
		const held = productUpload({
			summary: "Held",
			accepts: ["text/csv"],
			parameters: noParameters,
			run: async () => {
				if (isHeld) await new Promise<void>((resolve) => ends.push(resolve));
				return { body: {} };
			},
		});
		const upload = () =>
			callRoute(held, {
				url: "/api/held",
				headers: { authorization: `Bearer ${flooder}`, "content-type": "text/csv" },
				body: "id",
			});
		const flood = Array.from({ length: UPLOAD_LIMITS.ofUser }, upload);
		await expect.poll(() => ends.length).toBe(UPLOAD_LIMITS.ofUser);
		expect((await upload()).status).toBe(429);
		isHeld = false;
		for (const end of ends) end();
		expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
		expect((await upload()).status).toBe(200);
	});

	test("maps and files has a few dozen at a time, and takes nothing from others", async () => {
		const { id } = await createProximityDesign(service, world.administrator);
		const { id: setId } = await service.prisma.designSet.findFirstOrThrow({ where: { design_id: id } });
		const params = Promise.resolve({ design_id: id, set_id: setId });
		const map = (key: string) => mapRoute(requestOf(`/api/designs/${id}/sets/${setId}/geofences`, key), { params });
		const opened = await Promise.all(Array.from({ length: DOWNLOAD_LIMITS.ofUser }, () => map(flooder)));
		expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
		const refused = await map(flooder);
		expect([refused.status, await refused.json()]).toMatchObject([429, { message: /too many maps and files/ }]);
		// Files are counted together with maps; others are told as ever that there is no such map.
		const file = (key: string) =>
			fileRoute(requestOf(`/api/builds/${id}/file`, key), { params: Promise.resolve({ build_id: id }) });
		expect([(await file(flooder)).status, (await file(other)).status, (await map(other)).status]).toEqual([
			429, 404, 404,
		]);
		expect(await opened[0]?.json()).toMatchObject({ type: "FeatureCollection" });
		await opened[1]?.body?.cancel();
		expect([(await file(flooder)).status, (await file(flooder)).status]).toEqual([404, 404]);
		for (const { body, bodyUsed } of opened.slice(2)) if (!bodyUsed) await body?.cancel();
	});

	test("exports has a few at a time, and takes nothing from others", async () => {
		const flood = await Promise.all(Array.from({ length: 20 }, () => open(flooder)));
		const opened = flood.filter(({ status }) => status === 200);
		const refused = flood.filter(({ status }) => status === 429);
		expect([opened.length, refused.length]).toEqual([EXPORT_LIMITS.ofUser, 20 - EXPORT_LIMITS.ofUser]);
		expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await refused[0]?.json()).toMatchObject({ error_type: "Throttled" });
		expect((await open(flooder, exportDeploymentsRoute)).status).toBe(429);

		const read = await open(other);
		expect([read.status, (await read.text()).startsWith("id,at,actor")]).toEqual([200, true]);
		const authorization = `Bearer ${flooder}`;
		expect((await callRoute(listTargetsRoute, { url: "/api/targets", headers: { authorization } })).status).toBe(200);

		// Whether it is read to its end or broken off, an export gives its slot back.
		await opened[0]?.text();
		await opened[1]?.body?.cancel();
		const again = await Promise.all([open(flooder), open(flooder), open(flooder)]);
		expect(again.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
		for (const { body } of [...opened.slice(2), ...again]) await body?.cancel();
		expect((await open(flooder)).status).toBe(200);
	});
});
