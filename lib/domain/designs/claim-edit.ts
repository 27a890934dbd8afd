import type { DesignConflict } from "@/lib/contract/design-bodies";
import { DESIGN_TRANSITIONS } from "@/lib/contract/transitions";
import { mayEditDesign, requireRight } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { findLastChange } from "@/lib/domain/audit/find-last-change";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError, VersionMismatchError } from "@/lib/rules/errors";
import { findDesignOrThrow } from "./find-design-or-throw";
import { editable } from "./frozen";
import { describeDesign } from "./get-design-detail";
import { accessAttributesOf, type DesignRecord } from "./load-designs";
import { designRefusal } from "./move-design";

/**
 * Finds a design whose name and sets the caller may edit now.
 * @throws NotFoundError, ForbiddenError
 * @throws InvalidStateError when it is frozen (docs/contract.md, Design status) or has an external
 *   build
 */
export async function findEditableDesign(
	db: Transaction,
	principal: Principal,
	designId: string,
): Promise<DesignRecord> {
	const { record } = await findDesignOrThrow(db, principal, designId);
	requireEditor(principal, record);
	if (!editable(record)) throw frozenError(record);
	return record;
}

/** @throws ForbiddenError unless the caller may edit the design */
export function requireEditor(principal: Principal, record: DesignRecord): void {
	requireRight(
		principal,
		(caller) => mayEditDesign(caller, accessAttributesOf(record)),
		"only the owner, collaborators with 'edit' and administrators may edit this design",
	);
}

/** Conditions of a change to a design. */
export interface ClaimOptions {
	/** From `If-Match`. */
	readonly expectedRevision?: number | undefined;
	/** Whether name or sets change, which a frozen design does not allow. */
	readonly contents: boolean;
}

/**
 * Locks a design and raises its revision with one conditional update, inside the transaction of the
 * change. A freeze or a rival edit can thus not come between the check and the change.
 * @returns the new revision
 * @throws InvalidStateError when name or sets are frozen
 * @throws VersionMismatchError that names the last change and has the current design
 */
export async function claimEdit(
	service: Service,
	tx: Transaction,
	principal: Principal,
	designId: string,
	{ expectedRevision, contents }: ClaimOptions,
): Promise<number> {
	const { count } = await tx.design.updateMany({
		where: {
			id: designId,
			...(contents ? { status: { in: [...DESIGN_TRANSITIONS.edit.from] }, external_build: false } : {}),
			...(expectedRevision === undefined ? {} : { revision: expectedRevision }),
		},
		data: { updated_at: service.now(), revision: { increment: 1 } },
	});
	const { record, row } = await findDesignOrThrow(tx, principal, designId);
	if (count === 1) return record.revision;
	if (contents && !editable(record)) throw frozenError(record);
	throw await designChanged(tx, principal, { record, row }, expectedRevision);
}

/**
 * The 412 of a design. It has the last change and the current design, so that a client can merge
 * two edits set by set.
 */
export async function designChanged(
	tx: Transaction,
	principal: Principal,
	found: Awaited<ReturnType<typeof findDesignOrThrow>>,
	expectedRevision: number | undefined,
): Promise<VersionMismatchError> {
	const { id, revision, updated_at: updatedAt } = found.record;
	const last = await findLastChange(tx, { design_id: id, object_type: "design" });
	const detail: DesignConflict = {
		revision,
		changed_by: last?.actor ?? null,
		changed_by_person: last?.person ?? null,
		changed_at: (last?.at ?? updatedAt).toISOString(),
		action: last?.action ?? null,
		current: await describeDesign(tx, principal, found),
	};
	const change = last === null ? "it was changed" : `${last.words} changed it (${last.action})`;
	return new VersionMismatchError(
		`the design is at revision ${revision}, not ${expectedRevision}: ${change} at ${detail.changed_at}`,
		{ detail },
	);
}

function frozenError({ external_build: externalBuild, status }: DesignRecord): InvalidStateError {
	const refused = externalBuild ? null : designRefusal("edit", status);
	return refused ?? new InvalidStateError("the design has an external build: it cannot be edited");
}
