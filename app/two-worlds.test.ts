import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { changeFeed } from "@/lib/domain/events/change-feed";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { setDatabase } from "@/lib/platform/db/client";
import { setService } from "@/lib/platform/service";
import { type RightCall, rightCalls } from "@/lib/tools/testing/access/access-calls";
import { type AccessWorld, createAccessWorld } from "@/lib/tools/testing/access/access-world";
import type { Shown } from "@/lib/tools/testing/access/cast";
import type { PersonName } from "@/lib/tools/testing/access/people";
import { ROUTE_ROWS } from "@/lib/tools/testing/access/route-rows";
import { send } from "@/lib/tools/testing/access/send";
import { findRoute } from "@/lib/tools/testing/call-named-route";
import { callRoute } from "@/lib/tools/testing/call-route";
import { eventually } from "@/lib/tools/testing/eventually";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { prepareWrite, WRITE_ROUTES, writeRequest } from "@/lib/tools/testing/write-calls";
import { tomorrow } from "@/lib/tools/testing/write-preparations";

/**
 * What all share: sources that are open to all, places, releases of points of interest, regions of the
 * map, the list of opt-outs, and columns within an organization.
 */
const SHARED =
	/inventory-sources|place-categories|points-of-interest|poi-releases|basemap|opt-outs|device-erasures|automation|geofence-columns/;
const HIDDEN_WRITES = WRITE_ROUTES.filter((route) => !SHARED.test(route));
const READERS: PersonName[] = [
	"owner",
	"boss",
	"requester",
	"requester-boss",
	"org-viewer",
	"decider",
	"target-designer",
	"other-boss",
	"stranger",
];
const READS = ROUTE_ROWS.filter(
	([row, door]) =>
		row.startsWith("GET /") && ["management GET", "read", "file"].includes(door) && !row.includes("/events"),
)
	.map(([row]) => row)
	// A refused read is an event of its reader: the audit is read after all others.
	.sort((a, b) => Number(a.includes("/audit")) - Number(b.includes("/audit")));
/** Further queries of lists, besides the whole list. */
const QUERIES: Readonly<Record<string, readonly Record<string, string>[]>> = {
	"GET /targeting/designs": [{ detail: "true" }, { q: "coffee" }, { limit: "0" }, { detail: "true", sort: "name" }],
	"GET /targeting/builds": [
		{ detail: "true" },
		{ q: "berlin" },
		{ limit: "0" },
		{ deployment_status: "undeployed,out_of_date,activated" },
	],
	"GET /targeting/deployments": [
		{ detail: "true" },
		{ detail: "true", q: "coffee" },
		{ limit: "0" },
		{ detail: "true", recently_ended: "true" },
		{ sort: "build_size" },
	],
	"GET /api/directory": [{ q: "ac" }, { q: "example" }],
	"GET /api/audit": [{ limit: "500" }, { q: "coffee" }],
	"GET /api/users": [{ q: "example" }],
};

/**
 * Two worlds that differ in what a caller may not see, and in nothing else: one before and one after
 * strangers did all that the service can do. Every read answers both alike, to the byte.
 */
