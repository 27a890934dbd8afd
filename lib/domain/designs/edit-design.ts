import type { DesignDetail } from "@/lib/contract/design";
import type { EditDesign } from "@/lib/contract/design-bodies";
import { mayOperate, mayPriceDesign } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { refreshDesignSearch } from "@/lib/domain/lists/refresh-documents";
import { announceTarget, touchTargetsOfDesign } from "@/lib/domain/targets/touch-target";
import { changedFields, changesNothing } from "@/lib/platform/db/changed-fields";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError, InvalidArgumentError } from "@/lib/rules/errors";
import { priceCpmOf } from "@/lib/rules/price";
import { claimEdit, findEditableDesign, requireEditor } from "./claim-edit";
import { findDesignOrThrow } from "./find-design-or-throw";
import { loadDesignDetail } from "./get-design-detail";
import { accessAttributesOf, type DesignRecord } from "./load-designs";
import { keepsSets, type PlannedSets, planSets, replaceSets } from "./replace-sets";
import { dropGeofences, dropReplacedGeofences } from "./store-geofences";

/**
 * `PATCH /api/designs/<id>` (docs/contract.md, Designs and builds): changes the fields that are
 * given. Name and sets are open to editors until the design is frozen. The price is for
 * administrators of the owner's organization and the owner for operators, whatever the status.
 * @throws NotFoundError, ForbiddenError, InvalidStateError, VersionMismatchError (with the current
 *   design)
 * @throws InvalidArgumentError naming the set or the owner and what is wrong
 */
export async function editDesign(
	service: Service,
	principal: Principal,
	designId: string,
	changes: EditDesign,
	expectation: { readonly revision?: number } = {},
): Promise<DesignDetail> {
	const contents = changesContents(changes);
	const before = await findChangeable(service.prisma, principal, designId, changes);
	const planned = changes.sets && (await planSets(service, before, changes.sets));
	try {
		const expected = expectation.revision ?? before.revision;
		if (expected === before.revision && isSame(before, changes, planned))
			return await loadDesignDetail(service.prisma, principal, designId);
		const { dropped, targetIds, detail } = await transact(service.prisma, async (tx) => {
			await claimEdit(service, tx, principal, designId, { expectedRevision: expectation.revision, contents });
			// Checks again under the lock.
			const record = await findChangeable(tx, principal, designId, changes);
			await editContents(service, tx, principal, record, writtenIn(changes), planned);
			if (changes.price_cpm !== undefined) await setPrice(service, tx, principal, record, changes.price_cpm);
			if (changes.owner_id !== undefined) await changeOwner(service, tx, principal, record, changes.owner_id);
			// Locks the deployments, too, so that none is activated without its agents learning the
			// new name.
			await refreshDesignSearch(tx, designId);
			const isRenamed = changes.name !== undefined && changes.name !== record.name;
			return {
				dropped: planned === undefined ? [] : record.sets.flatMap((set) => set.geofence_collection_id ?? []),
				// Agents answer lookups with the design's name.
				targetIds: isRenamed ? await touchTargetsOfDesign(service, tx, designId) : [],
				detail: await loadDesignDetail(tx, principal, designId),
			};
		});
		for (const targetId of targetIds) await announceTarget(service, targetId);
		// Keeps the collections that another set still refers to.
		await dropReplacedGeofences(service, dropped);
		return detail;
	} catch (error) {
		await dropGeofences(service, planned?.collectionIds ?? []);
		throw error;
	}
}

function isSame(record: DesignRecord, changes: EditDesign, planned: PlannedSets | undefined): boolean {
	if (planned !== undefined && !keepsSets(record, planned)) return false;
	const amountOf = (price: { base: string } | null | undefined) => price && Number(price.base);
	return changesNothing(
		{ ...record, price_cpm: amountOf(priceCpmOf(record.price_cpm)) },
		{ ...changes, sets: undefined, price_cpm: amountOf(changes.price_cpm) },
	);
}

