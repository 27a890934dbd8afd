import { EventEmitter } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import { workbookOf, zipOf } from "@/lib/engine/conversion/testing";
import type { Role } from "@/lib/generated/prisma/enums";
import { parseEnvironment } from "@/lib/platform/env";
import { LocalFileStore } from "@/lib/platform/files/local-file-store";
import type { Service } from "@/lib/platform/service";
import {
	ForbiddenError,
	InvalidArgumentError,
	InvalidStateError,
	NotFoundError,
	TooLargeError,
	VersionMismatchError,
} from "@/lib/rules/errors";
import { createTestDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { createInventorySource } from "./create-inventory-source";
import { editInventorySource } from "./edit-inventory-source";
import { importInventory } from "./import-inventory";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const DEVICE = "11111111-2222-4333-8444-555555555555";
const CSV = `device_id,segment,seen_at
${DEVICE},gym,2026-02-27T08:00:00Z
${DEVICE},gym,2026-02-27T08:00:00Z
${DEVICE},runners,2026-02-28T08:00:00.250Z
not-a-device,gym,2026-02-28T08:00:00Z
`;

describe.each(testDatabaseKinds())("inventory sources on the %s database", (kind) => {
	let directory: string;
	let service: Service;
	let drop: () => Promise<void>;

	beforeAll(async () => {
		directory = await mkdtemp(join(tmpdir(), "inventory-"));
		const database = await createTestDatabase(kind);
		drop = () => database.drop();
		service = {
			prisma: database.prisma,
			files: new LocalFileStore(directory),
			secret: "a secret of a test, of 32 characters",
			settings: parseEnvironment({}),
			signals: new EventEmitter(),
			now: () => NOW,
		};
	});
	beforeEach(() => service.prisma.inventorySource.deleteMany());
	afterAll(async () => {
		await drop();
		await rm(directory, { recursive: true, force: true });
	});

	async function person(role: Role, slug: string): Promise<Principal> {
		const organization = await service.prisma.organization.upsert({
			where: { slug },
			create: { slug, name: slug },
			update: {},
		});
		const email = `${role}@${slug}.example`;
		const user = await service.prisma.user.upsert({
			where: { organization_id_email_key: { organization_id: organization.id, email_key: email } },
			create: { email, email_key: email, role, organization_id: organization.id },
			update: {},
			select: principalSelect,
		});
		const origin = { address: null, requestId: null };
		return principalOfUser(user, { kind: "session", id: null }, ["manage", "administer"], origin);
	}

	const upload = (text: string, contentType: string | null = "text/csv; charset=utf-8") => ({
		contentType,
		body: (async function* () {
			yield Buffer.from(text.slice(0, 40));
			yield Buffer.from(text.slice(40));
		})(),
	});

	const fileKeyOf = async (importId: string | null | undefined) => {
		const where = { imports: { some: { import_id: importId ?? "" } } };
		return (await service.prisma.inventoryPart.findFirstOrThrow({ where })).file_key;
	};

	const storedFiles = async () =>
		(await readdir(directory, { recursive: true })).filter(
			(name) => name.includes(".parquet") || name.includes("upload"),
		);

	test("import a file: counts, a stored Parquet file, the new version and its audit event", async () => {
		const operator = await person("operator", "service");
		const source = await createInventorySource(service, operator, { slug: "acme", name: "Acme" });
		expect(source).toMatchObject({ slug: "acme", name: "Acme", organizations: [], revision: 1 });
		const first = await importInventory(service, operator, "acme", upload(CSV));
		expect(first).toMatchObject({
			source: "acme",
			row_count: 2,
			device_count: 1,
			segment_count: 2,
			refused_row_count: 1,
			refused: [{ line: 5, reason: expect.stringContaining("neither a UUID nor a SHA-1") }],
			newest_seen_at: "2026-02-28T08:00:00.250Z",
			processed_at: NOW.toISOString(),
		});
		const second = await importInventory(service, operator, "acme", upload(CSV.replace("runners", "staff")));
		const stored = await service.prisma.inventorySource.findUniqueOrThrow({
			where: { slug: "acme" },
			include: { currentImport: true },
		});
		expect(stored).toMatchObject({ current_import_id: second.id, revision: 3 });
		const path = await service.files.localPath(await fileKeyOf(stored.current_import_id));
		expect((await readFile(path)).subarray(0, 4).toString()).toBe("PAR1");
		expect(stored.currentImport).toMatchObject({
			size: BigInt((await readFile(path)).length),
			device_id_kind: "uuid",
			imported_by_id: operator.userId,
		});
		// Running builds of the first import still read its file.
		expect((await storedFiles()).filter((path) => path.includes(source.id))).toHaveLength(2);
		const events = await service.prisma.auditEvent.findMany({
			where: { object_id: source.id },
			orderBy: { id: "asc" },
		});
		expect(events.map(({ action, actor_label: actorLabel }) => [action, actorLabel])).toEqual([
			["create", operator.email],
			["import_inventory", operator.email],
			["import_inventory", operator.email],
		]);
		expect(events[1]?.detail).toMatchObject({ import_id: first.id, row_count: 2, refused_row_count: 1 });
	});

	test("are filled by the sheet of a workbook that has the columns", async () => {
		const operator = await person("operator", "service");
		await createInventorySource(service, operator, { slug: "acme", name: "Acme" });
		const workbook = workbookOf({
			Notes: [["About"], ["visits"]],
			Visits: [
				["Device_ID", "Segment", "Seen_At"],
				[DEVICE, "gym", { day: 46_080.5 }],
				[null, null, null],
				[DEVICE, 42, 1_772_000_000],
				["nobody", "gym", "2026-02-27"],
			],
		});
		const body = { contentType: null, body: Readable.from([workbook]) };
		expect(await importInventory(service, operator, "acme", body)).toMatchObject({
			row_count: 2,
			segment_count: 2,
			refused: [{ line: 5 }],
			newest_seen_at: "2026-02-27T12:00:00.000Z",
		});
		const map = { contentType: null, body: Readable.from([zipOf({ "doc.kml": "<kml><Placemark/></kml>" })]) };
		await expect(importInventory(service, operator, "acme", map)).rejects.toThrow("a KMZ file, which has no table");
	});

	test("keep their data when an import fails, and leave no file behind", async () => {
		const operator = await person("operator", "service");
		await createInventorySource(service, operator, { slug: "acme", name: "Acme" });
		const { id } = await importInventory(service, operator, "acme", upload(CSV));
		const files = await storedFiles();
		for (const [text, contentType] of [
			["device_id,segment\n", "text/csv"],
			["device_id,segment,seen_at\nnobody,gym,2026-02-27\n", "text/csv"],
			["not parquet", "application/vnd.apache.parquet"],
		] as const) {
			await expect(importInventory(service, operator, "acme", upload(text, contentType))).rejects.toThrow(
				InvalidArgumentError,
			);
		}
		await expect(importInventory(service, operator, "acme", upload(CSV, "multipart/form-data"))).rejects.toThrow(
			"the body must be the file itself",
		);
		const signal = AbortSignal.abort();
		await expect(importInventory(service, operator, "acme", { ...upload(CSV), signal })).rejects.toThrow("abort");
		expect(await storedFiles()).toEqual(files);
		const source = await service.prisma.inventorySource.findUniqueOrThrow({ where: { slug: "acme" } });
		expect(source.current_import_id).toBe(id);
	});

	test("reject a file above the limit while it arrives, and keep nothing of it", async () => {
		const operator = await person("operator", "service");
		await createInventorySource(service, operator, { slug: "acme", name: "Acme" });
		const files = await storedFiles();
		const limited = { ...service, settings: parseEnvironment({ INVENTORY_MAX_BYTES: String(CSV.length) }) };
		let read = 0;
		const endless = async function* () {
			for (; ; read += 1) yield Buffer.from(CSV);
		};
		const import_ = (body: AsyncIterable<Uint8Array>) =>
			importInventory(limited, operator, "acme", { contentType: "text/csv", body });
		await expect(import_(endless())).rejects.toThrow(TooLargeError);
		expect(read).toBeLessThan(3);
		expect(await storedFiles()).toEqual(files);
		expect(await import_(upload(CSV).body)).toMatchObject({ row_count: 2 });
	});

	test("import a file only at the expected revision, also when it changes meanwhile", async () => {
		const operator = await person("operator", "service");
		await createInventorySource(service, operator, { slug: "acme", name: "Acme" });
		const import_ = (expectedRevision: number, file = upload(CSV)) =>
			importInventory(service, operator, "acme", { ...file, expectedRevision });
		const files = await storedFiles();
		let read = 0;
		const unread = (async function* () {
			read += 1;
			yield Buffer.from(CSV);
		})();
		await expect(import_(2, { contentType: "text/csv", body: unread })).rejects.toThrow(VersionMismatchError);
		expect(read).toBe(0);
		const renamedMeanwhile = (async function* () {
			yield Buffer.from(CSV);
			await editInventorySource(service, operator, "acme", { name: "Renamed" });
		})();
		await expect(import_(1, { contentType: "text/csv", body: renamedMeanwhile })).rejects.toThrow(VersionMismatchError);
		expect(await storedFiles()).toEqual(files);
		expect(await service.prisma.inventoryImport.count({ where: { source: { slug: "acme" } } })).toBe(0);
		expect(await import_(2)).toMatchObject({ row_count: 2 });
	});

	test("are managed by operators only, and visible to permitted organizations only", async () => {
		const operator = await person("operator", "service");
		const insider = await person("administrator", "inside");
		const outsider = await person("administrator", "outside");
		const narrowed = { ...operator, role: "designer" as const };
		const acme = { slug: "acme", name: "Acme", organizations: ["inside"] };
		for (const caller of [insider, narrowed]) {
			await expect(createInventorySource(service, caller, acme)).rejects.toThrow(ForbiddenError);
		}
		expect(await createInventorySource(service, operator, acme)).toMatchObject({
			open: false,
			organizations: [{ slug: "inside" }],
		});
		await expect(importInventory(service, insider, "acme", upload(CSV))).rejects.toThrow(ForbiddenError);
		await expect(importInventory(service, outsider, "acme", upload(CSV))).rejects.toThrow(NotFoundError);
		await expect(importInventory(service, operator, "unknown", upload(CSV))).rejects.toThrow(NotFoundError);
	});

	test("have unique slugs and existing organizations", async () => {
		const operator = await person("operator", "service");
		await createInventorySource(service, operator, { slug: "acme", name: "Acme" });
		await expect(createInventorySource(service, operator, { slug: "acme", name: "Other" })).rejects.toThrow(
			InvalidStateError,
		);
		const nobody = { slug: "other", name: "Other", organizations: ["service", "nobody"] };
		await expect(createInventorySource(service, operator, nobody)).rejects.toThrow("there is no organization 'nobody'");
	});

	test("imported data stay when the database's response to the commit is lost", async () => {
		const operator = await person("operator", "host");
		await createInventorySource(service, operator, { slug: "lost-answer", name: "Lost answer" });
		const lost = new Error("Connection terminated unexpectedly");
		const prisma = new Proxy(service.prisma, {
			get: (client, name) =>
				name === "$transaction"
					? (work: never) =>
							client.$transaction(work).then(() => {
								throw lost;
							})
					: Reflect.get(client, name),
		});
		const body = Readable.from([Buffer.from(CSV)]);
		const imported = importInventory({ ...service, prisma }, operator, "lost-answer", {
			contentType: "text/csv",
			body,
		});
		await expect(imported).rejects.toBe(lost);
		const { currentImport } = await service.prisma.inventorySource.findUniqueOrThrow({
			where: { slug: "lost-answer" },
			include: { currentImport: true },
		});
		expect(await service.files.stat(await fileKeyOf(currentImport?.id))).toEqual({ size: Number(currentImport?.size) });
	});
});
