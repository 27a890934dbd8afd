import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setListPullBody } from "@/lib/contract/list-pull";
import type { Principal } from "@/lib/domain/access/principal";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { rebuildOnData } from "@/lib/domain/deployments/data-automation/rebuild-on-data";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { getDesignDetail } from "@/lib/domain/designs/get-design-detail";
import { listPulls } from "@/lib/domain/designs/list-pulls";
import { findSetGeofences, readGeofenceTexts } from "@/lib/domain/designs/read-set-geofences";
import { setDataAutomation } from "@/lib/domain/designs/set-data-automation";
import { deleteListPull, runListPull, setListPull } from "@/lib/domain/designs/set-list-pull";
import { shareDesign } from "@/lib/domain/designs/share-design";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { sourcePulls } from "@/lib/domain/inventory/source-pulls";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { pullFiles } from "@/lib/domain/pulls/pull-files";
import { runNextBuild } from "@/lib/processes/build-service/build-worker";
import { ForbiddenError, InvalidArgumentError, InvalidStateError, NotFoundError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { startObjectStore } from "@/lib/tools/testing/object-store";
import { answering, type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";

const HOUR = 3_600_000;
const csv = (...rows: string[]) => `id;Bezeichnung;Breite;Länge;Umkreis (m)\n${rows.join("\n")}\n`;

describe.each(testDatabaseKinds())("lists that follow a feed on the %s database", (kind) => {
	let service: TestService;
	let world: World;
	let host: Receiver;
	beforeAll(async () => {
		service = await createTestService(kind);
		Object.assign(service, { settings: { ...service.settings, WEBHOOK_ALLOWED_NETWORKS: ["127.0.0.0/8"] } });
		world = await createWorld(service);
	});
	beforeEach(async () => {
		host = await startReceiver();
		return () => host.stop();
	});
	afterAll(() => service.drop());

	const pull = () => pullFiles(service, [sourcePulls, listPulls], new AbortController().signal);
	async function makeDesign() {
		const { id: designId } = await createProximityDesign(service, world.designer);
		const { id: setId } = await service.prisma.designSet.findFirstOrThrow({ where: { design_id: designId } });
		return { designId, setId };
	}
	type Set = Awaited<ReturnType<typeof makeDesign>>;
	const follow = (set: Set, body: object = {}, as: Principal = world.designer) =>
		setListPull(service, as, set, setListPullBody.parse({ url: `${host.url}/stores.csv`, every_hours: 24, ...body }));
	const detail = ({ designId }: Set, as: Principal = world.designer) => getDesignDetail(service, as, designId);
	const listOf = async (set: Set) => (await detail(set)).data?.lists[0];
	async function namesIn(set: Set): Promise<string[]> {
		let text = "";
		for await (const piece of readGeofenceTexts(await findSetGeofences(service, world.designer, set))) text += piece;
		return [...text.matchAll(/"name":"(\w)"/g)].map(([, name = ""]) => name);
	}
	async function build({ designId }: Set): Promise<void> {
		service.advance(1_000);
		await requestBuild(service, world.designer, designId, { reason: "a test" });
		expect(await runNextBuild(service, "worker")).toBe(true);
	}

	test("a list is fetched once for all processes, conditionally, and replaces or updates the set", async () => {
		const set = await makeDesign();
		expect((await detail(set)).data).toBeNull();
		const shown = await follow(set, { url: `${host.url}/stores.csv?signature=very-secret` });
		expect(shown).toMatchObject({ url: `${host.url}/stores.csv`, has_query: true, mode: "replace", running: false });
		expect(await listOf(set)).toMatchObject({ newest: null, stale: false });
		host.answer = answering(200, { etag: '"1"' }, csv("1;A;52,5;13,4;300", "2;B;52,6;13,5;500", "3;C;95;13,5;100"));
		expect((await Promise.all([pull(), pull()])).sort()).toEqual([0, 1]);
		expect(await namesIn(set)).toEqual(["A", "B"]);
		const first = await listOf(set);
		expect(first).toMatchObject({ built_on: null, stale: false, pull: { problem: null, failures: 0 } });
		const { next_at: next, last_changed_at: changed } = first?.pull ?? {};
		expect(Date.parse(next ?? "") - Date.parse(changed ?? "")).toBe(24 * HOUR);

		service.advance(24 * HOUR);
		host.answer = (response, { headers }) =>
			void response.writeHead(headers["if-none-match"] === '"1"' ? 304 : 500).end();
		expect(await pull()).toBe(1);
		expect((await listOf(set))?.pull).toMatchObject({ last_changed_at: changed, problem: null });

		// By id, a list changes its own geofences alone; one with nothing new leaves the design as it is.
		await follow(set, { mode: "update" });
		host.answer = answering(200, {}, csv("2;B;52,6;13,5;500", "4;D;52,7;13,6;100"));
		await pull();
		expect(await namesIn(set)).toEqual(["A", "B", "D"]);
		const { revision } = await detail(set);
		host.answer = answering(200, {}, csv("4;D;52,7;13,6;100"));
		await runListPull(service, world.designer, set);
		await pull();
		expect(await detail(set)).toMatchObject({ revision, data: { lists: [{ pull: { problem: null } }] } });
		const events = await service.prisma.auditEvent.findMany({
			where: { design_id: set.designId, action: { in: ["set_pull", "import_geofences"] } },
			orderBy: { id: "asc" },
		});
		expect(events.map(({ action, actor_label: label, detail: said }) => [action, label, said])).toEqual([
			["set_pull", world.designer.email, expect.objectContaining({ mode: "replace", set_id: set.setId })],
			[
				"import_geofences",
				expect.stringContaining("scheduled pull"),
				expect.objectContaining({ accepted: 2, refused: 1 }),
			],
			["set_pull", world.designer.email, expect.objectContaining({ mode: "update" })],
			[
				"import_geofences",
				expect.stringContaining(world.designer.email),
				expect.objectContaining({ kept: 2, updated: 0 }),
			],
		]);
		expect(JSON.stringify(events.map((event) => event.detail))).not.toContain("very-secret");
		await deleteListPull(service, world.designer, set);
		expect(await namesIn(set)).toEqual(["A", "B", "D"]);
		expect((await detail(set)).data).toBeNull();
		await expect(runListPull(service, world.designer, set)).rejects.toThrow(NotFoundError);
	});

	test("a design that follows is built again for each new list, but not with what people changed", async () => {
		const set = await makeDesign();
		await expect(
			setDataAutomation(service, world.designer, set.designId, { rebuild_on_data: true, redeploy: false }),
		).rejects.toThrow(InvalidStateError);
		await follow(set);
		host.answer = answering(200, {}, csv("1;A;52,5;13,4;300"));
		await pull();
		await build(set);
		await setDataAutomation(service, world.designer, set.designId, { rebuild_on_data: true, redeploy: false });
		expect((await listOf(set))?.stale).toBe(false);
		expect(await rebuildOnData(service)).toBe(0);

		service.advance(24 * HOUR);
		host.answer = answering(200, {}, csv("1;A;52,5;13,4;300", "2;B;52,6;13,5;300"));
		await pull();
		const stale = await detail(set);
		expect(stale.data).toMatchObject({ stale: true, lists: [{ stale: true }] });
		const { built_on: builtOn, newest } = stale.data?.lists[0] ?? {};
		expect(Date.parse(newest ?? "") - Date.parse(builtOn ?? "")).toBeGreaterThanOrEqual(24 * HOUR);
		expect([await rebuildOnData(service), await rebuildOnData(service)]).toEqual([1, 0]);
		// A list that is due while its design is built waits for that.
		await runListPull(service, world.designer, set);
		expect(await pull()).toBe(0);
		await runNextBuild(service, "worker");
		expect((await detail(set)).data).toMatchObject({ stale: false, problem: null });
		expect(await pull()).toBe(1);

		const { contents } = await detail(set);
		const sets = (contents ?? []).map(({ set_id, set_name }) => ({ set_id, set_name: `${set_name} by hand` }));
		service.advance(HOUR);
		await editDesign(service, world.designer, set.designId, { sets });
		service.advance(24 * HOUR);
		host.answer = answering(200, {}, csv("1;A;52,5;13,4;300"));
		await pull();
		expect(await rebuildOnData(service)).toBe(1);
		await runNextBuild(service, "worker");
	});

	test("an object of a store, a list that cannot be taken, and who may do what", async () => {
		const objects = await startObjectStore();
		const endpoint = new URL(objects.url("")).searchParams.get("endpoint") ?? "";
		const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
		const client = new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials });
		await client.send(
			new PutObjectCommand({ Bucket: objects.bucket, Key: "stores.csv", Body: csv("1;A;52,5;13,4;300") }),
		);
		const set = await makeDesign();
		const s3_keys = { access_key_id: "S3RVER", secret_access_key: "S3RVER" };
		await follow(set, { url: `s3://${objects.bucket}/stores.csv?endpoint=${endpoint}`, s3_keys });
		await pull();
		expect([await namesIn(set), (await listOf(set))?.pull?.problem]).toEqual([["A"], null]);
		await objects.stop();

		await follow(set);
		host.answer = answering(200, {}, csv("1;A;north;13,4;300"));
		await pull();
		const failed = await listOf(set);
		expect(failed?.pull).toMatchObject({ failures: 1, problem: expect.stringContaining("is not a latitude") });
		expect(await namesIn(set)).toEqual(["A"]);
		await handOver(service, [inboxSink]);
		const items = await service.prisma.inboxItem.findMany({ where: { kind: "design.automation_failed" } });
		expect(items.map(({ user_id: userId }) => userId)).toContain(world.designer.userId);

		const viewer = { type: "user" as const, id: world.outsider.userId, permissions: { view: true, edit: false } };
		await expect(follow(set, {}, world.outsider)).rejects.toThrow(NotFoundError);
		await shareDesign(service, world.designer, set.designId, { collaborators: [viewer] });
		await expect(follow(set, {}, world.outsider)).rejects.toThrow(ForbiddenError);
		expect((await detail(set, world.outsider)).data?.lists).toMatchObject([{ set_id: set.setId, pull: null }]);
		await expect(follow({ ...set, setId: crypto.randomUUID() })).rejects.toThrow(NotFoundError);
		await expect(follow(set, { url: "http://169.254.169.254/x" })).rejects.toThrow(InvalidArgumentError);
		const disable = (disabled_at: Date | null) =>
			service.prisma.user.update({ where: { id: world.designer.userId }, data: { disabled_at }, select: { id: true } });
		await disable(service.now());
		await runListPull(service, world.designer, set);
		await pull();
		expect((await listOf(set))?.pull?.problem).toContain("is disabled");
		await disable(null);
	});
});