describe("two worlds", () => {
	let service: TestService;
	let reads: TestService;
	let world: AccessWorld;
	let hidden: World;
	let calls: ReadonlyMap<string, RightCall>;
	const before = new Map<string, string>();
	const streams = new Map<PersonName, Stream>();
	beforeAll(async () => {
		service = await createTestService();
		world = await createAccessWorld(service);
		// Colleagues of one of the readers, in an organization whose members see their own.
		const { organizationId: id, organizationSlug: slug, membersSee } = world.cast.people["org-viewer"];
		const press = await service.prisma.organization.findUniqueOrThrow({ where: { id } });
		hidden = await createWorld(service, { id, slug, members_see: membersSee });
		calls = await rightCalls(world.ids, tomorrow(service));
		await setAccepted(false);
		await handOver(service, [inboxSink]);
		// Both worlds are read at one time, which is later than anything that happens.
		const time = new Date(service.now().getTime() + 3_600_000);
		reads = { ...service, now: () => time };
		// The first use of a key in a minute is noted, and shown.
		setService(reads);
		for (const reader of READERS) await send("GET /api/keys", {}, world.cast.shown[reader]);
		for (const read of READS)
			for (const reader of READERS) before.set(`${read} ${reader}`, await answersOf(read, reader));
		setService(service);
		setDatabase(service.database);
		for (const reader of [...READERS, "operator"] as const) streams.set(reader, await follow(world.cast.shown[reader]));
		await setAccepted(true);
		await liveHidden();
		// What all of the organization know is no secret: its name, and the targets that take its requests.
		await service.prisma.organization.update({ where: { id }, data: press });
		await setAccepted(false);
		setService(reads);
	});
	afterAll(async () => {
		await changeFeed(service.database, service).stop();
		setDatabase(undefined);
		setService(undefined);
		await service.drop();
	});

	/** Targets of strangers that accept a reader's organization while its members are at work. */
	const accepting = () => [hidden.target, hidden.secondTarget, hidden.otherTarget].map((target) => target.id);
	async function setAccepted(isAccepted: boolean): Promise<void> {
		const { organizationId } = hidden.designer;
		const rows = accepting().map((targetId) => ({ target_id: targetId, organization_id: organizationId }));
		const { targetAcceptedOrganization: accepted } = service.prisma;
		await (isAccepted ? accepted.createMany({ data: rows }) : accepted.deleteMany({ where: { OR: rows } }));
	}

	async function answersOf(read: string, reader: PersonName): Promise<string> {
		const call = calls.get(read) ?? {};
		const queries = [call.query ?? {}, ...(QUERIES[read] ?? [])];
		const answers: string[] = [];
		for (const query of queries) {
			const { status, body } = await send(read, { ...call, query }, world.cast.shown[reader]);
			answers.push(`${new URLSearchParams(query)} ${status} ${body}`);
		}
		return answers.join("\n");
	}

	/** All that strangers can do, with the words and names of what is there. */
	async function liveHidden(): Promise<void> {
		const keys = { designer: "", administrator: "", operator: "", agent: "" };
		for (const as of ["designer", "administrator", "operator"] as const) {
			keys[as] = await issueKey(service, hidden[as], ["manage", "administer"]);
		}
		keys.agent = (await createAgentKey(service, hidden.administrator, hidden.target.id, { label: "rack" })).key ?? "";
		for (const route of HIDDEN_WRITES) {
			const { handler, ...request } = writeRequest(await prepareWrite(service, hidden, route), keys);
			expect([route, (await callRoute(handler, request)).status]).toEqual([route, expect.toBeOneOf([200, 201])]);
		}
		await handOver(service, [inboxSink]);
	}

	test.each(READS)("%s answers both alike", async (read) => {
		for (const reader of READERS) {
			expect(`${reader} ${await answersOf(read, reader)}`).toBe(`${reader} ${before.get(`${read} ${reader}`)}`);
		}
	});

	test("streams of events have only what their readers see", async () => {
		const seen = world.ids.target_id ?? "";
		await editTarget(service, world.cast.people.decider, seen, { name: "North" });
		await eventually(() => expect(textOf("stranger")).toContain(seen));
		expect(idsIn(textOf("operator")).size).toBeGreaterThan(50);
		for (const reader of READERS) {
			const ids = idsIn(textOf(reader));
			for (const target of [seen, ...(reader === "org-viewer" ? accepting() : [])]) ids.delete(target);
			expect([reader, ...ids]).toEqual([reader]);
		}
	});

	test("what happens to a design on other targets changes nothing of what is seen through one", async () => {
		const { people, organizations } = world.cast;
		const answers = async () => Promise.all(READS.map(async (read) => [read, await answersOf(read, "decider")]));
		const earlier = await answers();
		setService(service);
		const accepted = { create: [{ organization_id: organizations.acme }] };
		const south = { slug: "south-eu", name: "South EU", organization_id: organizations.south, accepted };
		const targetId = (await service.prisma.target.create({ data: south })).id;
		const { id } = await requestDeployment(service, people.owner, world.ids.build_id ?? "", { targetId });
		await activateDeployment(service, people["other-boss"], id);
		setService(reads);
		expect(await answers()).toEqual(earlier);
	});

	const textOf = (reader: PersonName) => streams.get(reader)?.text() ?? "";

	test("the operator sees that they differ", async () => {
		const { body } = await send("GET /targeting/deployments", { query: { limit: "0" } }, world.cast.shown.operator);
		expect(JSON.parse(body).response.total_row_count).toBeGreaterThan(10);
	});
});

interface Stream {
	text(): string;
}

/** Reads a stream of events from now on. */
async function follow({ key, headers }: Shown): Promise<Stream> {
	const { handler, url } = findRoute("GET /api/events");
	const credential = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers };
	const request = new Request(`http://localhost${url}`, { headers: { "x-ts-client-ip": "192.0.2.7", ...credential } });
	const { body } = await handler(request, { params: Promise.resolve({}) });
	let text = "";
	const read = async () => {
		for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
	};
	void read();
	return { text: () => text };
}

const idsIn = (text: string) => new Set(Array.from(text.matchAll(/"id":"([^"]+)"/g), ([, id = ""]) => id));
