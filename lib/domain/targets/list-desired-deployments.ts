import type { DesiredDeployment } from "@/lib/contract/agent";
import type { AgentPrincipal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";

/**
 * What the agents of a target should load, and the mark of that state (the ETag of the agent API): its revision, and when it was raised, as a
 * database put back from a backup, or a standby in its place, counts again what agents have met with other contents.
 */
export interface Desired {
	readonly mark: string;
	readonly deployments: readonly DesiredDeployment[];
}

/** `GET /api/agent/deployments`: the activated deployments of the agent's target (design.md section 8). */
export async function listDesiredDeployments(service: Service, agent: AgentPrincipal): Promise<Desired> {
	// The mark first: a change in between is then seen as a newer one at the next call, never missed.
	const mark = await markOfDesired(service, agent);
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
	return { mark, deployments };
}

async function markOfDesired(service: Service, agent: AgentPrincipal): Promise<string> {
	const target = await service.prisma.target.findUniqueOrThrow({
		where: { id: agent.targetId },
		select: { desiredRevision: true, updatedAt: true },
	});
	return `${target.desiredRevision}-${target.updatedAt.getTime()}`;
}

/** Another process may have made the change: without a signal of this one, the mark is looked at this often. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Waits until what the agents of a target should load has another mark than the one known, or the time is over.
 * @param signals any of which ends it. Each is listened to by itself: what combines them would leave something behind in one that lasts
 *   as long as the process, for every call.
 * @returns whether it has changed
 */
export async function waitForDesiredChange(
	service: Service,
	agent: AgentPrincipal,
	known: string,
	waitSeconds: number,
	...signals: readonly AbortSignal[]
): Promise<boolean> {
	const deadline = performance.now() + waitSeconds * 1000;
	for (;;) {
		const announced = nextSignal(
			service,
			agent.targetId,
			Math.min(LOOK_AGAIN_MS, deadline - performance.now()),
			signals,
		);
		if ((await markOfDesired(service, agent)) !== known) {
			announced.stop();
			return true;
		}
		if (performance.now() >= deadline || signals.some(({ aborted }) => aborted)) {
			announced.stop();
			return false;
		}
		await announced.happened;
	}
}

/** Listens before the mark is read, so that a change between the two is not missed. */
function nextSignal(
	service: Service,
	targetId: string,
	timeoutMs: number,
	signals: readonly AbortSignal[],
): { happened: Promise<void>; stop(): void } {
	let stop = () => {};
	const happened = new Promise<void>((resolve) => {
		const event = `target:${targetId}`;
		const timer = setTimeout(() => stop(), Math.max(0, timeoutMs));
		stop = () => {
			clearTimeout(timer);
			service.signals.off(event, stop);
			for (const signal of signals) signal.removeEventListener("abort", stop);
			resolve();
		};
		service.signals.on(event, stop);
		for (const signal of signals) signal.addEventListener("abort", stop);
	});
	return { happened, stop: () => stop() };
}
