import type { Principal } from "@/lib/domain/access/principal";
import type { Change } from "./change";
import type { Query } from "./read-changes";
import { couldSee } from "./snapshot";
import { type VisibleChange, visibleChanges } from "./visible-changes";

/** One batch of changes for all readers: visibility is queried once per kind of rights. */
export class Batch {
	/** Covers these changes and all before them. */
	readonly snapshot: string;
	/** Null when there are too many, or when they are unknown. */
	readonly changes: readonly Change[] | null;
	readonly #query: Query;
	readonly #visible = new Map<string, Promise<VisibleChange[]>>();

	constructor(query: Query, snapshot: string, changes: readonly Change[] | null) {
		this.#query = query;
		this.snapshot = snapshot;
		this.changes = changes;
	}

	/** The visible changes that the reader does not know yet. */
	async newTo(principal: Principal, known: string): Promise<VisibleChange[]> {
		const changes = this.changes ?? [];
		if (changes.length === 0) return [];
		// All attributes that decide visibility.
		const key = `${principal.userId} ${principal.organizationId} ${principal.membersSee} ${principal.role}`;
		const visible = this.#visible.get(key) ?? visibleChanges(this.#query, principal, changes);
		this.#visible.set(key, visible);
		return (await visible).filter(
			// Changes without a transaction were made by time and are always new.
			({ change: { transactions } }) =>
				transactions.length === 0 || transactions.some((transaction) => !couldSee(known, transaction)),
		);
	}
}
