import { type EventType, eventType } from "@/lib/contract/event";

/** Attributes that decided visibility before the change; keys depend on the kind of object. */
export type Attributes = Readonly<Record<string, string | null>>;

/** Rows of `change_events` for one object, merged per read. */
export interface Change {
	/** Of its last row. */
	readonly id: bigint;
	readonly transactions: readonly bigint[];
	readonly type: EventType;
	readonly objectId: string;
	readonly revision: number | null;
	readonly attributes: readonly Attributes[];
}

/** A row as JSON of the database. */
export interface ChangeRow {
	readonly id: number;
	readonly transaction: number;
	readonly type: string;
	readonly object_id: string;
	readonly revision: number | null;
	readonly facts: Attributes | null;
}

/** Merges rows per object, in the order of their last rows; drops rows that are no events. */
export function mergeByObject(rows: readonly ChangeRow[]): Change[] {
	const merged = new Map<string, Change>();
	for (const row of rows) {
		const type = eventType.safeParse(row.type);
		if (!type.success) continue;
		const key = `${row.type} ${row.object_id}`;
		const before = merged.get(key);
		merged.delete(key);
		merged.set(key, {
			id: BigInt(row.id),
			transactions: [...(before?.transactions ?? []), BigInt(row.transaction)],
			type: type.data,
			objectId: row.object_id,
			revision: row.revision ?? before?.revision ?? null,
			attributes: [...(before?.attributes ?? []), ...(row.facts === null ? [] : [row.facts])],
		});
	}
	return [...merged.values()];
}

export function usersWithOtherCredentials(rows: readonly ChangeRow[]): Set<string> {
	return new Set(rows.filter(({ type }) => type === "credential").map(({ object_id }) => object_id));
}
