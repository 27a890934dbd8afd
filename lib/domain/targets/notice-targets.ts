import { minuteOf } from "@/lib/contract/sentences/moments";
import { noteBad } from "@/lib/domain/audit/note-states";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { silentBefore } from "./silence";

/** Long enough for a restart of all agents, which should alert no one. */
const OFFLINE_AFTER_MS = 120_000;

interface Troubled {
	readonly id: string;
	readonly organization_id: string;
	readonly reason: string | null;
}

/** Whether {@link noticeTargets} may have something to do. */
export const areAgents = () => Prisma.sql`EXISTS (SELECT FROM agents)`;

/**
 * Records that a target with activated deployments is offline, or that its agents refuse one for
 * lack of memory: once for each time (docs/contract.md, Notices). Several processes may run it.
 * @returns the number of events
 */
export async function noticeTargets(service: Service): Promise<number> {
	const offline = await note(service, "offline", readOffline);
	return offline + (await note(service, "out_of_memory", readOutOfMemory));
}

function note(
	service: Service,
	action: "offline" | "out_of_memory",
	read: (service: Service, tx: Transaction) => Promise<Troubled[]>,
): Promise<number> {
	return transact(service.prisma, async (tx) => {
		const troubled = new Map((await read(service, tx)).map((target) => [target.id, target]));
		const turned = await noteBad(service, tx, action, [...troubled.keys()]);
		for (const id of turned) {
			const target = troubled.get(id);
			await recordEvent(
				service,
				tx,
				{ system: action === "offline" ? "check of the targets" : "agents" },
				{
					action,
					object_type: "target",
					object_id: id,
					target_id: id,
					organization_id: target?.organization_id ?? null,
					reason: target?.reason ?? null,
				},
			);
		}
		return turned.size;
	});
}

async function readOffline(service: Service, tx: Transaction): Promise<Troubled[]> {
	const before = new Date(service.now().getTime() - OFFLINE_AFTER_MS);
	const found = await tx.$queryRaw<{ id: string; organization_id: string; last_seen_at: Date }[]>`
		SELECT t.id, t.organization_id, s.last_seen_at
		FROM targets t JOIN (SELECT target_id, max(last_seen_at) AS last_seen_at FROM agents GROUP BY target_id) s
			ON s.target_id = t.id
		WHERE s.last_seen_at < ${before}::timestamptz
			AND EXISTS (SELECT FROM deployments x WHERE x.target_id = t.id AND x.status = 'activated')`;
	return found.map(({ last_seen_at, ...target }) => ({
		...target,
		reason: `No agent has reported since ${minuteOf(last_seen_at.toISOString())}.`,
	}));
}

const readOutOfMemory = (service: Service, tx: Transaction): Promise<Troubled[]> =>
	tx.$queryRaw<Troubled[]>`
		SELECT DISTINCT ON (t.id) t.id, t.organization_id, a.instance_id || COALESCE(': ' || left(s.error, 300), '') AS reason
		FROM agent_deployments s
		JOIN agents a ON a.id = s.agent_id AND a.last_seen_at >= ${silentBefore(service)}::timestamptz
		JOIN deployments x ON x.id = s.deployment_id AND x.status = 'activated' JOIN targets t ON t.id = x.target_id
		WHERE s.state = 'refused'
		ORDER BY t.id, s.updated_at DESC, a.id`;
