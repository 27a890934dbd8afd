import type { AgentPrincipal } from "@/lib/access/principal";
import type { DesiredDeployment } from "@/lib/contract/agent";
import type { Service } from "@/lib/service";

/** What the agents of a target should load, and the revision that changes with it (the ETag of the agent API). */
export interface Desired {
	readonly revision: number;
	readonly deployments: readonly DesiredDeployment[];
}

/** `GET /api/agent/deployments`: the activated deployments of the agent's target (design.md section 8). */
export async function listDesiredDeployments(service: Service, agent: AgentPrincipal): Promise<Desired> {
	// Revision first: a change in between is then seen as a newer revision at the next call, never missed.
	const revision = await desiredRevision(service, agent);
	const records = await service.prisma.deployment.findMany({
		where: { targetId: agent.targetId, status: "activated" },
		orderBy: [{ activatedAt: "asc" }, { id: "asc" }],
		include: {
			design: { select: { name: true } },
			requester: { select: { email: true } },
			build: { select: { digest: true, formatVersion: true } },
		},
	});
	const deployments = records.map((record) => ({
		deployment_id: record.id,
		build_id: record.buildId,
		type: record.type,
		design_id: record.designId,
		design_name: record.design.name,
		tags: record.tags,
		size: Number(record.buildSize),
		digest: `sha256:${record.build.digest ?? ""}`,
		format_version: record.build.formatVersion ?? "1.0",
		file_url: `/api/builds/${record.buildId}/file`,
		requester: record.requester.email,
	}));
	return { revision, deployments };
}

async function desiredRevision(service: Service, agent: AgentPrincipal): Promise<number> {
	const target = await service.prisma.target.findUniqueOrThrow({
		where: { id: agent.targetId },
		select: { desiredRevision: true },
	});
	return target.desiredRevision;
}

/** Another process may have made the change: without a signal of this one, the revision is looked at this often. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Waits until what the agents of a target should load has another revision than the one known, or the time is over.
 * @returns whether it has changed
 */
export async function waitForDesiredChange(
	service: Service,
	agent: AgentPrincipal,
	known: number,
	waitSeconds: number,
	signal: AbortSignal,
): Promise<boolean> {
	const deadline = performance.now() + waitSeconds * 1000;
	for (;;) {
		const announced = nextSignal(
			service,
			agent.targetId,
			Math.min(LOOK_AGAIN_MS, deadline - performance.now()),
			signal,
		);
		if ((await desiredRevision(service, agent)) !== known) {
			announced.stop();
			return true;
		}
		if (performance.now() >= deadline || signal.aborted) {
			announced.stop();
			return false;
		}
		await announced.happened;
	}
}

/** Listens before the revision is read, so that a change between the two is not missed. */
function nextSignal(
	service: Service,
	targetId: string,
	timeoutMs: number,
	signal: AbortSignal,
): { happened: Promise<void>; stop(): void } {
	let stop = () => {};
	const happened = new Promise<void>((resolve) => {
		const event = `target:${targetId}`;
		const timer = setTimeout(() => stop(), Math.max(0, timeoutMs));
		stop = () => {
			clearTimeout(timer);
			service.signals.off(event, stop);
			signal.removeEventListener("abort", stop);
			resolve();
		};
		service.signals.on(event, stop);
		signal.addEventListener("abort", stop);
	});
	return { happened, stop: () => stop() };
}
