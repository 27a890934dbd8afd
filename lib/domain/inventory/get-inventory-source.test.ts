import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDesign } from "@/lib/domain/designs/create-design";
import { NotFoundError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { createInventorySource } from "./create-inventory-source";
import { designsUsing, getInventorySource } from "./get-inventory-source";

describe.each(testDatabaseKinds())("an inventory source on the %s database", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const create = (name: string, ...sources: string[]) =>
		createDesign(service, world.designer, {
			name,
			type: "audience",
			sets: sources.map((slug) => ({ set_name: slug, audience: { sources: [slug], where: { segment: "gym" } } })),
		});

	test("lists the visible designs that use it, each once, latest change first", async () => {
		for (const slug of ["one", "one-more"]) await createInventorySource(service, world.operator, { slug, name: slug });
		const [first, , last] = [
			await create("First", "one"),
			await create("Second", "one-more"),
			await create("Third", "one-more", "one"),
			await create("Empty"),
		];
		const read = async (caller: "designer" | "colleague" | "outsider" | "administrator" | "operator") => {
			const { designs, design_count: count } = await getInventorySource(service, world[caller], "one");
			return [designs.map(({ id }) => id), count];
		};
		for (const caller of ["designer", "colleague", "operator"] as const) {
			expect(await read(caller)).toEqual([[last.id, first.id], 2]);
		}
		expect(await read("outsider")).toEqual([[], 0]);
		// Visibility through a target does not include a design's contents.
		const build = { type: "audience" as const, name: "First", reason: "x", requested_by_id: world.designer.userId };
		const { id: buildId } = await service.prisma.build.create({
			data: { ...build, design_id: first.id, requested_by_org_id: world.designer.organizationId },
		});
		await service.prisma.deployment.create({
			data: {
				design_id: first.id,
				build_id: buildId,
				target_id: world.target.id,
				type: "audience",
				requester_id: world.designer.userId,
				requester_org_id: world.designer.organizationId,
				new_build: true,
				build_size: 1,
				build_date: service.now(),
			},
		});
		expect(await read("administrator")).toEqual([[], 0]);
		await expect(getInventorySource(service, world.designer, "unknown")).rejects.toThrow(NotFoundError);
	});

	test("finds them by an index scan", async () => {
		const plan = await service.prisma.$transaction(async (tx) => {
			// For few rows the planner prefers to read all of them, from the table or from another index.
			await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
			await tx.$executeRaw`SET LOCAL enable_indexscan = off`;
			return tx.$queryRaw<
				Record<string, string>[]
			>`EXPLAIN SELECT designs.id FROM designs WHERE ${designsUsing("one")}`;
		});
		expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("design_sets_sources");
	});
});