/** What is stored as it is given, and edited like the sets. */
function writtenIn({ sets: _sets, price_cpm: _price, owner_id: _owner, ...written }: EditDesign) {
	return written;
}

const changesContents = (changes: EditDesign): boolean =>
	changes.sets !== undefined || !changesNothing({}, writtenIn(changes));

async function findChangeable(
	db: Transaction,
	principal: Principal,
	designId: string,
	changes: EditDesign,
): Promise<DesignRecord> {
	const { record } = await findDesignOrThrow(db, principal, designId);
	if (changes.price_cpm !== undefined && !mayPriceDesign(principal, accessAttributesOf(record))) {
		throw new ForbiddenError("only administrators of the owner's organization may set a design's own price");
	}
	if (changes.owner_id !== undefined && !mayOperate(principal)) {
		throw new ForbiddenError("only operators may change a design's owner");
	}
	if (!changesContents(changes)) return record;
	requireEditor(principal, record);
	return findEditableDesign(db, principal, designId);
}

async function editContents(
	service: Service,
	tx: Transaction,
	principal: Principal,
	record: DesignRecord,
	written: ReturnType<typeof writtenIn>,
	planned: PlannedSets | undefined,
): Promise<void> {
	const changed = changedFields(record, written);
	if (changed === null && planned === undefined) return;
	if (changed !== null) await tx.design.update({ where: { id: record.id }, data: changed, select: { id: true } });
	const sets = planned && (await replaceSets(service, tx, principal, record, planned));
	await recordEvent(service, tx, principal, {
		action: "edit",
		object_type: "design",
		object_id: record.id,
		design_id: record.id,
		organization_id: record.owner_org_id,
		detail: {
			...fromTo(record, changed ?? {}),
			...(sets === undefined ? {} : { sets: { ...sets } }),
		},
	});
}

const fromTo = (record: DesignRecord, changed: Partial<DesignRecord>) =>
	Object.fromEntries(
		Object.entries(changed).map(([name, to]) => [name, { from: record[name as keyof DesignRecord], to }]),
	);

async function setPrice(
	service: Service,
	tx: Transaction,
	principal: Principal,
	record: DesignRecord,
	price: { base: string } | null,
): Promise<void> {
	await tx.design.update({ where: { id: record.id }, data: { price_cpm: price?.base ?? null }, select: { id: true } });
	await recordEvent(service, tx, principal, {
		action: "set_price",
		object_type: "design",
		object_id: record.id,
		design_id: record.id,
		organization_id: record.owner_org_id,
		detail: { from: priceCpmOf(record.price_cpm)?.base ?? null, to: price?.base ?? null },
	});
}

/**
 * Moves the design to the new owner's organization. It keeps the collaborators but for the new
 * owner.
 */
async function changeOwner(
	service: Service,
	tx: Transaction,
	principal: Principal,
	record: DesignRecord,
	ownerId: string,
): Promise<void> {
	if (ownerId === record.owner_id) return;
	const owner = await tx.user.findUnique({
		where: { id: ownerId },
		select: { organization_id: true, disabled_at: true, email: true },
	});
	if (owner === null || owner.disabled_at !== null) {
		throw new InvalidArgumentError("'owner_id' must be an enabled user's id", {
			parameter: "owner_id",
		});
	}
	await tx.design.update({
		where: { id: record.id },
		data: { owner_id: ownerId, owner_org_id: owner.organization_id },
		select: { id: true },
	});
	await tx.designCollaborator.deleteMany({ where: { design_id: record.id, user_id: ownerId } });
	await recordEvent(service, tx, principal, {
		action: "change_owner",
		object_type: "design",
		object_id: record.id,
		design_id: record.id,
		organization_id: owner.organization_id,
		detail: { from: { id: record.owner_id, email: record.owner.email }, to: { id: ownerId, email: owner.email } },
	});
}
