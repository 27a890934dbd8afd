import { readdir, stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setInventoryPullBody } from "@/lib/contract/inventory";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { pullFiles } from "@/lib/domain/pulls/pull-files";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError, InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { eventually } from "@/lib/tools/testing/eventually";
import { type ObjectStore, startObjectStore } from "@/lib/tools/testing/object-store";
import { answering, type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { createInventorySource } from "./create-inventory-source";
import { getInventorySource } from "./get-inventory-source";
import { deleteInventoryPull, runInventoryPull, setInventoryPull } from "./set-inventory-pull";
import { sourcePulls } from "./source-pulls";

const HOUR = 3_600_000;
const device = (number: number) => `${String(number).padStart(8, "0")}-2222-4333-8444-555555555555`;
const csv = (...numbers: number[]) =>
	["device_id,segment,seen_at\n", ...numbers.map((number) => `${device(number)},gym,2026-01-01T00:00:00Z\n`)].join("");

const pullInventory = (service: Service, stopping: AbortSignal, lookEveryMs?: number) =>
	pullFiles(service, [sourcePulls], stopping, lookEveryMs);

describe.each(testDatabaseKinds())("files that are pulled on the %s database", (kind) => {
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

	const running = () => new AbortController().signal;
	const set = (slug: string, body: object, as = world.operator) =>
		setInventoryPull(
			service,
			as,
			slug,
			setInventoryPullBody.parse({ url: `${host.url}/visits.csv`, every_hours: 6, ...body }),
		);
	const source = (slug: string) => getInventorySource(service, world.operator, slug);
	const make = (slug: string) => createInventorySource(service, world.operator, { slug, name: slug });

	test("once for all processes, conditionally, with a header that is never shown again", async () => {
		await make("nightly");
		const header = { field: "Authorization", value: "Bearer very-secret" };
		const answer = await set("nightly", { mode: "append", header });
		expect(answer).toMatchObject({
			header_name: "Authorization",
			every_hours: 6,
			running: false,
			last_pulled_at: null,
		});
		expect(JSON.stringify(answer)).not.toContain("very-secret");
		host.answer = answering(200, { etag: '"1"' }, csv(1, 2));
		const pulled = await Promise.all([pullInventory(service, running()), pullInventory(service, running())]);
		expect(pulled.sort()).toEqual([0, 1]);
		expect(host.received.map(({ headers }) => [headers.authorization, headers["if-none-match"]])).toEqual([
			["Bearer very-secret", undefined],
		]);
		const first = await source("nightly");
		expect(first.current_import).toMatchObject({ mode: "append", row_count: 2, imported_by: null });
		expect(first.pull?.problem).toBeNull();
		const { next_at: next, last_changed_at: changed } = first.pull ?? {};
		expect(Date.parse(next ?? "") - Date.parse(changed ?? "")).toBe(6 * HOUR);
		expect((await getInventorySource(service, world.designer, "nightly")).pull).toBeNull();
		expect(await pullInventory(service, running())).toBe(0);

		service.advance(6 * HOUR);
		host.answer = (response, { headers }) =>
			void response.writeHead(headers["if-none-match"] === '"1"' ? 304 : 500).end();
		expect(await pullInventory(service, running())).toBe(1);
		// A host without conditions sends the same bytes again, and then others.
		service.advance(6 * HOUR);
		host.answer = answering(200, {}, csv(1, 2));
		await pullInventory(service, running());
		expect(await source("nightly")).toMatchObject({ import_count: 1, pull: { failures: 0 } });
		host.answer = answering(200, {}, csv(2, 3));
		await runInventoryPull(service, world.operator, "nightly");
		await pullInventory(service, running());
		expect((await source("nightly")).current_import).toMatchObject({ row_count: 3, added_row_count: 1 });
		const events = await service.prisma.auditEvent.findMany({ where: { object_id: first.id }, orderBy: { id: "asc" } });
		expect(events.map(({ action, actor_label: actorLabel }) => [action, actorLabel])).toEqual([
			["create", world.operator.email],
			["set_pull", world.operator.email],
			["import_inventory", "scheduled pull"],
			["import_inventory", "scheduled pull"],
		]);
		expect(JSON.stringify(events.map(({ detail }) => detail))).not.toContain("very-secret");
		// Another host does not get the header.
		const other = await startReceiver();
		await set("nightly", { url: `${other.url}/visits.csv` });
		await pullInventory(service, running());
		expect(other.received[0]?.headers).not.toHaveProperty("authorization");
		await other.stop();
		await deleteInventoryPull(service, world.operator, "nightly");
		await expect(runInventoryPull(service, world.operator, "nightly")).rejects.toThrow(NotFoundError);
	});

	test("a connection that breaks goes on where it was; a failure waits, is told once and shown", async () => {
		await make("broken");
		await set("broken", { daily_at: "03:30", every_hours: null, time_zone: "Europe/Berlin" });
		const text = csv(1, 2, 3);
		const work = await service.files.workDirectory();
		const theyHaveCome = async () => {
			const [upload = ""] = (await readdir(work, { recursive: true })).filter((path) => basename(path) === "upload");
			expect((await stat(join(work, upload))).size).toBe(40);
		};
		host.answer = (response, { headers }) => {
			const from = Number(/\d+/.exec(headers.range ?? "0")?.[0]);
			if (from === 0) {
				response.writeHead(200, { etag: '"a"', "content-length": String(text.length) });
				// A reader drops what comes with the break itself, so these are on its disk first.
				response.write(text.slice(0, 40), () => void eventually(theyHaveCome).then(() => response.destroy()));
			} else {
				const range = `bytes ${from}-${text.length - 1}/${text.length}`;
				response.writeHead(206, { etag: '"a"', "content-range": range }).end(text.slice(from));
			}
		};
		await pullInventory(service, running());
		// What comes just before a break may be lost: then the file is begun again.
		const { headers } = host.received.at(-1) ?? {};
		expect([headers?.range, headers?.["if-range"]]).toEqual(["bytes=40-", '"a"']);
		const before = await source("broken");
		expect(before.current_import).toMatchObject({ row_count: 3 });

		for (const [answer, problem] of [
			[answering(302, { location: "/elsewhere" }), "the host answered 302, and redirects are not followed"],
			[answering(200, {}, "no table"), "device_id is missing"],
		] as const) {
			host.answer = answer;
			await runInventoryPull(service, world.operator, "broken");
			await pullInventory(service, running());
			expect((await source("broken")).pull?.problem).toContain(problem);
		}
		const after = await source("broken");
		expect(after.current_import).toEqual(before.current_import);
		const { next_at: next, problem_at: failed, failures } = after.pull ?? {};
		expect([failures, Date.parse(next ?? "") - Date.parse(failed ?? "")]).toEqual([2, 300_000]);
		await handOver(service, [inboxSink]);
		const items = await service.prisma.inboxItem.findMany({
			where: { kind: "source.pull_failed", facts: { path: ["subject"], equals: "broken" } },
		});
		expect(items.map(({ user_id: userId }) => userId)).toEqual([world.operator.userId]);
		await deleteInventoryPull(service, world.operator, "broken");
	});

	test("of an address with a signature the query is neither shown nor stored as it is", async () => {
		await make("signed");
		host.answer = answering(200, {}, csv(1));
		const url = `${host.url}/visits.csv`;
		const shown = await set("signed", { url: `${url}?X-Amz-Signature=very-secret&a=%2F` });
		expect(shown).toMatchObject({ url, has_query: true });
		await pullInventory(service, running());
		// As it is shown, it stays.
		await set("signed", { url, every_hours: 12 });
		await pullInventory(service, running());
		const signed = "/visits.csv?X-Amz-Signature=very-secret&a=%2F";
		expect(host.received.map(({ path }) => path)).toEqual([signed, signed]);
		const { id, pull } = await source("signed");
		const stored = await service.prisma.pull.findUniqueOrThrow({ where: { source_id: id } });
		const events = await service.prisma.auditEvent.findMany({ where: { object_id: id } });
		const told = JSON.stringify([pull, { ...stored, sealed_query: null }, events.map(({ detail }) => detail)]);
		expect(told).not.toContain("very-secret");
		expect(Buffer.from(stored.sealed_query ?? []).includes("very-secret")).toBe(false);
		expect(await set("signed", { url: `${url}?` })).toMatchObject({ url, has_query: false });
		await make("options");
		// Options of S3 are no secrets.
		const options = "s3://bucket/visits.csv?region=eu-west-1&endpoint=http://127.0.0.1:1";
		expect(await set("options", { url: options })).toMatchObject({ url: options, has_query: false });
		await deleteInventoryPull(service, world.operator, "options");
		await set("signed", { url: `${url}?key=another-secret` });
		expect(await set("signed", { url: `${host.url}/others.csv` })).toMatchObject({ has_query: false });
		await deleteInventoryPull(service, world.operator, "signed");
	});

	test("a host that trickles holds up neither the others nor what becomes due meanwhile", async () => {
		const slow = await startReceiver();
		const open: ServerResponse[] = [];
		slow.answer = (response) => {
			response.writeHead(200).write(csv(1));
			open.push(response);
		};
		for (const slug of ["slow-1", "slow-2", "slow-3"]) {
			await make(slug);
			await set(slug, { url: `${slow.url}/visits.csv` });
		}
		await make("quick");
		await set("quick", {});
		// Two processes.
		const pulling = Promise.all([1, 2].map(() => pullInventory(service, running(), 10)));
		for (const numbers of [[1], [1, 2]]) {
			host.answer = answering(200, {}, csv(...numbers));
			await runInventoryPull(service, world.operator, "quick");
			await eventually(async () =>
				expect((await source("quick")).current_import).toMatchObject({ row_count: numbers.length }),
			);
		}
		// One host does not get all of the places.
		expect(open).toHaveLength(2);
		slow.answer = answering(200, {}, csv(1));
		for (const response of open) response.end();
		expect((await pulling).reduce((sum, number) => sum + number)).toBe(5);
		expect((await source("slow-3")).current_import).toMatchObject({ row_count: 1 });
		await slow.stop();
	});

	test("addresses are those that webhooks may have, and operators alone set them", async () => {
		await make("rules");
		await expect(set("rules", {}, world.designer)).rejects.toThrow(ForbiddenError);
		for (const [url, problem] of [
			["ftp://host.example/x", "must be an address such as"],
			["https://user:secret@host.example/x", "must not hold credentials"],
			["http://169.254.169.254/latest", "not of a private network"],
			["s3://bucket", "must name a bucket and a key"],
			["s3://bucket/key?endpoint=http://10.0.0.1:9000", "not of a private network"],
			["s3://bucket/key?endpoint=https://store.example%3Fsig=x", "an endpoint without a query"],
		] as const) {
			await expect(set("rules", { url })).rejects.toThrow(problem);
		}
		await expect(set("rules", { header: { field: "Host", value: "x" } })).rejects.toThrow(InvalidArgumentError);
		Object.assign(service, { settings: { ...service.settings, WEBHOOK_ALLOWED_NETWORKS: [] } });
		await expect(set("rules", {})).rejects.toThrow("must use https");
		Object.assign(service, { settings: { ...service.settings, WEBHOOK_ALLOWED_NETWORKS: ["127.0.0.0/8"] } });
	});

	test("an object of a store with S3's protocol, with keys of its own", async () => {
		const objects: ObjectStore = await startObjectStore();
		const endpoint = new URL(objects.url("")).searchParams.get("endpoint") ?? "";
		const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
		const client = new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials });
		const put = (Body: string) =>
			client.send(new PutObjectCommand({ Bucket: objects.bucket, Key: "in/visits.csv", Body }));
		await put(csv(1));
		await make("bucket");
		const s3_keys = { access_key_id: "S3RVER", secret_access_key: "S3RVER" };
		await set("bucket", { url: `s3://${objects.bucket}/in/visits.csv?endpoint=${endpoint}`, s3_keys });
		await pullInventory(service, running());
		const first = await source("bucket");
		expect(first.pull).toMatchObject({ problem: null, access_key_id: "S3RVER" });
		expect(first.current_import).toMatchObject({ row_count: 1 });
		await runInventoryPull(service, world.operator, "bucket");
		await pullInventory(service, running());
		expect(await source("bucket")).toMatchObject({ import_count: 1, pull: { problem: null } });
		await put(csv(1, 2));
		await runInventoryPull(service, world.operator, "bucket");
		await pullInventory(service, running());
		expect((await source("bucket")).current_import).toMatchObject({ row_count: 2 });
		await set("bucket", { url: `s3://${objects.bucket}/in/nothing.csv?endpoint=${endpoint}`, s3_keys });
		await pullInventory(service, running());
		expect((await source("bucket")).pull?.problem).toBe("the bucket has no such object");
		await objects.stop();
	});
});
