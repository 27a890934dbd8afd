import { type EventType, eventType } from "@/lib/contract/event";

/** What decided who saw an object before the change; which names there are depends on the kind of object. */
export type Facts = Readonly<Record<string, string | null>>;

/** A row of `change_events`; all rows of one object that were read together are one. */
export interface Change {
	/** Of its last row. */
	readonly id: bigint;
	readonly transactions: readonly bigint[];
	readonly type: EventType;
	readonly objectId: string;
	readonly revision: number | null;
	readonly facts: readonly Facts[];
}

/** A row as the database gives it, in JSON. */
export interface ChangeRow {
	readonly id: number;
	readonly transaction: number;
	readonly type: string;
	readonly object_id: string;
	readonly revision: number | null;
	readonly facts: Facts | null;
}

/** Changes of the same object as one, in the order of their last rows; without what is no event for readers. */
export function gather(rows: readonly ChangeRow[]): Change[] {
	const gathered = new Map<string, Change>();
	for (const row of rows) {
		const type = eventType.safeParse(row.type);
		if (!type.success) continue;
		const key = `${row.type} ${row.object_id}`;
		const before = gathered.get(key);
		gathered.delete(key);
		gathered.set(key, {
			id: BigInt(row.id),
			transactions: [...(before?.transactions ?? []), BigInt(row.transaction)],
			type: type.data,
			objectId: row.object_id,
			revision: row.revision ?? before?.revision ?? null,
			facts: [...(before?.facts ?? []), ...(row.facts === null ? [] : [row.facts])],
		});
	}
	return [...gathered.values()];
}

/** Users whose credentials have changed. */
export function usersWithOtherCredentials(rows: readonly ChangeRow[]): Set<string> {
	return new Set(rows.filter(({ type }) => type === "credential").map(({ object_id }) => object_id));
}
