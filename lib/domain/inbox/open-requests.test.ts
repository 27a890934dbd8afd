import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handOver } from "@/lib/domain/outbox/hand-over";
import type { Transaction } from "@/lib/platform/service";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { addCancelledRequests, createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { inboxSink } from "./inbox-sink";
import { closeSettled, loadOpenRequests } from "./open-requests";

describe.each(testDatabaseKinds())("what items ask, on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	test("is found without a look at other deployments", async () => {
		const { deployment } = await createRequest(service, world);
		const asked = deployment.id;
		await handOver(service, [inboxSink]);
		const items = await service.prisma.inboxItem.findMany({ where: { user_id: world.administrator.userId } });
		expect(items).toHaveLength(1);
		// So many that the planner prefers a look at each of them by its id.
		await addCancelledRequests(service, asked, 5000);
		await service.prisma.$executeRaw`ANALYZE deployments`;
		await service.prisma.$transaction(async (tx) => {
			const before = await rowsRead(tx);
			expect(await loadOpenRequests(tx, items)).toEqual(new Map([[items[0]?.id, [asked]]]));
			expect((await rowsRead(tx)) - before).toBe(1);
			await closeSettled(tx, [{ object_id: asked, target_id: items[0]?.target_id ?? null }], service.now());
			expect((await rowsRead(tx)) - before).toBe(2);
		});
	});
});

/** How many deployments this connection has read. */
async function rowsRead(tx: Transaction): Promise<number> {
	const [read] = await tx.$queryRaw<{ rows: number }[]>`
		SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'deployments'`;
	return read?.rows ?? 0;
}
