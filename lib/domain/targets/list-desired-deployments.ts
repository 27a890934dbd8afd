import type { DesiredDeployment, DesiredOptOuts } from "@/lib/contract/agent";
import type { AgentPrincipal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";

/**
 * The desired state of a target with its ETag: revision and time of the change, of the target and of
 * the list of opt-outs. The times, because a restored database or a standby may repeat revisions
 * with other contents.
 */
export interface Desired {
	readonly etag: string;
	/** The trace of the change that made it, for the agents that take it over. */
	readonly traceparent: string | null;
	readonly deployments: readonly DesiredDeployment[];
	readonly optOuts: DesiredOptOuts | null;
}

/**
 * `GET /api/agent/deployments`: activated deployments of the target (docs/contract.md, Agent API).
 */
export async function listDesiredDeployments(service: Service, agent: AgentPrincipal): Promise<Desired> {
	// Read the ETag first: a change in between then appears as newer at the next call, never lost.
	const { etag, traceparent } = await readMark(service, agent);
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
	return { etag, traceparent, deployments, optOuts: await desiredOptOuts(service) };
}

async function desiredOptOuts({ prisma }: Service): Promise<DesiredOptOuts | null> {
	const list = await prisma.optOutList.findFirst({ orderBy: { revision: "desc" } });
	if (!list?.digest) return null;
	return {
		revision: list.revision,
		digest: `sha256:${list.digest}`,
		size: Number(list.size),
		file_url: `/api/agent/opt-outs/${list.id}`,
	};
}

interface State {
	readonly desired_revision: number;
	readonly updated_at: Date;
	readonly trace_parent: string | null;
	/** Of the list of opt-outs. */
	readonly revision: number | null;
	readonly changed_at: Date | null;
}

async function readMark(service: Service, agent: AgentPrincipal): Promise<Pick<Desired, "etag" | "traceparent">> {
	const [state] = await service.prisma.$queryRaw<State[]>`
		SELECT t.desired_revision, t.updated_at, t.trace_parent, o.revision, o.changed_at FROM targets t
		LEFT JOIN LATERAL (SELECT revision, changed_at FROM opt_out_lists ORDER BY revision DESC LIMIT 1) AS o ON TRUE
		WHERE t.id = ${agent.targetId}::uuid`;
	if (state === undefined) throw new NotFoundError("target not found");
	const { desired_revision, updated_at, revision, changed_at } = state;
	const ofOptOuts = revision === null ? "" : `-${revision}-${changed_at?.getTime()}`;
	return { etag: `${desired_revision}-${updated_at.getTime()}${ofOptOuts}`, traceparent: state.trace_parent };
}

/** Poll interval, because another process may have made the change. */
const POLL_MS = 1_000;

/**
 * Waits until the desired state of a target has another ETag, or the time is over.
 * @param signals any of which ends the wait; separate listeners, because AbortSignal.any() would
 * leak memory on a long-lived signal per call
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
		const announced = nextSignal(service, agent.targetId, Math.min(POLL_MS, deadline - performance.now()), signals);
		if ((await readMark(service, agent)).etag !== known) {
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

/** Listens before the ETag is read, so that no change is missed in between. */
function nextSignal(
	service: Service,
	targetId: string,
	timeoutMs: number,
	signals: readonly AbortSignal[],
): { happened: Promise<void>; stop(): void } {
	let stop = () => {};
	const happened = new Promise<void>((resolve) => {
		const events = [`target:${targetId}`, "opt-outs"];
		const timer = setTimeout(() => stop(), Math.max(0, timeoutMs));
		stop = () => {
			clearTimeout(timer);
			for (const event of events) service.signals.off(event, stop);
			for (const signal of signals) signal.removeEventListener("abort", stop);
			resolve();
		};
		for (const event of events) service.signals.on(event, stop);
		for (const signal of signals) signal.addEventListener("abort", stop);
	});
	return { happened, stop: () => stop() };
}
