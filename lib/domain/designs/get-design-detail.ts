import type { Audience } from "@/lib/contract/audience";
import { type Design, type DesignData, type DesignDetail, type DesignSet, designDetail } from "@/lib/contract/design";
import { designVisibility, mayEditDesign } from "@/lib/domain/access/access";
import { loadPeople, namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { GeofenceCollection } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { priceCpmOf } from "@/lib/rules/price";
import { describeListPull } from "./describe-list-pull";
import { designPermissionsOf } from "./design-permissions-of";
import { findDesignOrThrow } from "./find-design-or-throw";
import { frozenBy } from "./frozen";
import { loadDesignData } from "./load-design-data";
import { accessAttributesOf, type DesignRecord } from "./load-designs";

/**
 * Get Design with `detail=true`: the contract's row with revision, visibility, freeze and contents.
 * Callers who see the design through a target only do not get the contents.
 * @throws NotFoundError when the caller does not see it
 */
export async function getDesignDetail(service: Service, principal: Principal, designId: string): Promise<DesignDetail> {
	return loadDesignDetail(service.prisma, principal, designId);
}

/** {@link getDesignDetail} in a transaction, for the answer of a write. */
export async function loadDesignDetail(db: Transaction, principal: Principal, designId: string): Promise<DesignDetail> {
	return describeDesign(db, principal, await findDesignOrThrow(db, principal, designId));
}

/** Describes a loaded design that is visible to the caller, with at most seven queries. */
export async function describeDesign(
	db: Transaction,
	principal: Principal,
	{ record, row }: { record: DesignRecord; row: Design },
): Promise<DesignDetail> {
	const attributes = accessAttributesOf(record);
	const direct = designVisibility(principal, attributes) === "direct";
	const frozen = (await frozenBy(db, [record])).get(record.id);
	const people = await loadPeople(db, [record.owner_id]);
	const own = direct ? record : hidden(record);
	return rowOf(
		designDetail,
		{ ...own, ...row, revision: record.revision },
		{
			visibility: own.visibility_tags ?? [],
			owner_person: people.get(record.owner_id) ?? null,
			owner_org_members_see: own.ownerOrg?.members_see ?? null,
			own_price_cpm: priceCpmOf(own.price_cpm),
			frozen: frozen === undefined ? null : { ...frozen, build_id: direct ? frozen.build_id : null },
			contents: direct ? await loadContents(db, record) : null,
			data: direct ? await loadData(db, record, mayEditDesign(principal, attributes)) : null,
			permissions: designPermissionsOf(principal, attributes),
		},
	);
}

/** A design's own columns for callers who see it through a target only: none, also of new ones. */
const hidden = (record: DesignRecord) =>
	Object.fromEntries(Object.keys(record).map((name) => [name, null])) as {
		[Name in keyof DesignRecord]: DesignRecord[Name] | null;
	};

/** @param mayEdit whether the caller is told from where lists are pulled */
async function loadData(db: Transaction, record: DesignRecord, mayEdit: boolean): Promise<DesignData | null> {
	const data = (await loadDesignData(db, [record])).get(record.id) ?? null;
	if (data === null || data.lists.length === 0 || !mayEdit) return data;
	const pulls = await db.pull.findMany({ where: { design_id: record.id } });
	const bySet = new Map(pulls.map((pull) => [pull.set_id, describeListPull(pull)]));
	return { ...data, lists: data.lists.map((list) => ({ ...list, pull: bySet.get(list.set_id) ?? null })) };
}

async function loadContents(db: Transaction, record: DesignRecord): Promise<DesignSet[]> {
	const collectionIds = record.sets.flatMap((set) => set.geofence_collection_id ?? []);
	const editorIds = [...new Set(record.sets.flatMap((set) => set.updated_by_id ?? []))];
	const collections =
		collectionIds.length === 0 ? [] : await db.geofenceCollection.findMany({ where: { id: { in: collectionIds } } });
	const editors =
		editorIds.length === 0
			? []
			: await db.user.findMany({ where: { id: { in: editorIds } }, select: { ...namedPerson, email: true } });
	const byId = new Map(collections.map((collection) => [collection.id, collection]));
	const editorsById = new Map(editors.map((editor) => [editor.id, editor]));
	return record.sets.map((set) => ({
		set_id: set.id,
		set_name: set.name,
		targeting_code: set.targeting_code,
		geofences: record.type === "proximity" ? summarize(byId.get(set.geofence_collection_id ?? "")) : null,
		// Only the contract's parser writes this column (create, edit).
		audience: set.audience === null ? null : (set.audience as unknown as Audience),
		revision: set.revision,
		updated_at: set.updated_at.toISOString(),
		...editedBy(editorsById.get(set.updated_by_id ?? "")),
	}));
}

const editedBy = (editor: (Parameters<typeof namePerson>[0] & { email: string }) | undefined) => ({
	updated_by: editor?.email ?? null,
	updated_by_person: editor === undefined ? null : namePerson(editor),
});

function summarize(collection: GeofenceCollection | undefined): NonNullable<DesignSet["geofences"]> {
	if (collection === undefined) return { count: 0, bounds: null };
	const { west, south, east, north } = collection;
	const known = west !== null && south !== null && east !== null && north !== null;
	return { count: collection.geofence_count, bounds: known ? [west, south, east, north] : null };
}
