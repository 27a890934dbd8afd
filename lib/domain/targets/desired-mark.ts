import { AGENTS_PACE_MS } from "@/lib/domain/accounts/credentials/authenticate-agent";
import { coalesced } from "@/lib/platform/coalesced";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { UNCONFIRMED_FACT } from "./unconfirmed-opt-outs";

interface State {
	readonly id: string;
	readonly desired_revision: number;
	readonly updated_at: Date;
	readonly trace_parent: string | null;
	/** Of the list of opt-outs. */
	readonly revision: number | null;
	readonly changed_at: Date | null;
	readonly unconfirmed: string | null;
}

/** Thousands of agents look at once: a statement reads the states of all their targets. */
const readState = coalesced(async (service: Service, _key, targetIds: readonly string[]) => {
	const states = await service.prisma.$queryRaw<State[]>`
		SELECT t.id, t.desired_revision, t.updated_at, t.trace_parent, o.revision, o.changed_at,
			(SELECT f.value FROM service_facts f WHERE f.name = ${UNCONFIRMED_FACT}) AS unconfirmed FROM targets t
		LEFT JOIN (SELECT revision, changed_at FROM opt_out_lists ORDER BY revision DESC LIMIT 1) AS o ON TRUE
		WHERE t.id = ANY (${[...new Set(targetIds)]}::uuid[])`;
	const byId = new Map(states.map((state) => [state.id, state]));
	return (index) => byId.get(targetIds[index] as string);
}, AGENTS_PACE_MS);

/** The mark of a target's desired state, by which agents notice changes. */
export interface DesiredMark {
	readonly etag: string;
	/** The trace of the change that made it, for the agents that take it over. */
	readonly traceparent: string | null;
	/** When the service was restored, while agents keep the list of opt-outs that they had before. */
	readonly optOutsUnconfirmedSince: string | null;
}

/**
 * The ETag of a target's desired state: revision and time of the change, of the target and of the
 * list of opt-outs, and whether that is to be confirmed. The times, because a restored database or a standby may repeat revisions with
 * other contents.
 * @throws NotFoundError for a target that was removed
 */
export async function desiredMark(service: Service, targetId: string): Promise<DesiredMark> {
	const state = await readState(service, "", targetId);
	if (state === undefined) throw new NotFoundError("target not found");
	const { desired_revision, updated_at, revision, changed_at, unconfirmed } = state;
	const ofOptOuts = revision === null ? "" : `-${revision}-${changed_at?.getTime()}`;
	const etag = `${desired_revision}-${updated_at.getTime()}${ofOptOuts}${unconfirmed === null ? "" : `-r${Date.parse(unconfirmed)}`}`;
	return { etag, traceparent: state.trace_parent, optOutsUnconfirmedSince: unconfirmed };
}
