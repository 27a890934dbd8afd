import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as desiredRoute } from "@/app/api/agent/deployments/route";
import { GET as fileRoute } from "@/app/api/agent/opt-outs/[opt_out_list_id]/route";
import { POST as reportRoute } from "@/app/api/agent/report/route";
import { POST as estimateRoute } from "@/app/api/designs/[design_id]/estimate/route";
import { POST as testRoute } from "@/app/api/designs/[design_id]/test/route";
import { POST as eraseRoute } from "@/app/api/device-erasures/route";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { createDesign } from "@/lib/domain/designs/create-design";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { findSources } from "@/lib/domain/inventory/find-sources";
import { importInventory } from "@/lib/domain/inventory/import-inventory";
import { openSources } from "@/lib/domain/inventory/open-sources";
import { sweepReplacedImports } from "@/lib/domain/inventory/sweep-replaced-imports";
import { findOptOutsPath } from "@/lib/domain/opt-outs/current-list";
import { listDevicesSoon } from "@/lib/domain/opt-outs/list-devices-soon";
import { sweepReplacedLists } from "@/lib/domain/opt-outs/sweep-replaced-lists";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { UNCONFIRMED_FACT } from "@/lib/domain/targets/unconfirmed-opt-outs";
import { literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { loadTargetingFile } from "@/lib/formats/open";
import { openOptOutList } from "@/lib/formats/opt-out-list";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { runNextBuild } from "@/lib/processes/build-service/build-worker";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { eventually } from "@/lib/tools/testing/eventually";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { POST as confirmRoute } from "./confirmation/route";
import { POST as addRoute, GET as getRoute, DELETE as removeRoute, PUT as replaceRoute } from "./route";

const idOf = (device: number) => `00000000-0000-4000-8000-${device.toString(16).padStart(12, "0")}`;
const ZERO = "00000000-0000-0000-0000-000000000000";
const SHA1 = createHash("sha1").update("a device").digest("hex");
const ROUTES = { PUT: replaceRoute, POST: addRoute, DELETE: removeRoute } as const;

describe.each(testDatabaseKinds())("opt-outs on %s", (kind) => {
	let service: TestService;
	let world: World;
	let operator: string;
	let agentKey: string;
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		world = await createWorld(service);
		operator = await issueKey(service, world.operator, ["manage", "administer"]);
		agentKey = (await createAgentKey(service, world.administrator, world.target.id, { label: "agents" })).key ?? "";
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
	const change = (method: keyof typeof ROUTES, body: BodyInit, type = "text/plain", headers = {}, key = operator) =>
		callRoute(ROUTES[method], {
			url: "/api/opt-outs",
			method,
			body,
			headers: { ...bearer(key), "content-type": type, ...headers },
		});
	const get = async () => data(await callRoute(getRoute, { url: "/api/opt-outs", headers: bearer(operator) }));
	const data = (answer: RouteAnswer) => answer.body.response?.data as unknown as Record<string, unknown>;
	const desired = (headers = {}, wait = 0) =>
		callRoute(desiredRoute, {
			url: `/api/agent/deployments?wait=${wait}`,
			headers: { ...bearer(agentKey), ...headers },
		});
	const listed = async () => {
		const { revision, id_count } = await get();
		return { revision, id_count };
	};
	const desiredList = async () =>
		(await desired()).body.response?.opt_outs as unknown as {
			revision: number;
			digest: string;
			file_url: string;
		} | null;
	const download = (url: string, key = agentKey) =>
		fileRoute(new Request(`http://localhost${url}`, { headers: bearer(key) }), {
			params: Promise.resolve({ opt_out_list_id: url.split("/").at(-1) }),
		});

	test("for others than operators there are none", async () => {
		for (const who of [world.designer, world.administrator, world.customerAdministrator]) {
			const key = await issueKey(service, who, ["manage", "administer"]);
			const answers = [
				await callRoute(getRoute, { url: "/api/opt-outs", headers: bearer(key) }),
				...(await Promise.all(
					(["PUT", "POST", "DELETE"] as const).map((method) => change(method, idOf(1), "text/plain", {}, key)),
				)),
			];
			for (const { status, body } of answers) expect([status, body.message]).toEqual([404, "opt-outs not found"]);
		}
		expect(await get()).toEqual({
			revision: 0,
			id_count: 0,
			size: 0,
			changed_at: null,
			changed_by: null,
			changed_by_person: null,
			unconfirmed_since: null,
			agents: { online: 0, current: 0 },
			behind: [],
		});
		expect(await desiredList()).toBeNull();
	});

	test("ids are added, removed and replaced, in any form and spelling; answers and audit have counts only", async () => {
		const table = `Name;DEVICE_ID\nAnn;"${idOf(1).toUpperCase()}"\nBob;{${idOf(2)}}\nEve;nobody\nZoe;${ZERO}\n`;
		const refused = [
			{ line: 4, reason: "Not a device id: it must have 32, 40 or 64 hexadecimal digits." },
			{ line: 5, reason: "The all-zero id of devices with tracking switched off." },
		];
		const counts = { added: 0, removed: 0, refused_row_count: 0, refused: [] };
		const changes: [method: keyof typeof ROUTES, body: BodyInit, type: string, result: object][] = [
			["POST", table, "text/csv", { revision: 1, id_count: 2, added: 2, refused_row_count: 2, refused }],
			["POST", `${idOf(2).replaceAll("-", "")}\r\n\r\n${SHA1}`, "text/plain", { revision: 2, id_count: 3, added: 1 }],
			["POST", new Uint8Array(gzipSync(SHA1.toUpperCase())), "application/gzip", { revision: 2, id_count: 3 }],
			[
				"PUT",
				`{"device_id":"urn:uuid:${idOf(1)}"}\n{${idOf(3)}}\n"${idOf(4)}"\n`,
				"application/x-ndjson",
				{ revision: 3, id_count: 3, added: 2, removed: 2 },
			],
			["DELETE", `${idOf(4)}\n${idOf(5)}`, "text/plain", { revision: 4, id_count: 2, removed: 1 }],
			[
				"POST",
				JSON.stringify([idOf(1), { device_id: idOf(3) }], null, 2),
				"application/json",
				{ revision: 4, id_count: 2 },
			],
			["POST", `sep=;\r\nname;device_id\r\nAnn;${idOf(3)}\r\n`, "text/csv", { revision: 4, id_count: 2 }],
		];
		for (const [method, body, type, result] of changes) {
			const answer = await change(method, body, type);
			expect([answer.status, data(answer)]).toEqual([200, { ...counts, ...result }]);
		}
		expect(await get()).toMatchObject({ revision: 4, id_count: 2, changed_by: world.operator.email, size: 512 });
		expect(await get()).toMatchObject({ changed_by_person: { id: world.operator.userId } });

		const events = await service.prisma.auditEvent.findMany({
			where: { action: { endsWith: "_opt_outs" } },
			orderBy: { id: "asc" },
		});
		expect(events.map(({ action }) => action)).toEqual(
			["add", "add", "add", "replace", "remove", "add", "add"].map((what) => `${what}_opt_outs`),
		);
		expect(events[3]?.detail).toEqual({ revision: 3, id_count: 3, added: 2, removed: 2, refused_row_count: 0 });
		// Neither the database nor the file has an id.
		const list = await service.prisma.optOutList.findFirstOrThrow({ orderBy: { revision: "desc" } });
		const bytes = await readFile(await service.files.localPath(list.file_key ?? ""));
		expect(bytes.includes(Buffer.from(idOf(1).replaceAll("-", ""), "hex"))).toBe(false);
		expect(JSON.stringify([events, list], (_, value) => (typeof value === "bigint" ? 0 : value))).not.toContain(
			"-4000-",
		);
	});

	test("what cannot be applied changes nothing, and is named", async () => {
		const before = await get();
		const cases: [body: string, type: string, headers: object, status: number, message: string][] = [
			["nobody", "text/plain", {}, 400, "the only row is refused, the first (line 1) because: Not a device id"],
			["a,b\n1,2", "text/csv", {}, 400, "a list of device ids, or a table with the column device_id"],
			["device_id\n", "text/csv", {}, 400, "the file has no device ids, and the list was not changed"],
			[" ", "text/plain", {}, 400, "the file is empty"],
			[idOf(9), "multipart/form-data", {}, 415, "the body must be the file itself"],
			[idOf(9), "text/plain", { "if-match": '"2"' }, 412, "the list of opt-outs is at revision 4, not 2"],
			[idOf(9), "text/plain", { "content-length": "2000000000" }, 413, "1073741824 bytes"],
		];
		for (const [body, type, headers, status, message] of cases) {
			const answer = await change("PUT", body, type, headers);
			expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)]);
		}
		expect(await get()).toEqual(before);
	});

	test("agents get the file by their key, an open poll hears of a change, and reports say who has it", async () => {
		const list = await desiredList();
		expect(list).toMatchObject({ revision: 4, digest: expect.stringMatching(/^sha256:/), size: 512 });
		const file = await download(list?.file_url ?? "");
		expect(file.status).toBe(200);
		const bytes = new Uint8Array(await file.arrayBuffer());
		expect(`sha256:${createHash("sha256").update(bytes).digest("hex")}`).toBe(list?.digest);
		const opened = openOptOutList(bytes);
		expect([1, 2, 3].map((device) => opened.has(idOf(device)))).toEqual([true, false, true]);
		expect((await download(list?.file_url ?? "", operator)).status).toBe(401);
		expect((await download(`/api/agent/opt-outs/${randomUUID()}`)).status).toBe(404);

		const report = (opt_outs?: object) =>
			callRoute(reportRoute, {
				url: "/api/agent/report",
				headers: bearer(agentKey),
				json: {
					...{ instance_id: "rack-4", version: "1.2.3", tags: [], memory_used: 0, memory_limit: null, deployments: [] },
					...(opt_outs && { opt_outs }),
				},
			});
		const behind = {
			...{ instance_id: "rack-4", version: "1.2.3", target_id: world.target.id },
			target_name: expect.stringContaining("north-eu"),
		};
		for (const [told, current, row] of [
			[undefined, 0, [{ ...behind, knows_opt_outs: false, error: null }]],
			[{ digest: null, error: "no" }, 0, [{ ...behind, knows_opt_outs: true, error: "no" }]],
			[{ digest: `sha256:${"0".repeat(64)}`, error: null }, 0, [{ ...behind, knows_opt_outs: true, error: null }]],
			[{ digest: list?.digest, error: null }, 1, []],
		] as const) {
			expect((await report(told)).status).toBe(200);
			expect(await get()).toMatchObject({ agents: { online: 1, current }, behind: row });
		}

		const etag = (await desired()).headers.get("etag") ?? "";
		expect((await desired({ "if-none-match": etag })).status).toBe(304);
		const poll = desired({ "if-none-match": etag }, 30);
		await change("POST", idOf(6));
		expect((await poll).body.response?.opt_outs).toMatchObject({ revision: 5 });
		expect(await get()).toMatchObject({ agents: { online: 1, current: 0 } });

		// The replaced file stays for those that are reading it, and is then removed.
		expect((await download(list?.file_url ?? "")).status).toBe(200);
		await sweepReplacedLists(service);
		expect((await download(list?.file_url ?? "")).status).toBe(200);
		service.advance(2 * 3_600_000);
		await sweepReplacedLists(service);
		expect((await download(list?.file_url ?? "")).status).toBe(404);
		expect((await download((await desiredList())?.file_url ?? "")).status).toBe(200);
	});

	test("after a restore agents keep what they had, until an operator confirms or replaces the list", async () => {
		const since = "2026-01-02T03:04:05.000Z";
		const restore = () => service.prisma.serviceFact.create({ data: { name: UNCONFIRMED_FACT, value: since } });
		const confirm = (key = operator) =>
			callRoute(confirmRoute, { url: "/api/opt-outs/confirmation", json: {}, headers: bearer(key) });
		const isUnconfirmed = async () => (await desired()).body.response?.opt_outs_unconfirmed_since;
		const needless = await confirm();
		expect([needless.status, needless.body.message]).toEqual([409, "the list of opt-outs needs no confirmation"]);
		expect(await isUnconfirmed()).toBeNull();

		const etag = (await desired()).headers.get("etag") ?? "";
		await restore();
		expect(await get()).toMatchObject({ unconfirmed_since: since });
		const restored = await desired({ "if-none-match": etag });
		expect([restored.status, restored.body.response?.opt_outs_unconfirmed_since]).toEqual([200, since]);
		// Ids that are added or removed leave it open which list applies.
		await change("POST", idOf(77));
		await change("DELETE", idOf(77));
		expect(await isUnconfirmed()).toBe(since);
		expect((await confirm(await issueKey(service, world.administrator, ["manage", "administer"]))).status).toBe(404);

		const known = (await desired()).headers.get("etag") ?? "";
		const heard = desired({ "if-none-match": known }, 30);
		expect(data(await confirm())).toMatchObject({ unconfirmed_since: null });
		expect((await heard).body.response?.opt_outs_unconfirmed_since).toBeNull();
		const event = await service.prisma.auditEvent.findFirstOrThrow({ where: { action: "confirm_opt_outs" } });
		expect(event).toMatchObject({
			actor_id: world.operator.userId,
			detail: { ...(await listed()), restored_at: since },
		});

		await restore();
		await change("PUT", [1, 3, 6].map(idOf).join("\n"));
		expect([await isUnconfirmed(), (await get()).unconfirmed_since]).toEqual([null, null]);
	});

	test("devices are erased from all data and opt out, with a proof that has no id", async () => {
		const source = async (slug: string, ids: readonly string[], mode = "replace") => {
			if (mode === "replace") await createInventorySource(service, world.operator, { slug, name: slug });
			const rows = ids.map((id, day) => `${id},gym,2026-01-0${day + 1}T08:00:00Z`);
			const body = Readable.from([Buffer.from(["device_id,segment,seen_at", ...rows].join("\n"))]);
			const file = { contentType: "text/csv", body, mode: mode as "replace" | "append" };
			await importInventory(service, world.operator, slug, file);
		};
		await source("two-parts", [idOf(21), idOf(22)]);
		await source("two-parts", [idOf(23)], "append");
		await source("hashed", [SHA1, SHA1.replace(/^./, "0")]);
		await source("only-theirs", [idOf(21)]);
		await source("others", [idOf(24)]);
		const key = await issueKey(service, world.administrator, ["manage", "administer"]);
		const erase = (body: string, as = operator) =>
			callRoute(eraseRoute, { url: "/api/device-erasures", method: "POST", body, headers: bearer(as) });
		expect((await erase(idOf(21), key)).status).toBe(404);
		expect((await erase("nobody")).status).toBe(400);

		const ids = `device_id\n${idOf(21).toUpperCase()}\n${SHA1}\n${idOf(99)}\n${idOf(21)}\nnobody\n`;
		const before = await get();
		const answer = await erase(ids);
		expect(answer.status).toBe(200);
		const { refused, refused_row_count, digest, ...proof } = data(answer);
		expect(proof).toEqual({
			device_count: 3,
			opt_outs_added: 3,
			searched_source_count: 4,
			sources: [
				{ slug: "hashed", erased_row_count: 1, rewritten_file_count: 1 },
				{ slug: "only-theirs", erased_row_count: 1, rewritten_file_count: 1 },
				{ slug: "two-parts", erased_row_count: 1, rewritten_file_count: 1 },
			],
			at: expect.any(String),
		});
		expect([refused_row_count, (refused as unknown[]).length]).toEqual([1, 1]);
		expect(digest).toBe(`sha256:${createHash("sha256").update(JSON.stringify(proof)).digest("hex")}`);
		expect(await get()).toMatchObject({ id_count: (before.id_count as number) + 3 });
		const event = await service.prisma.auditEvent.findFirstOrThrow({ where: { action: "erase_devices" } });
		expect(event.detail).toMatchObject({ device_count: 3, digest });

		// Once nothing reads the files before, no file of the store has the devices, nor has the database.
		service.advance(3_600_000);
		await sweepReplacedImports(service);
		const left: string[] = [];
		for await (const page of service.files.list("inventory")) {
			for (const { key: fileKey } of page) {
				const path = await service.files.localPath(fileKey);
				const options = { tempDirectory: await service.files.workDirectory(), memoryLimitMb: 128 };
				const rows = await withDuckDb(options, (db) =>
					db.rows(
						`SELECT DISTINCT CASE typeof(device_id) WHEN 'BLOB' THEN lower(hex(device_id::BLOB)) ELSE device_id::VARCHAR END AS id FROM read_parquet(${literal(path)})`,
					),
				);
				left.push(...rows.map(({ id }) => String(id)));
			}
		}
		expect(left.sort()).toEqual([idOf(22), idOf(23), idOf(24), SHA1.replace(/^./, "0")].sort());
		const tables = await service.prisma.$queryRaw<{ name: string }[]>`
			SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`;
		for (const { name } of tables) {
			const rows = await service.prisma.$queryRawUnsafe<unknown[]>(
				`SELECT 1 FROM ${name} t WHERE t::text ILIKE ANY (ARRAY['%${idOf(21)}%', '%${SHA1}%', '%${idOf(21).replaceAll("-", "")}%'])`,
			);
			expect([name, rows.length]).toEqual([name, 0]);
		}
		await change("DELETE", `${idOf(21)}\n${SHA1}\n${idOf(99)}`);
	});

	test("estimates, tests and builds leave opted-out devices out, and an emptied list applies to nobody", async () => {
		const slug = "opt-outs";
		await createInventorySource(service, world.operator, { slug, name: "Opt-outs" });
		const visits = [1, 2, 3, 6].map((device) => `${idOf(device)},gym,2026-01-02T08:00:00Z`);
		const body = Readable.from([Buffer.from(["device_id,segment,seen_at", ...visits].join("\n"))]);
		await importInventory(service, world.operator, slug, { contentType: "text/csv", body });
		const { id } = await createDesign(service, world.designer, {
			name: "People",
			type: "audience",
			sets: [{ set_name: "Gym", targeting_code: "GYM", audience: { sources: [slug], where: { segment: "gym" } } }],
		});
		const designer = await issueKey(service, world.designer, ["manage"]);
		const ask = (route: RouteHandler, json: object) =>
			callRoute(route, { url: "/api/designs/x", params: { design_id: id }, json, headers: bearer(designer) });
		const inSet = async (device: number, build_id?: string) => {
			const answer = await ask(testRoute, { device_id: idOf(device), ...(build_id && { build_id }) });
			return (data(answer).sets as unknown[]).length;
		};
		const reach = async () => data(await ask(estimateRoute, {})).item_count;
		expect(await reach()).toBe(1);
		expect([await inSet(1), await inSet(2)]).toEqual([0, 1]);

		await requestBuild(service, world.designer, id, { reason: "a test" });
		await runNextBuild(service, "test");
		const build = await service.prisma.build.findFirstOrThrow({ where: { design_id: id } });
		const path = await service.files.localPath(build.file_key ?? "");
		const built = await loadTargetingFile(path);
		if (built.kind !== "audience") return expect.fail("it is no audience set");
		expect([1, 2, 3, 6].map((device) => built.match(idOf(device)).length)).toEqual([0, 1, 0, 0]);
		await change("POST", idOf(2));
		expect(await inSet(2, build.id)).toBe(0);

		await change("DELETE", [1, 2, 3, 6].map(idOf).join("\n"));
		expect(await get()).toMatchObject({ id_count: 0, size: 0 });
		expect(await desiredList()).toBeNull();
		expect([await reach(), await inSet(1), await inSet(2, build.id)]).toEqual([4, 1, 1]);
		await change("POST", idOf(1));
		expect(await reach()).toBe(3);

		// Which devices of large data are listed is written down, and goes with the data.
		const written = async () =>
			(await readdir(await service.files.workDirectory())).filter((name) => /^opted-out-.*\.parquet$/.test(name));
		const { sources } = await openSources(service, await findSources(service, world.designer.organizationId, [slug]));
		listDevicesSoon(service, sources, (await findOptOutsPath(service)) ?? "");
		await eventually(async () => expect(await written()).toHaveLength(1));
		expect(await reach()).toBe(3);
		const erased = { method: "POST", body: idOf(2), headers: bearer(operator) };
		await callRoute(eraseRoute, { url: "/api/device-erasures", ...erased });
		service.advance(3_600_000);
		await sweepReplacedImports(service);
		expect([await written(), await reach()]).toEqual([[], 2]);
	});
});
