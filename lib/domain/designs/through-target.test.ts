import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { exportDeployments } from "@/lib/domain/deployments/lists/export-deployments";
import { listDeployments } from "@/lib/domain/deployments/lists/list-deployments";
import { deleteDeployment } from "@/lib/domain/deployments/transitions/delete-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { writeMissingDocuments } from "@/lib/domain/lists/write-missing-documents";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, completeABuild, createWorld, type World } from "@/lib/tools/testing/world";
import { createDesign } from "./create-design";
import { editDesign } from "./edit-design";
import { getDesign } from "./get-design";
import { listDesignRows } from "./list-design-rows";
import { listDesigns } from "./list-designs";
import { setDesignVisibility } from "./set-design-visibility";

const PAGE = { limit: 20, offset: 0, order: "desc" } as const;

describe.each(testDatabaseKinds())("a design that an administrator sees through a target on %s", (kind) => {
	let service: TestService;
	let world: World;
	let designId: string;
	let oldBuild: string;
	let newBuild: string;
	let oldDeployment: string;

	const geofences = (count: number) => ({
		type: "FeatureCollection" as const,
		features: Array.from({ length: count }, (_, place) => circle(13 + place / 10, 52)),
	});
	const set = (name: string, count: number) => ({
		set_name: name,
		targeting_code: name.toUpperCase(),
		geofences: geofences(count),
	});
	const request = (buildId: string, targetId = world.target.id) =>
		requestDeployment(service, world.designer, buildId, { targetId });

	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		const { designer } = world;
		({ id: designId } = await createDesign(service, designer, {
			name: "Harbour",
			type: "proximity",
			sets: [set("quays", 1)],
		}));
		oldBuild = await completeABuild(service, designer, designId, 1_000);
		({ id: oldDeployment } = await request(oldBuild));
		await editDesign(service, designer, designId, { sets: [set("secretdraft", 3), set("anotherdraft", 2)] });
		newBuild = await completeABuild(service, designer, designId, 9_000);
		await request(newBuild, world.otherTarget.id);
		await setDesignVisibility(service, designer, designId, { tags: ["confidential"] });
	});
	afterAll(() => service.drop());

	/**
	 * How many designs, design rows, builds and deployments a filter finds, each by its total and
	 * by its rows.
	 */
	const found = async (principal: Principal, filter: { q?: string; visibility?: string[] }) => {
		const pages = [
			await listDesigns(service, principal, { ...PAGE, ...filter }),
			await listDesignRows(service, principal, { ...PAGE, ...filter, sort: "last_build_size" }),
			await listBuilds(service, principal, { ...PAGE, ...filter, sort: "build_date" }),
			await listDeployments(service, principal, { ...PAGE, ...filter, sort: "updated_at" }),
		];
		for (const { rows, total } of pages) expect(rows).toHaveLength(total);
		return pages.map(({ total }) => total);
	};

	test("has the sets, the size and the build that are deployed there", async () => {
		const row = await getDesign(service, world.administrator, designId);
		expect(row).toMatchObject({
			name: "Harbour",
			most_recent_build: oldBuild,
			design_size: 1,
			sets: [{ set_name: "quays", targeting_code: "QUAYS" }],
			set_ids: [expect.any(String)],
			collaborators: [],
		});
		expect(await getDesign(service, world.designer, designId)).toMatchObject({
			most_recent_build: newBuild,
			design_size: 5,
			sets: [{ set_name: "secretdraft" }, { set_name: "anotherdraft" }],
		});
		expect(await getDesign(service, world.otherAdministrator, designId)).toMatchObject({
			most_recent_build: newBuild,
			design_size: 2,
			sets: [{ set_name: "secretdraft" }, { set_name: "anotherdraft" }],
		});
		const { rows } = await listDesigns(service, world.administrator, PAGE);
		expect(rows).toEqual([row]);
		const detailed = await listDesignRows(service, world.administrator, { ...PAGE, sort: "updated_at" });
		expect(detailed.rows).toMatchObject([{ ...row, last_build: { id: oldBuild, size: 1_000 }, visibility: [] }]);
	});

	test("is found by the words of what is there, by those of the design and its owner, and by nothing of the draft", async () => {
		const { administrator, designer, otherAdministrator } = world;
		for (const q of ["quay", "harbour quays", "harb", designer.email, designId]) {
			expect([q, await found(administrator, { q })].flat()).toEqual([q, 1, 1, 1, q === designId ? 0 : 1]);
		}
		for (const q of ["secretdraft", "anotherdraft", "harbour secret"]) {
			expect(await found(administrator, { q })).toEqual([0, 0, 0, 0]);
			expect(await found(otherAdministrator, { q })).toEqual([1, 1, 1, 1]);
			// Who sees the draft finds all of its deployments by it.
			expect(await found(designer, { q })).toEqual([1, 1, 1, 2]);
		}
		// A deployment has the sets of its build; the design those of its draft.
		expect(await found(designer, { q: "quays" })).toEqual([0, 0, 0, 1]);
		const { rows } = exportDeployments(service, administrator, { q: "secretdraft", order: "desc", sort: "updated_at" });
		expect((await rows.next()).done).toBe(true);
	});

	test("cannot be probed for its visibility tags", async () => {
		const filter = { visibility: ["confidential"] };
		expect(await found(world.administrator, filter)).toEqual([0, 0, 0, 0]);
		expect(await found(world.administrator, { ...filter, q: "quays" })).toEqual([0, 0, 0, 0]);
		expect(await found(world.designer, filter)).toEqual([1, 1, 1, 2]);
		expect(await found(world.operator, filter)).toEqual([1, 1, 1, 2]);
	});

	test("follows the deployments and the design's name, also where a document is missing", async () => {
		const { administrator } = world;
		const { id } = await request(newBuild);
		expect(await found(administrator, { q: "secretdraft" })).toEqual([1, 1, 1, 1]);
		expect(await getDesign(service, administrator, designId)).toMatchObject({ most_recent_build: newBuild });
		await editDesign(service, world.designer, designId, { name: "Port" });
		expect(await found(administrator, { q: "port secretdraft" })).toEqual([1, 1, 1, 1]);
		await deleteDeployment(service, administrator, id);
		expect(await found(administrator, { q: "secretdraft" })).toEqual([0, 0, 0, 0]);
		expect(await found(administrator, { q: "port quays" })).toEqual([1, 1, 1, 1]);
		await service.prisma.designTarget.updateMany({ where: { design_id: designId }, data: { search_document: null } });
		await service.prisma.deployment.updateMany({
			where: { design_id: designId },
			data: { search_document: "port secretdraft" },
		});
		expect(await found(administrator, { q: "port quays" })).toEqual([0, 0, 0, 0]);
		expect(await writeMissingDocuments(service)).toBe(1);
		expect(await writeMissingDocuments(service)).toBe(0);
		expect(await found(administrator, { q: "port quays" })).toEqual([1, 1, 1, 1]);
		await deleteDeployment(service, administrator, oldDeployment);
		await expect(getDesign(service, administrator, designId)).rejects.toThrow("design not found");
	});
});
