import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { POST as rollbackRoute } from "@/app/api/deployments/[deployment_id]/rollback/route";
import { POST as bulkRoute } from "@/app/api/deployments/bulk/route";
import { GET as exportRoute } from "@/app/api/exports/audit/route";
import { GET as feedRoute } from "@/app/api/exports/audit-events/route";
import { type AuditRecord, auditRecord } from "@/lib/contract/audit";
import type { Principal } from "@/lib/domain/access/principal";
import { chainEvents } from "@/lib/domain/audit/chain/chain-events";
import { verifyAudit } from "@/lib/domain/audit/chain/verify-audit";
import { endWindows } from "@/lib/domain/audit/record-repeated";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { deleteDeployment } from "@/lib/domain/deployments/transitions/delete-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { shareDesign } from "@/lib/domain/designs/share-design";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { GET as listRoute } from "./route";

describe.each(testDatabaseKinds())("the audit list on %s", (kind) => {
	let service: TestService;
	let world: World;
	let made: Awaited<ReturnType<typeof createRequest>>;
	let rejected: Awaited<ReturnType<typeof createRequest>>;
	const keys = new Map<string, string>();
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		world = await createWorld(service);
		for (const person of Object.values(world).filter((value): value is Principal => "userId" in value)) {
			keys.set(person.userId, await issueKey(service, person, ["manage", "administer"]));
		}
		made = await createRequest(service, world);
		rejected = await createRequest(service, world);
		await activateDeployment(service, world.administrator, made.deployment.id);
		await rejectDeployment(service, world.administrator, rejected.deployment.id, { message: "=1+1, too large" });
		await createAgentKey(service, world.administrator, world.target.id, { label: "Rack 4" });
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const bearer = (as: Principal) => ({ authorization: `Bearer ${keys.get(as.userId)}` });
	const list = (as: Principal, query = "") =>
		callRoute(listRoute, { url: `/api/audit?limit=500${query}`, headers: bearer(as) });
	const rows = async (as: Principal, query = ""): Promise<AuditRecord[]> => {
		const answer = await list(as, query);
		const found = z.array(auditRecord).parse(answer.body.response?.data);
		expect(answer.body.response?.total_row_count).toBe(found.length);
		return found;
	};
	const said = (records: AuditRecord[]) => records.map((row) => `${row.action} ${row.object_type} ${row.object_id}`);
	const exported = async (as: Principal, query = "") => {
		const request = new Request(`http://localhost/api/exports/audit${query}`, {
			headers: { ...bearer(as), "x-ts-client-ip": "192.0.2.7", "x-ts-secure": "1" },
		});
		return exportRoute(request, { params: Promise.resolve({}) });
	};

	test("an operator reads everything, newest first, with the names of what it is about", async () => {
		const all = await rows(world.operator);
		expect(all.map(({ id }) => BigInt(id))).toEqual(all.map(({ id }) => BigInt(id)).sort((a, b) => (a < b ? 1 : -1)));
		const activation = all.find(({ action }) => action === "activate");
		expect(activation).toEqual({
			id: expect.any(String),
			at: expect.any(String),
			actor_id: world.administrator.userId,
			actor: world.administrator.email,
			actor_person: { id: world.administrator.userId, name: "", organization: expect.stringContaining("north") },
			credential: "session",
			address: "192.0.2.1",
			action: "activate",
			status_before: "requested",
			status_after: "activated",
			reason: null,
			detail: null,
			object_type: "deployment",
			object_id: made.deployment.id,
			object_name: "Coffee shops",
			design_id: made.design.id,
			design_name: "Coffee shops",
			target_id: world.target.id,
			target_name: expect.stringContaining("north-eu"),
		});
		const paged = await callRoute(listRoute, { url: "/api/audit?limit=2&offset=1", headers: bearer(world.operator) });
		expect(paged.body.response).toEqual({ data: all.slice(1, 3), included_row_count: 2, total_row_count: all.length });
	});

	test("administrators read what concerns their organization, designers what happened to designs that they see", async () => {
		const decision = `reject deployment ${rejected.deployment.id}`;
		const activation = `activate deployment ${made.deployment.id}`;
		const creation = `create design ${made.design.id}`;
		const at = async (as: Principal) => said(await rows(as));
		const partner = await at(world.administrator);
		expect(partner).toEqual(expect.arrayContaining([decision, activation]));
		expect(partner).not.toContain(creation);
		expect(partner.some((line) => line.startsWith("create agent_key"))).toBe(true);
		// The requester sees what became of the request; colleagues do not see a rejected one at all.
		expect(await at(world.designer)).toEqual(expect.arrayContaining([decision, activation, creation]));
		for (const person of [world.colleague, world.customerAdministrator]) {
			const lines = await at(person);
			expect(lines).toEqual(expect.arrayContaining([activation, creation]));
			expect(lines).not.toContain(decision);
			expect(lines.some((line) => line.includes("agent_key"))).toBe(false);
		}
		expect([await at(world.outsider), await at(world.otherAdministrator)]).toEqual([[], []]);
	});

	test("from which address, only who administers reads of others", async () => {
		const addresses = async (as: Principal) =>
			new Map((await rows(as)).map(({ actor, address }) => [actor, address] as const));
		expect(await addresses(world.administrator)).toEqual(
			new Map([
				[world.administrator.email, "192.0.2.1"],
				[world.designer.email, "192.0.2.1"],
			]),
		);
		const seen = await addresses(world.designer);
		expect([seen.get(world.designer.email), seen.get(world.administrator.email)]).toEqual(["192.0.2.1", null]);
	});

	test("each filter leaves what it says", async () => {
		const all = await rows(world.operator);
		const { at } = all[3] ?? { at: "" };
		const cases: [string, (row: AuditRecord) => boolean][] = [
			[
				`actor=${encodeURIComponent(world.designer.email.toUpperCase())}`,
				(row) => row.actor_id === world.designer.userId,
			],
			[`actor=${world.administrator.userId}`, (row) => row.actor_id === world.administrator.userId],
			[`actor=${encodeURIComponent("build worker")}`, (row) => row.actor === "build worker"],
			["action=request", (row) => row.action === "request"],
			["object_type=agent_key", (row) => row.object_type === "agent_key"],
			[`object_id=${made.deployment.id}`, (row) => row.object_id === made.deployment.id],
			[`design_id=${made.design.id}`, (row) => row.design_id === made.design.id],
			[`target_id=${world.target.id}`, (row) => row.target_id === world.target.id],
			[`since=${at}`, (row) => row.at >= at],
			[`until=${at}`, (row) => row.at < at],
		];
		for (const [query, holds] of cases) {
			expect(await rows(world.operator, `&${query}`), query).toEqual(all.filter(holds));
		}
	});

	test.each([
		["actor=", "actor"],
		["action=Drop%20it", "action"],
		["object_type=secret", "object_type"],
		["object_id=1", "object_id"],
		["design_id=1", "design_id"],
		["target_id=1", "target_id"],
		["since=yesterday", "since"],
		["until=5", "until"],
		["since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", "since"],
		["color=red", "color"],
	])("%s is 400", async (query, named) => {
		const answer = await list(world.operator, `&${query}`);
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain(named);
	});

	test("the export holds the list's rows, as text that no spreadsheet runs", async () => {
		const answer = await exported(world.administrator, "?action=reject");
		expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
		expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit.csv"');
		const lines = (await answer.text()).split("\r\n");
		expect(lines).toHaveLength(3);
		expect(lines[0]).toBe(
			"id,at,actor,actor_id,credential,address,action,object_type,object_id,object_name,design_id,design_name,target_id,target_name,status_before,status_after,reason,detail",
		);
		expect(lines[1]).toContain(`,requested,rejected,"'=1+1, too large",`);
		const all = (await (await exported(world.operator)).text()).trim().split("\r\n");
		expect(all).toHaveLength((await rows(world.operator)).length + 1);
		expect((await exported(world.operator, "?limit=5")).status).toBe(400);
	});

	test("a refused call is an event of its caller, once, with what repeats counted", async () => {
		const { id } = made.deployment;
		const bulk = { action: "deactivate", items: [{ id }] };
		for (let call = 0; call < 3; call += 1) {
			const url = `/api/deployments/${id}/rollback`;
			const params = { deployment_id: id };
			const refused = { url, params, method: "POST", json: {}, headers: bearer(world.designer) };
			expect((await callRoute(rollbackRoute, refused)).status).toBe(403);
		}
		const by = (program: string) => {
			const headers = { ...bearer(world.designer), "x-program": program };
			return callRoute(bulkRoute, { url: "/api/deployments/bulk", json: bulk, headers });
		};
		expect((await by("nightly export")).body.message).toContain("the header X-Program must be 1 to 64 letters");
		await by("nightly/2");
		service.advance(600_000);
		expect(await endWindows(service)).toBe(1);
		const rollback = { operation: "Roll Back a Deployment", deployment_id: id };
		const details = [
			{ ...rollback, repeated: 2 },
			{ operation: "bulk deactivate", deployment_id: id, program: "nightly/2" },
			rollback,
		];
		for (const reader of [world.designer, world.customerAdministrator, world.operator]) {
			const found = await rows(reader, "&action=call_refused");
			expect(found.map(({ detail }) => detail)).toEqual(details);
			expect(found[0]).toMatchObject({ actor: world.designer.email, object_id: world.designer.userId });
		}
		const csv = await (await exported(world.operator, "?action=call_refused")).text();
		expect(csv).toContain('""program"":""nightly/2""');
		for (const other of [world.colleague, world.administrator, world.outsider])
			expect(await rows(other, "&action=call_refused")).toEqual([]);
	});

	test("a collector follows the events that the caller may see, without a gap, and with heads of the chain", async () => {
		const follow = async (as: Principal, query = "") => {
			const url = `http://localhost/api/exports/audit-events?${query}`;
			const headers = { ...bearer(as), "x-ts-client-ip": "192.0.2.7", "x-ts-secure": "1" };
			const answer = await feedRoute(new Request(url, { headers }), { params: Promise.resolve({}) });
			expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
			const lines = (await answer.text()).trimEnd().split("\n");
			const parsed = lines.map((line) => JSON.parse(line));
			return { events: parsed.slice(0, -1), cursor: parsed.at(-1).cursor };
		};
		expect(await follow(world.operator)).toEqual({ events: [], cursor: "0" });
		await chainEvents(service);
		for (const reader of [world.operator, world.administrator, world.designer, world.outsider]) {
			const { events } = await follow(reader);
			const listed = (await rows(reader)).reverse();
			expect(events.map(({ cursor, hash, ...event }) => event)).toEqual(listed);
			expect(events.every(({ hash }) => (hash === null) !== (reader === world.operator))).toBe(true);
		}
		const first = await follow(world.operator, "limit=3");
		const second = await follow(world.operator, `after=${first.cursor}`);
		expect(first.events).toHaveLength(3);
		expect([...first.events, ...second.events]).toEqual((await follow(world.operator)).events);
		const { head } = await verifyAudit(service);
		expect(`${second.cursor}:${second.events.at(-1).hash}`).toBe(head);
		expect(await follow(world.operator, `after=${second.cursor}`)).toEqual({ events: [], cursor: second.cursor });
		const { deployment } = await createRequest(service, world);
		await rejectDeployment(service, world.administrator, deployment.id, { message: "not now" });
		await chainEvents(service);
		const { events } = await follow(world.outsider, `after=${second.cursor}`);
		expect(events).toEqual([]);
		const later = await follow(world.administrator, `after=${second.cursor}`);
		expect(later.events.map(({ action }) => action)).toEqual(["request", "reject"]);
		const wrong = await callRoute(feedRoute, {
			url: "/api/exports/audit-events?after=x",
			headers: bearer(world.operator),
		});
		expect([wrong.status, wrong.body.message]).toEqual([
			400,
			"parameter 'after' must be the 'cursor' of an earlier answer",
		]);
	});

	test("a long export is read in chunks, without a gap and in order", async () => {
		await service.prisma.auditEvent.createMany({
			data: Array.from({ length: 2_500 }, (_, number) => ({
				actor_label: "a test",
				credential: "system",
				action: "count",
				object_type: "target",
				object_id: world.otherTarget.id,
				organization_id: world.otherTarget.organization_id,
				target_id: world.otherTarget.id,
				detail: { number },
			})),
		});
		const text = await (await exported(world.otherAdministrator)).text();
		const numbers = [...text.matchAll(/""number"":(\d+)/g)].map(([, number]) => Number(number));
		expect(numbers).toEqual(Array.from({ length: 2_500 }, (_, number) => 2_499 - number));
	});

	test("of a deployment that was deleted, those read who had authority over it, and who acted", async () => {
		await deleteDeployment(service, world.administrator, made.deployment.id);
		const deletion = `delete deployment ${made.deployment.id}`;
		expect(said(await rows(world.administrator))).toContain(deletion);
		expect(said(await rows(world.colleague))).not.toContain(deletion);
		expect(said(await rows(world.designer))).toContain(`request deployment ${made.deployment.id}`);
	});

	test("a design's later name is hidden from a caller who no longer sees the design", async () => {
		const { design, deployment } = await createRequest(service, world);
		const nameRead = async (as: Principal) =>
			(await rows(as, `&design_id=${design.id}`)).flatMap((row) => [row.object_name, row.design_name]);
		await shareDesign(service, world.designer, design.id, {
			collaborators: [{ type: "user", id: world.outsider.userId, permissions: { view: true, edit: true } }],
		});
		await editDesign(service, world.outsider, design.id, { name: "Known" });
		expect(await nameRead(world.outsider)).toContain("Known");
		expect(await nameRead(world.administrator)).toContain("Known");

		await shareDesign(service, world.designer, design.id, { collaborators: [] });
		await deleteDeployment(service, world.administrator, deployment.id);
		await editDesign(service, world.designer, design.id, { name: "Secret" });
		expect(await nameRead(world.designer)).toContain("Secret");
		for (const former of [world.outsider, world.administrator]) {
			const names = await nameRead(former);
			expect(names).not.toHaveLength(0);
			expect(names).toEqual(names.map(() => null));
		}
	});

	test("a requester of a kept deployment sees the name of a design that is no longer shared with them", async () => {
		const { design, build_id: buildId } = await createRequest(service, world);
		await shareDesign(service, world.designer, design.id, {
			collaborators: [{ type: "user", id: world.outsider.userId, permissions: { view: true, edit: false } }],
		});
		await requestDeployment(service, world.outsider, buildId, { targetId: world.otherTarget.id });
		await shareDesign(service, world.designer, design.id, { collaborators: [] });
		const [request] = await rows(world.outsider, `&design_id=${design.id}`);
		expect(request).toMatchObject({ action: "request", object_name: design.name, design_name: design.name });
	});
});
