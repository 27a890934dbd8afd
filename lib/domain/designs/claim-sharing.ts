import { mayShareDesign, requireRight } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service, Transaction } from "@/lib/platform/service";
import { claimEdit } from "./claim-edit";
import { findDesignOrThrow } from "./find-design";
import { type DesignRecord, factsOf } from "./load-designs";

/**
 * Claims a design for a change of who sees it, inside the transaction that makes it; whatever its status.
 * @returns the design as the claim holds it
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 */
export async function claimSharing(
	service: Service,
	tx: Transaction,
	principal: Principal,
	designId: string,
	expectedRevision: number | undefined,
): Promise<DesignRecord> {
	const { record } = await findDesignOrThrow(tx, principal, designId);
	requireRight(
		principal,
		(caller) => mayShareDesign(caller, factsOf(record)),
		"only the owner and administrators of their organization may share this design",
	);
	await claimEdit(service, tx, principal, designId, { expectedRevision, contents: false });
	// Once more: whoever was before this transaction may have changed it.
	return (await findDesignOrThrow(tx, principal, designId)).record;
}
