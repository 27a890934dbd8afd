import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Prisma } from "@/lib/generated/prisma/client";
import { database, setDatabase } from "@/lib/platform/db/client";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";

describe.each(testDatabaseKinds())("%s database", (kind) => {
	let db: TestDatabase;

	beforeAll(async () => {
		db = await createTestDatabase(kind);
	});

	afterAll(() => db.drop());

	const slugs = async () => {
		const rows = await db.prisma.organization.findMany({ orderBy: { slug: "asc" } });
		return rows.map(({ slug }) => slug);
	};

	test("is in UTC, so that times are read as they were written", async () => {
		expect((await db.pool.query("SHOW TimeZone")).rows).toEqual([{ TimeZone: "UTC" }]);
		const at = new Date("2026-07-01T12:34:56.789Z");
		const { id } = await db.prisma.geofenceCollection.create({ data: { created_at: at } });
		expect(await db.prisma.geofenceCollection.findUniqueOrThrow({ where: { id } })).toMatchObject({ created_at: at });
		expect(
			await db.prisma.$queryRaw`SELECT count(*)::int AS count FROM geofence_collections WHERE created_at = ${at}`,
		).toEqual([{ count: 1 }]);
	});

	test("stays usable after SQL errors of every protocol phase", async () => {
		await expect(db.pool.query("SELEC 1")).rejects.toThrow("syntax error");
		await expect(db.pool.query("SELECT $1::int", ["one"])).rejects.toThrow("invalid input syntax");
		await expect(db.pool.query("SELECT 1 / $1::int", [0])).rejects.toThrow("division by zero");
		for (let attempt = 0; attempt < 3; attempt++) {
			await expect(db.prisma.$queryRaw`SELECT * FROM nothing`).rejects.toThrow("nothing");
			await db.prisma.organization.upsert({ where: { slug: "dup" }, create: { slug: "dup", name: "D" }, update: {} });
			await expect(db.prisma.organization.create({ data: { slug: "dup", name: "D" } })).rejects.toMatchObject({
				code: "P2002",
			});
		}
		expect(await slugs()).toEqual(["dup"]);
	});

	test("rolls back a transaction that throws, and one that SQL aborts", async () => {
		const failing = db.prisma.$transaction(async (tx) => {
			await tx.organization.create({ data: { slug: "never", name: "Never" } });
			throw new Error("changed my mind");
		});
		await expect(failing).rejects.toThrow("changed my mind");
		const broken = db.prisma.$transaction(async (tx) => {
			await tx.organization.create({ data: { slug: "never", name: "Never" } });
			await tx.organization.create({ data: { slug: "never", name: "Never" } });
		});
		await expect(broken).rejects.toMatchObject({ code: "P2002" });
		expect(await slugs()).toEqual(["dup"]);
	});

	test("commits a serializable transaction, and runs others beside it", async () => {
		const make = (slug: string) =>
			db.prisma.$transaction((tx) => tx.organization.create({ data: { slug, name: slug } }), {
				isolationLevel: Prisma.TransactionIsolationLevel.Serializable,
			});
		await Promise.all([make("a"), ...Array.from({ length: 20 }, () => slugs())]);
		expect(await slugs()).toEqual(["a", "dup"]);
	});

	test("keeps text of every script, whole numbers of 64 bits and a megabyte of bytes", async () => {
		const name = "Zoë — 東京 🗼 \u{1F468}\u200d\u{1F469} \u0301 'quoted' \\ \t";
		const organization = await db.prisma.organization.create({ data: { slug: "unicode", name } });
		expect(await db.prisma.organization.findUnique({ where: { id: organization.id } })).toMatchObject({ name });

		expect(await db.prisma.$queryRaw`SELECT ${9_223_372_036_854_775_807n}::bigint AS most`).toEqual([
			{ most: 9_223_372_036_854_775_807n },
		]);

		const content = new Uint8Array(randomBytes(1_048_576));
		const { id } = await db.prisma.geofenceCollection.create({
			data: { chunks: { create: { position: 0, geofence_count: 1, content } } },
		});
		const chunk = await db.prisma.geofenceChunk.findUniqueOrThrow({
			where: { collection_id_position: { collection_id: id, position: 0 } },
		});
		expect(Buffer.compare(chunk.content, content)).toBe(0);
	});

	test("answers ten thousand rows in one piece", async () => {
		const { rows } = await db.pool.query("SELECT n, repeat('x', 500) AS filler FROM generate_series(1, 10000) n");
		expect(rows.length).toBe(10_000);
		expect(rows.at(-1)).toEqual({ n: 10_000, filler: "x".repeat(500) });
	});

	test("refuses NUL in text", async () => {
		const create = db.prisma.organization.create({ data: { slug: "nul", name: "a\u0000b" } });
		await expect(create).rejects.toThrow("invalid byte sequence");
		expect(await slugs()).not.toContain("nul");
	});

	test("a discarded connection leaves no transaction open", async () => {
		const client = await db.pool.connect();
		await client.query({ name: "s0", text: "SELECT 'first' AS said" });
		await client.query("BEGIN");
		await client.query("INSERT INTO organizations (slug, name) VALUES ('left-open', 'x')");
		client.release(true);
		expect((await db.pool.query({ name: "s0", text: "SELECT 'second' AS said" })).rows).toEqual([{ said: "second" }]);
		expect(await slugs()).not.toContain("left-open");
	});
});

test("the process's database is the one that was set, and a missing one is an error", async () => {
	expect(() => database()).toThrow("no database is open");
	const db = await createTestDatabase();
	setDatabase(db);
	expect(database()).toBe(db);
	setDatabase(undefined);
	await db.drop();
});
