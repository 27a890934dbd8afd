import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { claimEdit } from "@/lib/domain/designs/claim-edit";
import { deleteDesign } from "@/lib/domain/designs/delete-design";
import { shareDesign } from "@/lib/domain/designs/share-design";
import type { Transaction } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { beginBeside } from "@/lib/tools/testing/beside";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { outcomesOf } from "@/lib/tools/testing/outcomes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { claimBuild } from "./claim-build";
import { completeBuild } from "./complete-build";
import { requestBuild } from "./request-build";
import { failBuild, rejectBuild, releaseBuild } from "./settle-build";

const FILE = {
	file_key: "builds/test.tgt",
	size: 10,
	sha256: "0".repeat(64),
	format_version: "1.0",
	sources: [],
	audience_index_version: null,
	sets: [],
};

describe.each(testDatabaseKinds())("races of builds on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const design = () => createProximityDesign(service, world.designer);
	const request = (id: string, caller = world.designer) => requestBuild(service, caller, id, { reason: "race" });

	onPostgres("of 50 concurrent build requests by several callers, one succeeds", async () => {
		const { id } = await design();
		const callers = [world.designer, world.customerAdministrator, world.operator];
		const attempts = Array.from({ length: 50 }, (_, number) => request(id, callers[number % callers.length]));
		expect(await outcomesOf(attempts)).toEqual({ done: 1, InvalidState: 49 });
		expect(await service.prisma.build.count({ where: { design_id: id } })).toBe(1);
		expect(await service.prisma.auditEvent.count({ where: { design_id: id, action: "request_build" } })).toBe(1);
		const claim = await claimBuild(service, "after the race");
		expect(claim?.design_id).toBe(id);
		if (claim !== null) await completeBuild(service, claim, FILE);
	});

	/**
	 * @param make a change of the design that is committed once the build request waits for it
	 */
	async function requestDuring(id: string, caller: Principal, make: (tx: Transaction) => Promise<unknown>) {
		let requested: ReturnType<typeof request> | undefined;
		await service.prisma.$transaction(async (tx) => {
			await make(tx);
			requested = (await beginBeside(service, () => request(id, caller))).begun;
		});
		return requested;
	}

	onPostgres("a build that is requested during a rename has the design's new name", async () => {
		const { id } = await design();
		await requestDuring(id, world.designer, (tx) =>
			tx.design.update({ where: { id }, data: { name: "Zanzibar" }, select: { id: true } }),
		);
		const claim = await claimBuild(service, "after the race");
		if (claim === null) throw new Error("no build is pending");
		await completeBuild(service, claim, FILE);
		expect(await service.prisma.build.findMany({ where: { design_id: id }, select: { name: true } })).toEqual([
			{ name: "Zanzibar" },
		]);
	});

	onPostgres("a build request is refused if the caller loses the right to edit while it waits", async () => {
		const { id } = await design();
		await shareDesign(service, world.designer, id, {
			collaborators: [{ type: "user", id: world.outsider.userId, permissions: { view: true, edit: true } }],
		});
		const requested = requestDuring(id, world.outsider, async (tx) => {
			await tx.design.update({ where: { id }, data: { revision: { increment: 1 } }, select: { id: true } });
			await tx.designCollaborator.updateMany({ where: { design_id: id }, data: { can_edit: false } });
		});
		await expect(requested).rejects.toThrow(ForbiddenError);
		expect(await service.prisma.build.count({ where: { design_id: id } })).toBe(0);
	});

	onPostgres("build requests during edits: no edit follows the freeze", async () => {
		const { id } = await design();
		const edits = Array.from({ length: 30 }, () =>
			service.prisma.$transaction((tx) => claimEdit(service, tx, world.designer, id, { contents: true })),
		);
		const { done = 0, InvalidState = 0, ...unexpected } = await outcomesOf([...edits, request(id)]);
		expect(unexpected).toEqual({});
		expect(done + InvalidState).toBe(31);
		const after = await service.prisma.design.findUniqueOrThrow({ where: { id } });
		// Each edit and the request raised it by one: none was lost, and none followed the request.
		expect(after).toMatchObject({ status: "requested", revision: 1 + done });
		await expect(
			service.prisma.$transaction((tx) => claimEdit(service, tx, world.designer, id, { contents: true })),
		).rejects.toThrow("edit");
		const claim = await claimBuild(service, "after the race");
		if (claim !== null) await completeBuild(service, claim, FILE);
	});

	onPostgres(
		"claims during deletion: the build is claimed or removed with its design, and no worker fails",
		async () => {
			// A few rounds only, because the database lets colliding transactions wait for a
			// second.
			for (let round = 0; round < 3; round += 1) {
				const { id } = await design();
				await request(id);
				const remove = deleteDesign(service, world.designer, id);
				expect(await outcomesOf([claimBuild(service, "worker"), remove, claimBuild(service, "another")])).toEqual({
					done: 3,
				});
			}
		},
	);

	onPostgres("concurrent ways to settle a claim: one succeeds", async () => {
		for (let round = 0; round < 10; round += 1) {
			const { id } = await design();
			await request(id);
			const claim = await claimBuild(service, "worker");
			if (claim === null) throw new Error("no build is pending");
			const ways = [
				() => completeBuild(service, claim, FILE),
				() => rejectBuild(service, claim, "no"),
				() => failBuild(service, claim, "no"),
				() => releaseBuild(service, claim),
			];
			const turned = ways.map((_, index) => (ways[(index + round) % ways.length] as () => Promise<void>)());
			const lost = `LeaseLostError: The lease of build ${claim.id} was lost.`;
			expect(await outcomesOf(turned)).toEqual({ done: 1, [lost]: 3 });
			service.advance(60_000);
			const again = await claimBuild(service, "cleaner");
			if (again !== null) await completeBuild(service, again, FILE);
		}
	});
});
