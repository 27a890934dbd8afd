import type { OptOuts } from "@/lib/contract/opt-outs";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { silentBefore } from "@/lib/domain/targets/silence";
import { unconfirmedSince } from "@/lib/domain/targets/unconfirmed-opt-outs";
import type { Reader } from "@/lib/platform/service";
import { currentOptOuts } from "./current-list";
import { requireOptOuts } from "./require-opt-outs";

const MOST_BEHIND = 50;

/**
 * `GET /api/opt-outs`: how long the list of opt-outs is, when it was changed, and which online
 * agents apply it. No route gives the ids, which the service does not have.
 * @throws NotFoundError unless the caller is an operator
 */
export async function getOptOuts(service: Reader, principal: Principal): Promise<OptOuts> {
	requireOptOuts(principal);
	const list = await currentOptOuts(service.prisma);
	const changedBy = list?.changed_by_id
		? await service.prisma.user.findUnique({
				where: { id: list.changed_by_id },
				select: { ...namedPerson, email: true },
			})
		: null;
	const digest = list?.digest ?? null;
	const silent = silentBefore(service);
	const [counted] = await service.prisma.$queryRaw<{ online: number; current: number }[]>`
		SELECT count(*)::int AS online,
			count(*) FILTER (WHERE knows_opt_outs AND opt_outs_digest IS NOT DISTINCT FROM ${digest})::int AS current
		FROM agents WHERE last_seen_at >= ${silent}`;
	const behind = await service.prisma.agent.findMany({
		where: {
			last_seen_at: { gte: silent },
			// `not` alone leaves out agents with the empty list.
			OR: [
				{ knows_opt_outs: false },
				digest === null
					? { opt_outs_digest: { not: null } }
					: { OR: [{ opt_outs_digest: null }, { opt_outs_digest: { not: digest } }] },
			],
		},
		orderBy: [{ last_seen_at: "desc" }, { id: "asc" }],
		take: MOST_BEHIND,
		include: { target: { select: { id: true, name: true } } },
	});
	return {
		revision: list?.revision ?? 0,
		id_count: list?.id_count ?? 0,
		size: Number(list?.size ?? 0),
		changed_at: list?.changed_at.toISOString() ?? null,
		changed_by: changedBy?.email ?? null,
		changed_by_person: changedBy && namePerson(changedBy),
		unconfirmed_since: await unconfirmedSince(service.prisma),
		agents: { online: counted?.online ?? 0, current: counted?.current ?? 0 },
		behind: behind.map((agent) => ({
			instance_id: agent.instance_id,
			version: agent.version,
			target_id: agent.target.id,
			target_name: agent.target.name,
			knows_opt_outs: agent.knows_opt_outs,
			error: agent.opt_outs_error,
		})),
	};
}
