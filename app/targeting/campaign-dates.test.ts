import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as bulkRoute } from "@/app/api/deployments/bulk/route";
import { GET as exportRoute } from "@/app/api/exports/deployments/route";
import { GET as listInbox } from "@/app/api/inbox/route";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { describeEvent } from "@/lib/domain/webhooks/describe-event";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { POST as requestRoute } from "./builds/[build_id]/request/route";
import { POST as activateRoute } from "./deployments/[deployment_id]/activate/route";
import { GET as listRoute } from "./deployments/route";

const FROM = "2100-11-30T06:00:00+01:00";
const FROM_UTC = "2100-11-30T05:00:00.000Z";
const UNTIL = "2100-12-14T05:00:00.000Z";

let service: TestService;
let world: World;
let designer: string;
let administrator: string;
beforeAll(async () => {
	service = await createTestService();
	setService(service);
	world = await createWorld(service);
	designer = await issueKey(service, world.designer, ["manage"]);
	administrator = await issueKey(service, world.administrator, ["administer"]);
});
afterAll(async () => {
	setService(undefined);
	await service.drop();
});

const request = async (dates: Record<string, string>) => {
	const design = await createProximityDesign(service, world.designer);
	const buildId = await completeABuild(service, world.designer, design.id);
	return callRoute(requestRoute, {
		url: `/targeting/builds/${buildId}/request`,
		params: { build_id: buildId },
		form: { KEY: designer, targetId: world.target.id, ...dates },
	});
};
const activate = (id: string, form: Record<string, string>) =>
	callRoute(activateRoute, {
		url: `/targeting/deployments/${id}/activate`,
		params: { deployment_id: id },
		form: { KEY: administrator, ...form },
	});
const idOf = ({ body }: Awaited<ReturnType<typeof request>>) => String(body.response?.data?.id);
const list = (query: string) =>
	callRoute(listRoute, { url: `/targeting/deployments?KEY=${administrator}&${query}` }).then(
		({ body }) => body.response?.data as unknown as Record<string, unknown>[],
	);

test("Request Deployment takes the dates, and the contract's row stays as it is", async () => {
	const plain = await request({});
	const dated = await request({ activate_at: FROM, deactivate_at: UNTIL });
	expect(dated.status).toBe(200);
	expect(Object.keys(dated.body.response?.data ?? {})).toEqual(Object.keys(plain.body.response?.data ?? {}));
	const row = (await list("detail=true")).find(({ id }) => id === idOf(dated));
	expect(row?.proposed).toEqual({ activate_at: FROM_UTC, deactivate_at: UNTIL });
	expect((await list("limit=1"))[0]).not.toHaveProperty("proposed");
});

test.each([
	[{ activate_at: "tomorrow" }, "activate_at"],
	[{ activate_at: "" }, "activate_at"],
	[{ deactivate_at: "2100-11-30" }, "deactivate_at"],
	[{ deactivate_at: "2020-11-30T06:00Z" }, "deactivate_at"],
	[{ activate_at: UNTIL, deactivate_at: FROM }, "deactivate_at"],
])("%j is refused, naming %s", async (dates, parameter) => {
	const { status, body } = await request(dates as Record<string, string>);
	expect([status, body.error_type]).toEqual([400, "InvalidArgument"]);
	expect(body.message).toContain(`'${parameter}'`);
});

test("Activate acts now, and as proposed on demand", async () => {
	const [first, second] = [idOf(await request({ activate_at: FROM })), idOf(await request({ activate_at: FROM }))];
	const now = await activate(first, {});
	expect([now.status, now.body.response?.data?.status]).toEqual([200, "activated"]);
	const proposed = await activate(second, { as_proposed: "true" });
	expect([proposed.status, proposed.body.response?.data?.status]).toEqual([200, "requested"]);
	expect((await list("detail=true&scheduled=true")).map(({ id }) => id)).toEqual([second]);
	expect((await activate(second, { as_proposed: "yes" })).body.message).toContain("'as_proposed'");
});

test("bulk takes as_proposed with activate alone", async () => {
	const id = idOf(await request({ activate_at: FROM, deactivate_at: UNTIL }));
	const bulk = (json: object) =>
		callRoute(bulkRoute, {
			url: "/api/deployments/bulk",
			json: { items: [{ id }], as_proposed: true, ...json },
			headers: { authorization: `Bearer ${administrator}` },
		});
	const refused = await bulk({ action: "deactivate" });
	expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("'as_proposed'")]);
	expect((await bulk({ action: "activate" })).body.response?.data?.outcomes).toEqual([
		{ id, ok: true, status: "requested", revision: 2 },
	]);
});

test("the export, the inbox and webhooks tell the dates", async () => {
	const id = idOf(await request({ activate_at: FROM, deactivate_at: UNTIL }));
	const response = await exportRoute(
		new Request("http://localhost/api/exports/deployments", {
			headers: { authorization: `Bearer ${administrator}`, "x-ts-secure": "1", "x-ts-client-ip": "192.0.2.7" },
		}),
		{ params: Promise.resolve({}) },
	);
	const [header = "", ...lines] = (await response.text()).split("\r\n");
	const cells = lines.find((text) => text.startsWith(id))?.split(",") ?? [];
	const cell = (column: string) => cells[header.split(",").indexOf(column)];
	expect([cell("proposed_activation"), cell("proposed_deactivation")]).toEqual([FROM_UTC, UNTIL]);

	const event = await service.prisma.auditEvent.findFirstOrThrow({ where: { object_id: id } });
	await service.prisma.$transaction((tx) => inboxSink.take(service, tx as never, [event]));
	const inbox = await callRoute(listInbox, {
		url: "/api/inbox",
		headers: { authorization: `Bearer ${administrator}` },
	});
	expect(JSON.stringify(inbox.body)).toContain("from 2100-11-30 05:00 UTC until 2100-12-14 05:00 UTC");
	const told = await describeEvent(service, world.administrator, event, "deployment.requested");
	expect(told.deployment?.proposed).toEqual({ activate_at: FROM_UTC, deactivate_at: UNTIL });
});
