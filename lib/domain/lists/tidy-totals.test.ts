import { afterAll, beforeAll, expect, test } from "vitest";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { DUTIES } from "@/lib/processes/jobs/duties";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld } from "@/lib/tools/testing/world";

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.drop());

test("changes that nobody reads are added up and removed by a duty, and totals stay right", async () => {
	const { designer } = await createWorld(service);
	const { id } = await createProximityDesign(service, designer);
	const { organizationId } = designer;
	// What transactions of long ago have left.
	await service.prisma.$executeRaw`
		INSERT INTO list_changes (transaction, source, fine_slice) SELECT 3, 'designs', n FROM generate_series(0, 1023) AS n`;
	await service.prisma.$executeRaw`
		INSERT INTO list_tallies (counted, owner_org_id, change)
		SELECT 'designs', ${organizationId}::uuid, CASE n % 2 WHEN 0 THEN 1 ELSE -1 END FROM generate_series(1, 2002) AS n`;
	const duty = DUTIES.find(({ name }) => name.includes("totals"));
	await duty?.run(service, new AbortController().signal);
	expect(await service.prisma.listChange.count()).toBeLessThan(10);
	expect(await service.prisma.listTally.count({ where: { counted: "designs" } })).toBe(1);
	const { rows, total } = await listDesigns(service, designer, { limit: 5, offset: 0, order: "desc" });
	expect([rows.map((row) => row.id), total]).toEqual([[id], 1]);
});
