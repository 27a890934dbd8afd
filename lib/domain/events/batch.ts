import type { Principal } from "@/lib/domain/access/principal";
import type { Change } from "./change";
import type { Query } from "./read-changes";
import { couldSee } from "./snapshot";
import { type VisibleChange, visibleChanges } from "./visible-changes";

/** What was read at once, for all readers: who is asked about, is asked about once for all readers with the same rights. */
export class Batch {
	/** What has been read, and all before it. */
	readonly snapshot: string;
	/** Null when there were too many to be told one by one, or when they are not known. */
	readonly changes: readonly Change[] | null;
	readonly #query: Query;
	readonly #visible = new Map<string, Promise<VisibleChange[]>>();

	constructor(query: Query, snapshot: string, changes: readonly Change[] | null) {
		this.#query = query;
		this.snapshot = snapshot;
		this.changes = changes;
	}

	/** What a reader may be told of it and does not know yet. */
	async newTo(principal: Principal, known: string): Promise<VisibleChange[]> {
		const changes = this.changes ?? [];
		if (changes.length === 0) return [];
		// Everything that decides about sight (lib/access).
		const key = `${principal.userId} ${principal.organizationId} ${principal.role}`;
		const visible = this.#visible.get(key) ?? visibleChanges(this.#query, principal, changes);
		this.#visible.set(key, visible);
		return (await visible).filter(
			// What no transaction wrote, time did: it is always new.
			({ change: { transactions } }) =>
				transactions.length === 0 || transactions.some((transaction) => !couldSee(known, transaction)),
		);
	}
}
