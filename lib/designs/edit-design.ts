import { mayEditDesign } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import { DESIGN_ACTIONS } from "@/lib/contract/transitions";
import { ForbiddenError, InvalidStateError, VersionMismatchError } from "@/lib/errors";
import type { Service, Transaction } from "@/lib/service";
import { findDesignOrThrow } from "./find-design";
import { type DesignRecord, factsOf } from "./load-designs";

/**
 * A design that the caller may edit now: what every edit checks before it begins.
 * @throws NotFoundError, ForbiddenError
 * @throws InvalidStateError when it is frozen (specification, Design status) or its build is external
 */
export async function findEditableDesign(
	db: Transaction,
	principal: Principal,
	designId: string,
): Promise<DesignRecord> {
	const { record } = await findDesignOrThrow(db, principal, designId);
	if (!mayEditDesign(principal, factsOf(record))) {
		throw new ForbiddenError("only the owner, collaborators who may edit and administrators may edit this design");
	}
	if (record.externalBuild) {
		throw new InvalidStateError(
			"the design is tied to a build created outside the designer tools: it cannot be edited",
		);
	}
	const allowed: readonly string[] = DESIGN_ACTIONS.edit;
	if (!allowed.includes(record.status)) throw frozen(record.status);
	return record;
}

/**
 * Claims a design for an edit inside the transaction that makes it: one conditional update, so that no edit slips into a
 * design that was frozen or changed meanwhile.
 * @param expectedRevision from `If-Match`
 * @returns the new revision
 * @throws InvalidStateError, VersionMismatchError
 */
export async function claimEdit(
	service: Service,
	tx: Transaction,
	designId: string,
	expectedRevision: number | undefined,
): Promise<number> {
	const { count } = await tx.design.updateMany({
		where: {
			id: designId,
			status: { in: [...DESIGN_ACTIONS.edit] },
			externalBuild: false,
			...(expectedRevision === undefined ? {} : { revision: expectedRevision }),
		},
		data: { updatedAt: service.now(), revision: { increment: 1 } },
	});
	const after = await tx.design.findUniqueOrThrow({
		where: { id: designId },
		select: { status: true, revision: true, updatedAt: true },
	});
	if (count === 1) return after.revision;
	const allowed: readonly string[] = DESIGN_ACTIONS.edit;
	if (!allowed.includes(after.status)) throw frozen(after.status);
	throw new VersionMismatchError(
		`the design is at revision ${after.revision}, not ${expectedRevision}: it was changed at ${after.updatedAt.toISOString()}`,
	);
}

function frozen(status: string): InvalidStateError {
	return new InvalidStateError(
		`cannot edit a design whose status is '${status}': it must be '${DESIGN_ACTIONS.edit.join("', '")}'`,
	);
}
