import { mayShareDesign, requireRight } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service, Transaction } from "@/lib/platform/service";
import { claimEdit } from "./claim-edit";
import { findDesignOrThrow } from "./find-design-or-throw";
import { accessAttributesOf, type DesignRecord } from "./load-designs";

/**
 * Locks a design of any status for a change of its visibility, inside the transaction of the
 * change.
 * @returns the design as it is under the lock
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
		(caller) => mayShareDesign(caller, accessAttributesOf(record)),
		"only the owner and administrators of their organization may share this design",
	);
	await claimEdit(service, tx, principal, designId, { expectedRevision, contents: false });
	// Reads again, as a rival may have changed it before the lock.
	return (await findDesignOrThrow(tx, principal, designId)).record;
}
