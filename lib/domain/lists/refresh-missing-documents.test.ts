import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listDeployments } from "@/lib/domain/deployments/list-deployments";
import { tagDeployment } from "@/lib/domain/deployments/tag-deployment";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { migrationSql } from "@/lib/tools/testing/migration-sql";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { refreshMissingDocuments } from "./refresh-missing-documents";

const PAGE = { limit: 20, offset: 0, order: "desc" } as const;

describe.each(testDatabaseKinds())("search documents on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const designs = async (q: string) =>
		(await listDesigns(service, world.designer, { q, ...PAGE })).rows.map(({ id }) => id);
	const deployments = async (q: string) =>
		(await listDeployments(service, world.administrator, { q, ...PAGE, sort: "updated_at" })).rows.map(({ id }) => id);

	test("a word with what nobody sees in it is found by the word, and the other way round", async () => {
		const unseen = await createProximityDesign(service, world.designer, "Tea\u00adhouses \u200bin\u200d Kyo\ufeffto");
		const plain = await createProximityDesign(service, world.designer, "Teahouses in Osaka");
		for (const q of ["teahouses", "tea\u2060houses", "TEAHOU\u200cSES in"]) {
			expect((await designs(q)).sort()).toEqual([unseen.id, plain.id].sort());
		}
		expect(await designs("kyoto")).toEqual([unseen.id]);
		expect(await designs("houses")).toEqual([]);
	});

	test("those that were made otherwise before are emptied by the migration, made anew by the duty, and left alone then", async () => {
		const { design, deployment } = await createRequest(service, world);
		const tagged = await createRequest(service, world);
		await tagDeployment(service, world.administrator, tagged.deployment.id, { tags: ["fas\u00adtest"] });
		await editDesign(service, world.designer, design.id, { name: "Ba\u00adkeries" });
		// As they were: what nobody sees stood between words.
		await service.prisma.$executeRaw`UPDATE designs SET search_document = 'ba keries' WHERE id = ${design.id}::uuid`;
		await service.prisma
			.$executeRaw`UPDATE deployments SET search_document = 'ba keries' WHERE id = ${deployment.id}::uuid`;
		await service.prisma
			.$executeRaw`UPDATE deployments SET search_document = 'fas test' WHERE id = ${tagged.deployment.id}::uuid`;
		expect([await designs("bakeries"), await deployments("bakeries")]).toEqual([[], []]);

		await migrateAgain();
		const empty = await service.prisma.deployment.findMany({ where: { searchDocument: "" }, select: { id: true } });
		expect(empty.map(({ id }) => id).sort()).toEqual([deployment.id, tagged.deployment.id].sort());
		// The design of the test above is made anew too.
		const refresh = () => refreshMissingDocuments(service, new AbortController().signal);
		expect(await refresh()).toBe(3);
		expect([await designs("bakeries"), await deployments("bakeries")]).toEqual([[design.id], [deployment.id]]);
		expect(await deployments("fastest")).toEqual([tagged.deployment.id]);
		expect(await refresh()).toBe(0);
	});

	/** Runs what the migration changes of the rows. */
	async function migrateAgain(): Promise<void> {
		const sql = await migrationSql("search_documents_anew");
		const client = await service.database.pool.connect();
		await client.query(sql.slice(sql.indexOf("CREATE FUNCTION"))).finally(() => client.release());
	}
});
