import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "@/lib/testing/database";
import { transact } from "./transact";

describe.each(testDatabaseKinds())("transactions on %s", (kind) => {
	let database: TestDatabase;
	beforeAll(async () => {
		database = await createTestDatabase(kind);
		await database.prisma.organization.createMany({ data: ["a", "b"].map((slug) => ({ slug, name: slug })) });
	});
	afterAll(() => database.drop());

	test("an error of the work is thrown at once, and nothing of it is kept", async () => {
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

	test("a transaction that the database gives up for good throws what the last attempt threw", async () => {
		let attempts = 0;
		const hopeless = transact(database.prisma, async (tx) => {
			attempts += 1;
			await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'no use' USING ERRCODE = '40001'; END $$`;
		});
		await expect(hopeless).rejects.toThrow("40001");
		expect(attempts).toBe(5);
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
