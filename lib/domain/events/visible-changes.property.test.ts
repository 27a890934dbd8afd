import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { designVisibility, mayAdministerTarget } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { buildAttributes, deploymentAttributes, designAttributes } from "@/lib/tools/testing/generated/attributes";
import type { GeneratedWorld } from "@/lib/tools/testing/generated/rows";
import { storeWorld } from "@/lib/tools/testing/generated/store-world";
import { buildVisible, deploymentVisibility, targetVisible } from "@/lib/tools/testing/generated/visibility";
import { generatedWorld } from "@/lib/tools/testing/generated/world";
import { runs } from "@/lib/tools/testing/runs";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { type Change, mergeByObject } from "./change";
import { currentSnapshot, type Query, readChanges } from "./read-changes";
import { visibleChanges } from "./visible-changes";

describe.each(testDatabaseKinds())("visibility of changes on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());

	const query: Query = async (statement) =>
		(await service.database.pool.query(statement.text, [...statement.values])).rows;

	/** The changes recorded while the work runs. */
	async function noted(work: () => Promise<unknown>): Promise<Change[]> {
		const snapshot = await currentSnapshot(query);
		await work();
		const { rows } = await readChanges(query, { snapshot });
		return mergeByObject(rows ?? []);
	}

	const sentTo = async (principal: Principal, changes: readonly Change[]) =>
		(await visibleChanges(query, principal, changes)).map(({ event }) => event);

	function expected(world: GeneratedWorld, principal: Principal): string[] {
		const designs = world.designs.filter((row) => designVisibility(principal, designAttributes(world, row)) !== "none");
		const builds = world.builds.filter((row) => buildVisible(principal, buildAttributes(world, row)));
		const targets = world.targets.filter((row) => targetVisible(principal, row));
		const own = world.targets.filter((row) => mayAdministerTarget(principal, row));
		return [
			...designs.map(({ id }) => `design ${id}`),
			...builds.map(({ id }) => `build ${id}`),
			...deploymentsOf(world, principal).flatMap((id) => [`deployment ${id}`, `deployment_agents ${id}`]),
			...targets.map(({ id }) => `target ${id}`),
			...own.map(({ id }) => `target_agents ${id}`),
		].sort();
	}

	const deploymentsOf = (world: GeneratedWorld, principal: Principal) =>
		world.deployments
			.filter((row) => deploymentVisibility(principal, deploymentAttributes(world, row)) !== "none")
			.map(({ id }) => id);

	async function reportEverything(world: GeneratedWorld): Promise<void> {
		for (const target of world.targets) {
			const agent = await service.prisma.agent.create({
				data: { target_id: target.id, instance_id: "one", version: "1", memory_used: 0 },
			});
			await service.prisma.agentDeployment.createMany({
				data: world.deployments
					.filter((row) => row.target.id === target.id)
					.map(({ id }) => ({ agent_id: agent.id, deployment_id: id, state: "loaded" as const })),
			});
		}
	}

	test("includes visible objects only, and removed objects that were visible", async () => {
		await fc.assert(
			fc.asyncProperty(generatedWorld, async (world) => {
				const made = await noted(async () => {
					await storeWorld(service, world);
					await reportEverything(world);
				});
				for (const principal of world.principals) {
					const events = await sentTo(principal, made);
					expect(events.map(({ type, id }) => `${type} ${id}`).sort()).toEqual(expected(world, principal));
				}
				const removed = await noted(() => service.prisma.deployment.deleteMany());
				for (const principal of world.principals) {
					const events = await sentTo(principal, removed);
					expect(events.map(({ id }) => id).sort()).toEqual(deploymentsOf(world, principal).sort());
					expect(events.every(({ type, revision }) => type === "deployment" && revision === null)).toBe(true);
				}
			}),
			{ numRuns: runs(12), seed: 20_261_121 },
		);
	});
});
