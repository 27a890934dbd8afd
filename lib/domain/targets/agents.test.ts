import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listDeploymentDetailsParameters } from "@/lib/contract/deployment-list";
import type { AgentPrincipal } from "@/lib/domain/access/principal";
import { listDeploymentDetails } from "@/lib/domain/deployments/lists/list-deployment-details";
import { listTagsInUse } from "@/lib/domain/deployments/lists/list-tags-in-use";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { getTargetState } from "@/lib/domain/deployments/reads/get-target-state";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { deleteDeployment } from "@/lib/domain/deployments/transitions/delete-deployment";
import { tagDeployment } from "@/lib/domain/deployments/transitions/tag-deployment";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { admitAgents } from "./admit-agents";
import { AGENT_FORGOTTEN_AFTER_MS, forgetSilentAgents } from "./forget-silent-agents";
import { listDesiredDeployments } from "./list-desired-deployments";
import { recordAgentReport } from "./record-agent-report";
import { waitForDesiredChange } from "./wait-for-desired-change";

const NEVER = new AbortController().signal;

describe.each(testDatabaseKinds())("agents on %s", (kind) => {
	let service: TestService;
	let world: World;
	let agent: AgentPrincipal;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		agent = { agentKeyId: world.target.id, targetId: world.target.id };
	});
	afterAll(() => service.drop());

	async function activated() {
		const { deployment } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, deployment.id);
		return deployment.id;
	}
	const report = (
		instanceId: string,
		deployments: { id: string; state: "loaded" | "failed"; error?: string }[],
		tags: string[] = [],
	) =>
		recordAgentReport(service, agent, {
			instance_id: instanceId,
			version: "1.0.0",
			tags,
			memory_used: 10,
			memory_limit: 100,
			deployments: deployments.map(({ id, state, error }) => ({
				deployment_id: id,
				digest: null,
				state,
				error: error ?? null,
			})),
		});
	const stateOf = async (id: string) => (await getDeploymentDetail(service, world.administrator, id)).agents;
	const desiredIds = async () =>
		(await listDesiredDeployments(service, agent)).deployments.map((row) => row.deployment_id);

	test("the desired state has exactly the activated deployments", async () => {
		const id = await activated();
		const { deployment: elsewhere } = await createRequest(service, world, world.otherTarget.id);
		await activateDeployment(service, world.otherAdministrator, elsewhere.id);
		const { deployments } = await listDesiredDeployments(service, agent);
		expect(deployments).toContainEqual(
			expect.objectContaining({
				deployment_id: id,
				type: "proximity",
				size: 1_000,
				digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
				requester: world.designer.email,
			}),
		);
		expect(deployments.map((row) => row.deployment_id)).not.toContain(elsewhere.id);
		await deactivateDeployment(service, world.administrator, id);
		expect(await desiredIds()).not.toContain(id);
	});

	test("a waiting agent is woken by a change of the desired state only", async () => {
		const id = await activated();
		const { etag } = await listDesiredDeployments(service, agent);
		const waiting = waitForDesiredChange(service, agent, etag, 60, NEVER);
		await createRequest(service, world);
		await tagDeployment(service, world.administrator, id, { tags: ["eu"] });
		expect(await waiting).toBe(true);
		const next = await listDesiredDeployments(service, agent);
		expect(Number.parseInt(next.etag, 10)).toBe(Number.parseInt(etag, 10) + 1);
		expect(next.deployments.find((row) => row.deployment_id === id)?.tags).toEqual(["eu"]);
		expect(await waitForDesiredChange(service, agent, next.etag, 0, NEVER)).toBe(false);
	});

	test("a new design name changes the desired state; other edits do not", async () => {
		const { design, deployment } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, deployment.id);
		const { deployment: elsewhere } = await createRequest(service, world, world.otherTarget.id);
		const { etag } = await listDesiredDeployments(service, agent);
		const waiting = waitForDesiredChange(service, agent, etag, 60, NEVER);
		await editDesign(service, world.designer, design.id, { sets: [] });
		await editDesign(service, world.designer, elsewhere.design_id, { name: "Not here" });
		expect((await listDesiredDeployments(service, agent)).etag).toBe(etag);
		await editDesign(service, world.designer, design.id, { name: "Tea rooms" });
		expect(await waiting).toBe(true);
		const next = await listDesiredDeployments(service, agent);
		expect(Number.parseInt(next.etag, 10)).toBe(Number.parseInt(etag, 10) + 1);
		expect(next.deployments.find((row) => row.deployment_id === deployment.id)?.design_name).toBe("Tea rooms");
	});

	test("a revision that repeats after a database restore counts as a change", async () => {
		const id = await activated();
		const tag = (tags: string[]) => tagDeployment(service, world.administrator, id, { tags });
		await tag(["lost"]);
		const { etag: met } = await listDesiredDeployments(service, agent);
		await service.prisma.$executeRaw`UPDATE targets SET desired_revision = desired_revision - 1`;
		await tag(["other"]);
		const { etag } = await listDesiredDeployments(service, agent);
		expect(Number.parseInt(etag, 10)).toBe(Number.parseInt(met, 10));
		expect(await waitForDesiredChange(service, agent, met, 0, NEVER)).toBe(true);
	});

	test.each([
		["back", -86_400_000],
		["ahead", 86_400_000],
	])("a wait lasts as long as requested, also when the clock is set %s meanwhile", async (_, byMs) => {
		const { etag } = await listDesiredDeployments(service, agent);
		const began = performance.now();
		const waiting = waitForDesiredChange(service, agent, etag, 1.5, NEVER);
		const { now } = Date;
		const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + byMs);
		expect(await waiting).toBe(false);
		clock.mockRestore();
		const waited = performance.now() - began;
		expect(waited).toBeGreaterThanOrEqual(1_500);
	});

	test("a wait ends when its client disconnects", async () => {
		const { etag } = await listDesiredDeployments(service, agent);
		const gone = new AbortController();
		const waiting = waitForDesiredChange(service, agent, etag, 60, gone.signal);
		gone.abort();
		expect(await waiting).toBe(false);
		expect(service.signals.eventNames()).toEqual([]);
	});

	test("reports are merged with the desired state: loaded, failed, pending, silent", async () => {
		const id = await activated();
		await report("one", [{ id, state: "loaded" }]);
		await report("two", [{ id, state: "failed", error: "digest mismatch" }]);
		await report("three", []);
		await report("tagged", [], ["us"]);
		expect(await stateOf(id)).toMatchObject([
			{ agent: "one", state: "loaded", error: null, silent: false },
			{ agent: "two", state: "failed", error: "digest mismatch" },
			{ agent: "three", state: "pending" },
		]);
		service.advance(31_000);
		await report("two", [{ id, state: "loaded" }]);
		expect(await stateOf(id)).toMatchObject([
			{ agent: "one", silent: true },
			{ agent: "two", state: "loaded", error: null, silent: false },
			{ agent: "three", silent: true },
		]);
		await service.prisma.agent.deleteMany({ where: { target_id: agent.targetId } });
	});

	test("an agent that was silent for a week is removed with an audit event; one that returns is new", async () => {
		const id = await activated();
		for (const instance of ["gone", "also gone", "back in time"]) await report(instance, [{ id, state: "loaded" }]);
		service.advance(AGENT_FORGOTTEN_AFTER_MS - 60_000);
		expect(await forgetSilentAgents(service)).toBe(0);
		await report("back in time", [{ id, state: "loaded" }]);
		service.advance(120_000);
		const counts = await Promise.all([forgetSilentAgents(service), forgetSilentAgents(service)]);
		expect(counts.reduce((sum, count) => sum + count)).toBe(2);
		expect((await stateOf(id)).map(({ agent }) => agent)).toEqual(["back in time"]);
		const events = await service.prisma.auditEvent.findMany({
			where: { action: "forget_agent" },
			orderBy: { id: "asc" },
		});
		expect(events).toHaveLength(2);
		// Two concurrent sweeps may each remove either.
		expect(events.map(({ detail }) => detail)).toEqual(
			expect.arrayContaining(
				["gone", "also gone"].map((instance_id) => ({ instance_id, last_seen_at: expect.any(String) })),
			),
		);
		expect(events[0]).toMatchObject({
			actor_id: null,
			actor_label: "removal of silent agents",
			object_type: "target",
			object_id: world.target.id,
			target_id: world.target.id,
			organization_id: world.administrator.organizationId,
		});
		await report("gone", []);
		expect((await stateOf(id)).map(({ agent, state }) => [agent, state])).toEqual([
			["back in time", "loaded"],
			["gone", "pending"],
		]);
		await service.prisma.agent.deleteMany({ where: { target_id: agent.targetId } });
	});

	test("a target has at most 500 agents: a new one replaces the one silent longest, and is rejected when all are online", async () => {
		const targetId = world.otherTarget.id;
		const fleet = { agentKeyId: targetId, targetId };
		const reportOf = (instance_id: string, tags: string[] = []) => ({
			instance_id,
			version: "1.0.0",
			tags,
			memory_used: 10,
			memory_limit: null,
			deployments: [],
		});
		const from = (...of: Parameters<typeof reportOf>) => recordAgentReport(service, fleet, reportOf(...of));
		const tagsOf = (number: number) => Array.from({ length: 50 }, (_, place) => `tag-${number}-${place}`);
		const now = service.now();
		await service.prisma.agent.createMany({
			data: Array.from({ length: 498 }, (_, number) => ({
				target_id: targetId,
				instance_id: `living-${number}`,
				version: "1.0.0",
				tags: tagsOf(number),
				memory_used: 10,
				first_seen_at: now,
				last_seen_at: new Date(now.getTime() - (number === 7 ? 40_000 : number === 9 ? 50_000 : 0)),
			})),
		});
		await from("new-1");
		await from("new-2");
		await from("new-3", ["eu"]);
		// Two of a batch, with room for one.
		const [, four, five] = await Promise.allSettled([from("living-2"), from("new-4", ["eu"]), from("new-5")]);
		expect([four?.status, five?.status]).toEqual(["fulfilled", "rejected"]);
		await expect(from("new-5")).rejects.toThrow("the target has 500 agents online");
		await from("living-1", ["us"]);
		const outcomes = await Promise.allSettled(["new-6", "new-7"].map((id) => from(id)));
		expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		// Another process has registered one of them meanwhile.
		const reports = ["new-8", "living-2"].map((id) => ({ ...reportOf(id), digest: null }));
		expect([...(await admitAgents(service, targetId, reports))]).toEqual(["new-8"]);
		const onRecord = await service.prisma.agent.findMany({
			where: { target_id: targetId },
			select: { instance_id: true },
		});
		const ids = onRecord.map(({ instance_id: instanceId }) => instanceId);
		expect(ids).toHaveLength(500);
		expect(["living-7", "living-9", "new-5"].filter((id) => ids.includes(id))).toEqual([]);
		const forgotten = await service.prisma.auditEvent.findMany({
			where: { action: "forget_agent", target_id: targetId },
			orderBy: { id: "asc" },
		});
		expect(forgotten.map(({ detail }) => (detail as { instance_id: string }).instance_id)).toEqual([
			"living-9",
			"living-7",
		]);

		const state = await getTargetState(service, world.otherAdministrator, targetId);
		const inUse = await listTagsInUse(service, world.otherAdministrator, {});
		expect([state.agents.length, state.tags.length, inUse.tags.length]).toEqual([500, 200, 200]);
		expect(inUse.tags.find(({ tag }) => tag === "eu")?.agents.map(({ agent }) => agent)).toEqual(["new-3", "new-4"]);
		await service.prisma.agent.deleteMany({ where: { target_id: targetId } });
	});

	test("an error is complete for one deployment, and truncated in lists", async () => {
		const ids = [await activated(), await activated()];
		const error = `no room: ${"x".repeat(1_500)}`;
		await report("full", [{ id: ids[0] ?? "", state: "failed", error }]);
		expect((await stateOf(ids[0] ?? "")).map((agent) => agent.error)).toEqual([error]);
		const { rows } = await listDeploymentDetails(
			service,
			world.administrator,
			listDeploymentDetailsParameters.parse({}),
		);
		const listed = rows.find(({ id }) => id === ids[0])?.agents[0]?.error;
		expect([listed?.length, listed?.slice(0, 12), listed?.at(-1)]).toEqual([300, error.slice(0, 12), "…"]);
		await service.prisma.agent.deleteMany({ where: { target_id: agent.targetId } });
	});

	test("a report cannot change deployments of other targets or removed ones", async () => {
		const { deployment: elsewhere } = await createRequest(service, world, world.otherTarget.id);
		await report("stray", [
			{ id: elsewhere.id, state: "loaded" },
			{ id: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11", state: "loaded" },
		]);
		expect(await service.prisma.agentDeployment.count({ where: { deployment_id: elsewhere.id } })).toBe(0);
	});

	test.runIf(kind === "postgres")("reports concurrent with deletions neither deadlock nor fail", async () => {
		for (let round = 0; round < 5; round += 1) {
			const ids = [await activated(), await activated()];
			const reports = Array.from({ length: 10 }, (_, number) =>
				report(
					`racer-${number}`,
					ids.map((id) => ({ id, state: "loaded" })),
				),
			);
			const deletions = ids.map((id) => deleteDeployment(service, world.administrator, id));
			const outcomes = await Promise.allSettled([...reports, ...deletions]);
			expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
		}
	});
});
