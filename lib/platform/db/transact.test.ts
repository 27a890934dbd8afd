import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { translateConflict } from "./conflicts";
import { transact } from "./transact";

describe.each(testDatabaseKinds())("transactions on %s", (kind) => {
	let database: TestDatabase;
	beforeAll(async () => {
		database = await createTestDatabase(kind);
		await database.prisma.organization.createMany({ data: ["a", "b"].map((slug) => ({ slug, name: slug })) });
	});
	afterAll(() => database.drop());

	test("an error of the work is thrown at once, and its writes are rolled back", async () => {
		let attempts = 0;
		const failing = transact(database.prisma, async (tx) => {
			attempts += 1;
			await tx.organization.create({ data: { slug: "c", name: "c" } });
			throw new Error("no");
		});
		await expect(failing).rejects.toThrow("no");
		expect(attempts).toBe(1);
		expect(await database.prisma.organization.count()).toBe(2);
	});

	const giveUp = Prisma.sql`DO $$ BEGIN RAISE EXCEPTION 'no use' USING ERRCODE = '40001'; END $$`;
	test.each<[string, (tx: Transaction) => Promise<unknown>]>([
		["Prisma", (tx) => tx.$executeRaw(giveUp)],
		["$rows", (tx) => tx.$rows(giveUp)],
	])(
		"a transaction that the database aborts at every attempt throws what the last attempt threw, by %s",
		async (_, ask) => {
			let attempts = 0;
			const hopeless = transact(database.prisma, async (tx) => {
				attempts += 1;
				await ask(tx);
			});
			await expect(hopeless).rejects.toThrow("no use");
			expect(attempts).toBe(5);
		},
	);

	const transactionId = Prisma.sql`SELECT pg_current_xact_id()::text AS id`;
	test("$rows runs within the transaction, for as long as it is open", async () => {
		const [own, prismas, left] = await transact(database.prisma, async (tx) => {
			const [read] = await tx.$rows<{ id: string }>(transactionId);
			const [asked] = await tx.$queryRaw<{ id: string }[]>(transactionId);
			return [read?.id, asked?.id, tx] as const;
		});
		expect(own).toMatch(/^\d+$/);
		expect(own).toBe(prismas);
		await expect(left.$rows(transactionId)).rejects.toMatchObject({ code: "P2028" });
	});

	test("$rows bypasses Prisma, which would convert this to a bigint", async () => {
		const rows = await transact(database.prisma, (tx) => tx.$rows(Prisma.sql`SELECT 1::bigint AS n`));
		expect(rows).toEqual([{ n: "1" }]);
	});

	const organization = (slug: string) =>
		Prisma.sql`INSERT INTO organizations (id, slug, name, updated_at) VALUES (gen_random_uuid(), ${slug}, ${slug}, now())`;
	test("writes of $rows are rolled back with the transaction, and a conflict is recognized", async () => {
		const conflicting = transact(database.prisma, async (tx) => {
			await tx.$rows(organization("d"));
			await tx.$rows(organization("a"));
		}).catch(translateConflict("the slug is taken"));
		await expect(conflicting).rejects.toThrow(new InvalidStateError("the slug is taken"));
		expect(await database.prisma.organization.count({ where: { slug: "d" } })).toBe(0);
	});

	test("of calls that begin at once, those behind a failed one fail too", async () => {
		const outcomes = await transact(database.prisma, (tx) =>
			Promise.allSettled([tx.$queryRaw`SELECT 1 / 0`, tx.organization.findMany(), tx.organization.findFirst()]),
		);
		expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
	});

	test("work that continues after its transaction's timeout writes nothing", async () => {
		const late = database.prisma.$transaction(
			async (tx) => {
				await tx.$rows(Prisma.sql`SELECT pg_sleep(0.5)`);
				await tx.$rows(organization("late"));
			},
			{ timeout: 100 },
		);
		await expect(late).rejects.toMatchObject({ code: "P2028" });
		expect(await database.prisma.organization.count({ where: { slug: "late" } })).toBe(0);
	});

	test("an operation of several statements writes nothing once its transaction's time is over", async () => {
		await database.prisma.$executeRaw`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
			AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$`;
		await database.prisma.$executeRaw`CREATE TRIGGER slow BEFORE INSERT ON organizations FOR EACH ROW
			WHEN (NEW.slug = 'slow') EXECUTE FUNCTION wait()`;
		const targets = { create: { slug: "late", name: "late" } };
		const late = database.prisma.$transaction(
			(tx) => tx.organization.create({ data: { slug: "slow", name: "slow", targets } }),
			{ timeout: 100 },
		);
		// The transaction's own limit is what is tested; P2028 where a busy machine begins when it is over.
		await expect(late).rejects.toMatchObject({ code: expect.stringMatching(/^P(1018|2028)$/) });
		await database.prisma.$executeRaw`DROP FUNCTION wait CASCADE`;
		expect(await database.prisma.organization.count({ where: { slug: "slow" } })).toBe(0);
	});

	test.runIf(kind === "postgres")("a transaction within the work of another has a connection of its own", async () => {
		await transact(database.prisma, async (outer) => {
			const read = async (tx: Transaction) => (await tx.$rows<{ id: string }>(transactionId))[0]?.id;
			const before = await read(outer);
			const inner = await database.prisma.$transaction((tx) => read(tx));
			expect(inner).not.toBe(before);
			expect(await read(outer)).toBe(before);
		});
	});

	test.runIf(kind === "postgres")("two that lock each other out are both done in the end", async () => {
		let attempts = 0;
		let held = 0;
		let bothHold: () => void = () => undefined;
		const met = new Promise<void>((resolve) => {
			bothHold = resolve;
		});
		const rename = (first: string, second: string) =>
			transact(database.prisma, async (tx) => {
				attempts += 1;
				await tx.organization.update({ where: { slug: first }, data: { revision: { increment: 1 } } });
				held += 1;
				if (held === 2) bothHold();
				await met;
				await tx.$queryRaw`SELECT id FROM organizations WHERE slug = ${second} FOR UPDATE`;
			});
		await Promise.all([rename("a", "b"), rename("b", "a")]);
		expect(attempts).toBe(3);
		const revisions = await database.prisma.organization.findMany({ select: { revision: true } });
		expect(revisions).toEqual([{ revision: 2 }, { revision: 2 }]);
	});
});
