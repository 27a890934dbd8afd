import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Audience } from "@/lib/contract/audience";
import { measureAudienceExpression } from "@/lib/contract/audience";
import type { EditedSet } from "@/lib/contract/design";
import type { Principal } from "@/lib/domain/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { assignCodes, requireContentsOfType, storeInline } from "./inline-sets";
import type { DesignRecord } from "./load-designs";
import { dropGeofences } from "./store-geofences";

/** Sets as they are wanted, with their geofences stored already: no transaction waits for those. */
export interface PlannedSets {
	readonly sets: readonly EditedSet[];
	/** Of each set, null where it keeps what it has. */
	readonly storedIds: readonly (string | null)[];
	/** All that were stored for this. */
	readonly collectionIds: readonly string[];
}

/** What became of the sets, by name, for the record. */
export interface SetChanges {
	readonly added: string[];
	readonly removed: string[];
	readonly changed: string[];
}

/**
 * Checks a new list of sets and stores what geofences it brings.
 * @throws InvalidArgumentError naming the set and what is wrong with it; nothing is left then
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

/** Targeting codes of the sets: those given, else what a set has, else made from its name. */
function codesOf(design: DesignRecord, sets: readonly EditedSet[]): string[] {
	const known = new Map(design.sets.map((set) => [set.id, set]));
	const named = new Set<string>();
	const coded = sets.map((set, index) => {
		if (set.set_id === undefined) return set;
		const before = known.get(set.set_id);
		if (before === undefined || named.has(set.set_id)) {
			throw new InvalidArgumentError(
				before === undefined
					? `'sets[${index}].set_id': the design has no set of this id`
					: `'sets[${index}].set_id': this set is named twice`,
			);
		}
		named.add(set.set_id);
		return { ...set, targeting_code: set.targeting_code ?? before.targetingCode };
	});
	return assignCodes(coded);
}

/**
 * Replaces the sets of a design that the transaction has claimed: what is not named is removed, the rest is changed in
 * place, so that a set keeps its id and what was not said of it.
 * @throws InvalidArgumentError naming a set that is gone meanwhile
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
			targetingCode: codes[index] as string,
			...(set.audience === undefined ? {} : { audience: set.audience as unknown as Prisma.InputJsonObject }),
			...(stored === null ? {} : { geofenceCollectionId: stored }),
			updatedAt: now,
			updatedById: principal.userId,
		};
		if (old === undefined) created.push({ id, designId: design.id, position: index, ...fields });
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
	// The order is the design's, and no change of a set.
	await tx.$executeRaw`
		UPDATE design_sets SET position = v.position - 1
		FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS v(id, position)
		WHERE design_sets.id = v.id AND design_sets.position <> v.position - 1`;
	await measureDesign(tx, design);
	return { added: created.map(({ name }) => name), removed: removed.map(({ name }) => name), changed };
}

/** Codes that pass from one set to another are unique at every moment: those that change are out of the way first. */
async function setAsideCodes(
	tx: Transaction,
	sets: readonly EditedSet[],
	codes: readonly string[],
	before: ReadonlyMap<string, DesignRecord["sets"][number]>,
): Promise<void> {
	const moving = sets.flatMap(({ set_id: id }, index) =>
		id !== undefined && before.get(id)?.targetingCode !== codes[index] ? [id] : [],
	);
	if (moving.length === 0) return;
	// No code that is given holds a blank.
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
		old.targetingCode !== code ||
		stored !== null ||
		(set.audience !== undefined && !isDeepStrictEqual(old.audience, set.audience))
	);
}

/** Writes a design's size anew: the number of its geofences or of its audience conditions (design.md section 4, item 19). */
export async function measureDesign(tx: Transaction, { id, type }: Pick<DesignRecord, "id" | "type">): Promise<number> {
	const sets = await tx.designSet.findMany({
		where: { designId: id },
		select: { audience: true, geofenceCollection: { select: { geofenceCount: true } } },
	});
	const sizes = sets.map(({ audience, geofenceCollection }) =>
		type === "proximity"
			? (geofenceCollection?.geofenceCount ?? 0)
			: audience === null
				? 0
				: measureAudienceExpression((audience as unknown as Audience).where).conditions,
	);
	const designSize = sizes.reduce((sum, size) => sum + size, 0);
	await tx.design.update({ where: { id }, data: { designSize }, select: { id: true } });
	return designSize;
}
