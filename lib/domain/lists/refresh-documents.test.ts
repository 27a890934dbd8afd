import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	addCancelledRequests,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";

describe.each(testDatabaseKinds())("search documents on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	test("all deployments of a renamed target are found by its new name, also beyond one batch", async () => {
		const { deployment } = await createRequest(service, world);
		await addCancelledRequests(service, deployment.id, 2000);
		await editTarget(service, world.administrator, world.target.id, { name: "Timbuktu" });
		const documents = await service.prisma.deployment.groupBy({
			by: ["search_document"],
			where: { target_id: world.target.id },
			_count: true,
		});
		expect(documents).toEqual([{ search_document: expect.stringMatching(/\btimbuktu\b/), _count: 2001 }]);
	});

	test("a word with invisible characters in it is found by the word, and the other way round", async () => {
		const designs = async (q: string) => {
			const { rows } = await listDesigns(service, world.designer, { q, limit: 20, offset: 0, order: "desc" });
			return rows.map(({ id }) => id);
		};
		const unseen = await createProximityDesign(service, world.designer, "Tea\u00adhouses \u200bin\u200d Kyo\ufeffto");
		const plain = await createProximityDesign(service, world.designer, "Teahouses in Osaka");
		for (const q of ["teahouses", "tea\u2060houses", "TEAHOU\u200cSES in"]) {
			expect((await designs(q)).sort()).toEqual([unseen.id, plain.id].sort());
		}
		expect(await designs("kyoto")).toEqual([unseen.id]);
		expect(await designs("houses")).toEqual([]);
	});
});

describe.each(testDatabaseKinds())("search documents on %s", (kind) => {
	test("a word with invisible characters is found by the plain word, and the other way round", async () => {
		const service = await createTestService(kind);
		const { designer } = await createWorld(service);
		const found = async (q: string) =>
			(await listDesigns(service, designer, { q, limit: 20, offset: 0, order: "desc" })).rows.map(({ id }) => id);
		const unseen = await createProximityDesign(service, designer, "Tea\u00adhouses \u200bin\u200d Kyo\ufeffto");
		const plain = await createProximityDesign(service, designer, "Teahouses in Osaka");
		for (const q of ["teahouses", "tea\u2060houses", "TEAHOU\u200cSES in"]) {
			expect((await found(q)).sort()).toEqual([unseen.id, plain.id].sort());
		}
		expect(await found("kyoto")).toEqual([unseen.id]);
		expect(await found("houses")).toEqual([]);
		await service.drop();
	});
});
