import type { DesiredDeployment, DesiredOptOuts } from "@/lib/contract/agent";
import type { AgentPrincipal } from "@/lib/domain/access/principal";
import { coalesced } from "@/lib/platform/coalesced";
import type { Service } from "@/lib/platform/service";
import { type DesiredMark, desiredMark } from "./desired-mark";

/** The desired state of a target with its ETag, see {@link desiredMark}. */
export interface Desired extends DesiredMark {
	readonly deployments: readonly DesiredDeployment[];
	readonly optOuts: DesiredOptOuts | null;
	readonly optOutsUnconfirmedSince: string | null;
}

/**
 * `GET /api/agent/deployments`: activated deployments of the target (docs/contract.md, Agent API).
 * @throws NotFoundError for a target that was removed
 */
export function listDesiredDeployments(service: Service, { targetId }: AgentPrincipal): Promise<Desired> {
	return readDesired(service, targetId, null);
}

/** Milliseconds between two reads of a target's deployments. */
const PACE_MS = 200;

/** An activation has all agents of its target ask at once. */
const readDesired = coalesced(async (service: Service, targetId: string, _agents: readonly null[]) => {
	const desired = await desiredOf(service, targetId);
	return () => desired;
}, PACE_MS);

async function desiredOf(service: Service, targetId: string): Promise<Desired> {
	// Read the ETag first: a change in between then appears as newer at the next call, never lost.
	const { etag, traceparent, optOutsUnconfirmedSince } = await desiredMark(service, targetId);
	const records = await service.prisma.deployment.findMany({
		where: { target_id: targetId, status: "activated" },
		orderBy: [{ activated_at: "asc" }, { id: "asc" }],
		include: {
			design: { select: { name: true } },
			requester: { select: { email: true } },
			build: { select: { digest: true, format_version: true } },
		},
	});
	const deployments = records.map((record) => ({
		deployment_id: record.id,
		build_id: record.build_id,
		type: record.type,
		design_id: record.design_id,
		design_name: record.design.name,
		tags: record.tags,
		size: Number(record.build_size),
		digest: `sha256:${record.build.digest ?? ""}`,
		format_version: record.build.format_version ?? "1.0",
		file_url: `/api/builds/${record.build_id}/file`,
		requester: record.requester.email,
	}));
	return { etag, traceparent, deployments, optOuts: await desiredOptOuts(service), optOutsUnconfirmedSince };
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
