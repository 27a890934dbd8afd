import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { importTestPois, TEST_POIS } from "@/lib/tools/testing/pois";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { requireCurrentRelease } from "./current-release";
import { findPoiPlaces } from "./read-pois";

describe.each(testDatabaseKinds())("the current release on the %s database", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());
	const found = async () => (await findPoiPlaces(service, "apotheke", 5)).map(({ name }) => name).sort();

	test("stays open until a reader has ended, whatever becomes current meanwhile", async () => {
		await importTestPois(service);
		const names = await requireCurrentRelease(service, async ({ reader }) => {
			await importTestPois(service, TEST_POIS.slice(0, 1));
			expect(await found()).toEqual(["Löwen-Apotheke"]);
			return reader.rows("SELECT name FROM release.pois WHERE category = 'pharmacy'");
		});
		expect(names.map(({ name }) => name).sort()).toEqual(["Löwen-Apotheke", "Mühlen Apotheke"]);
	});

	test("is none where its file is removed while it is opened", async () => {
		await importTestPois(service);
		const { files } = service;
		const localPath = files.localPath.bind(files);
		vi.spyOn(files, "localPath").mockImplementationOnce(async (key) => {
			const path = await localPath(key);
			await files.remove(key);
			return path;
		});
		expect(await found()).toEqual([]);
	});
});
