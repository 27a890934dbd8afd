import type { OptOuts } from "@/lib/contract/opt-outs";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { SERVICE_ID } from "@/lib/domain/audit/service-event";
import { UNCONFIRMED_FACT } from "@/lib/domain/targets/unconfirmed-opt-outs";
import { transact } from "@/lib/platform/db/transact";
import { afterCommit } from "@/lib/platform/in-one-transaction";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { currentOptOuts } from "./current-list";
import { getOptOuts } from "./get-opt-outs";
import { requireOptOuts } from "./require-opt-outs";

/**
 * `POST /api/opt-outs/confirmation`: after a restore, agents apply the restored list alone
 * (docs/contract.md, Opt-outs).
 * @throws NotFoundError unless the caller is an operator
 * @throws InvalidStateError when the list needs no confirmation
 */
export async function confirmOptOuts(service: Service, principal: Principal): Promise<OptOuts> {
	requireOptOuts(principal);
	const confirmed = await transact(service.prisma, async (tx) => {
		const since = await endUnconfirmed(tx);
		if (since === null) throw new InvalidStateError("the list of opt-outs needs no confirmation");
		const list = await currentOptOuts(tx);
		await recordEvent(service, tx, principal, {
			action: "confirm_opt_outs",
			object_type: "service",
			object_id: SERVICE_ID,
			detail: { revision: list?.revision ?? 0, id_count: list?.id_count ?? 0, restored_at: since },
		});
		return getOptOuts({ ...service, prisma: tx }, principal);
	});
	await afterCommit(service, () => service.signals.emit("opt-outs"));
	return confirmed;
}

/** @returns since when the list needed to be confirmed; null where it did not */
export async function endUnconfirmed(tx: Transaction): Promise<string | null> {
	const [ended] = await tx.$queryRaw<{ value: string }[]>`
		DELETE FROM service_facts WHERE name = ${UNCONFIRMED_FACT} RETURNING value`;
	return ended?.value ?? null;
}
