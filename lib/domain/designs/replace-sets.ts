import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Audience, measureAudienceExpression } from "@/lib/contract/audience";
import type { EditedSet } from "@/lib/contract/design-bodies";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { assignCodes, requireContentsOfType, storeInline } from "./inline-sets";
import type { DesignRecord } from "./load-designs";
import { dropGeofences } from "./store-geofences";

/** The new sets, whose geofences are stored before the transaction, so that it is short. */
export interface PlannedSets {
	readonly sets: readonly EditedSet[];
	/** For each set, null where it keeps its geofences. */
	readonly storedIds: readonly (string | null)[];
	/** All collections that were stored. */
	readonly collectionIds: readonly string[];
}

/** The names of added, removed and changed sets, for the audit event. */
export interface SetChanges {
	readonly added: string[];
	readonly removed: string[];
	readonly changed: string[];
}

/**
 * Checks a new list of sets and stores its geofences.
 * @throws InvalidArgumentError naming the set and its problem; nothing stays stored
 */
export async function planSets(
	service: Service,
	design: DesignRecord,
	sets: readonly EditedSet[],
): Promise<PlannedSets> {
	const storedIds: (string | null)[] = [];
	const collectionIds = () => storedIds.filter((id) => id !== null);
	try {
		for (const [index, set] of sets.entries()) {
			requireContentsOfType(design.type, set, index, { kept: set.set_id !== undefined });
		}
		codesOf(design, sets);
		for (const [index, set] of sets.entries()) storedIds.push(await storeInline(service, set, index));
		return { sets, storedIds, collectionIds: collectionIds() };
	} catch (error) {
		await dropGeofences(service, collectionIds());
		throw error;
	}
}

/** The sets' targeting codes: those given, else the saved ones, else made from the names. */
function codesOf(design: DesignRecord, sets: readonly EditedSet[]): string[] {
	const known = new Map(design.sets.map((set) => [set.id, set]));
	const listed = new Set<string>();
	const coded = sets.map((set, index) => {
		if (set.set_id === undefined) return set;
		const before = known.get(set.set_id);
		if (before === undefined || listed.has(set.set_id)) {
			throw new InvalidArgumentError(
				before === undefined
					? `'sets[${index}].set_id': the design has no set of this id`
					: `'sets[${index}].set_id': is the id of another set of the list`,
			);
		}
		listed.add(set.set_id);
		return { ...set, targeting_code: set.targeting_code ?? before.targeting_code };
	});
	return assignCodes(coded);
}

/** Whether the planned sets are those of the design, in their order. */
export function keepsSets(design: DesignRecord, { sets, storedIds }: PlannedSets): boolean {
	const codes = codesOf(design, sets);
	return (
		sets.length === design.sets.length &&
		design.sets.every((old, index) => {
			const set = sets[index];
			return set?.set_id === old.id && !differs(old, set, codes[index], storedIds[index] ?? null);
		})
	);
}

/**
 * Replaces the sets of a locked design. It removes unlisted sets and changes listed ones in place,
 * so that a set keeps its id and the fields that were not given.
 * @throws InvalidArgumentError naming a set that was removed concurrently
 */
export async function replaceSets(
	service: Service,
	tx: Transaction,
	principal: Principal,
	design: DesignRecord,
	{ sets, storedIds }: PlannedSets,
): Promise<SetChanges> {
	const now = service.now();
	const codes = codesOf(design, sets);
	const before = new Map(design.sets.map((set) => [set.id, set]));
	const kept = new Set(sets.flatMap(({ set_id }) => set_id ?? []));
	const removed = design.sets.filter(({ id }) => !kept.has(id));
	await tx.designSet.deleteMany({ where: { id: { in: removed.map(({ id }) => id) } } });
	await setAsideCodes(tx, sets, codes, before);
	const changed: string[] = [];
	const created: Prisma.DesignSetCreateManyInput[] = [];
	const ids = sets.map(({ set_id }) => set_id ?? randomUUID());
	for (const [index, set] of sets.entries()) {
		const id = ids[index] as string;
		const old = before.get(id);
		const stored = storedIds[index] ?? null;
		const fields = {
			name: set.set_name,
			targeting_code: codes[index] as string,
			...(set.audience === undefined ? {} : { audience: set.audience as unknown as Prisma.InputJsonObject }),
			...(stored === null ? {} : { geofence_collection_id: stored, poi_query: Prisma.DbNull, poi_release_id: null }),
			updated_at: now,
			updated_by_id: principal.userId,
		};
		if (old === undefined) created.push({ id, design_id: design.id, position: index, ...fields });
		else if (differs(old, set, codes[index], stored)) {
			changed.push(set.set_name);
			await tx.designSet.update({
				where: { id },
				data: { ...fields, revision: { increment: 1 } },
				select: { id: true },
			});
		}
	}
	await tx.designSet.createMany({ data: created });
	// The order belongs to the design, so it changes no set's revision.
	await tx.$executeRaw`
		UPDATE design_sets SET position = v.position - 1
		FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS v(id, position)
		WHERE design_sets.id = v.id AND design_sets.position <> v.position - 1`;
	await measureDesign(tx, design);
	return { added: created.map(({ name }) => name), removed: removed.map(({ name }) => name), changed };
}

/**
 * Sets temporary codes where codes change, as a code may pass from one set to another and is unique
 * in every statement.
 */
async function setAsideCodes(
	tx: Transaction,
	sets: readonly EditedSet[],
	codes: readonly string[],
	before: ReadonlyMap<string, DesignRecord["sets"][number]>,
): Promise<void> {
	const moving = sets.flatMap(({ set_id: id }, index) =>
		id !== undefined && before.get(id)?.targeting_code !== codes[index] ? [id] : [],
	);
	if (moving.length === 0) return;
	// The blank keeps it apart from every valid code.
	await tx.$executeRaw`UPDATE design_sets SET targeting_code = ' ' || id::text WHERE id = ANY (${moving}::uuid[])`;
}

function differs(
	old: DesignRecord["sets"][number],
	set: EditedSet,
	code: string | undefined,
	stored: string | null,
): boolean {
	return (
		old.name !== set.set_name ||
		old.targeting_code !== code ||
		stored !== null ||
		(set.audience !== undefined && !isDeepStrictEqual(old.audience, set.audience))
	);
}

/**
 * Updates a design's size: the number of its geofences or audience conditions (docs/contract.md,
 * Design).
 */
export async function measureDesign(tx: Transaction, { id, type }: Pick<DesignRecord, "id" | "type">): Promise<number> {
	const sets = await tx.designSet.findMany({
		where: { design_id: id },
		select: { audience: true, geofenceCollection: { select: { geofence_count: true } } },
	});
	const sizes = sets.map(({ audience, geofenceCollection }) =>
		type === "proximity"
			? (geofenceCollection?.geofence_count ?? 0)
			: audience === null
				? 0
				: measureAudienceExpression((audience as unknown as Audience).where).conditions,
	);
	const designSize = sizes.reduce((sum, size) => sum + size, 0);
	await tx.design.update({ where: { id }, data: { design_size: designSize }, select: { id: true } });
	return designSize;
}
