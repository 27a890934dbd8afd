import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { type ListQuery, type Page, pageOf } from "./page";

/** The revision that the caller read, where they name one (docs/contract.md, Revisions). */
export interface Expectation {
	readonly revision?: number | undefined;
}

/** A row with its version. */
interface Revised {
	readonly revision?: number;
	readonly updated_at?: Date;
}

/** Declares the table of a resource, the visibility of its rows, and the order of its list. */
export interface ResourceDeclaration<Scope, Row> extends Pick<ListQuery, "from" | "id" | "sort" | "order"> {
	/** As errors name it, such as `place category`. */
	readonly name: string;
	/** Condition on the rows that exist for a caller, or within a parent. */
	readonly visible: (scope: Scope) => Prisma.Sql;
	/** Condition on the row that a path names, where it is not by its id. */
	readonly named?: (given: string) => Prisma.Sql;
	/** Reads rows by their ids, in any order. */
	readonly load: (db: Transaction, ids: string[], scope: Scope) => Promise<Row[]>;
	/** Throws ForbiddenError for callers who see the rows and must not change them. */
	readonly requireRight?: (scope: Scope) => void;
	/** The lock for a change; `FOR UPDATE` where rows that refer to it must wait for its removal. */
	readonly lock?: "FOR UPDATE" | "FOR NO KEY UPDATE";
}

/** The operations that all resources share. */
export interface Resource<Scope, Row> {
	/** @throws NotFoundError unless the row is visible */
	find(db: Transaction, scope: Scope, id: string): Promise<Row>;
	/**
	 * Like `find`, locked for a change in this transaction.
	 * @throws NotFoundError, ForbiddenError; VersionMismatchError at another revision than expected
	 */
	findForChange(tx: Transaction, scope: Scope, id: string, expected?: Expectation): Promise<Row>;
	/** One page of the visible rows that fulfill the conditions. */
	page(
		db: Transaction,
		scope: Scope,
		paging: { readonly limit: number; readonly offset: number },
		conditions?: readonly Prisma.Sql[],
	): Promise<Page<Row>>;
}

/** Declares a resource. */
export function defineResource<Row extends Revised & { readonly id: string }, Scope>(
	resource: ResourceDeclaration<Scope, Row>,
): Resource<Scope, Row> {
	const { name, from, id, sort, order, visible, load, lock = "FOR NO KEY UPDATE" } = resource;
	const named = resource.named ?? ((given: string) => Prisma.sql`${id} = ${given}::uuid`);
	const read = async (db: Transaction, scope: Scope, given: string, locking: Prisma.Sql) => {
		const [found] = await db.$rows<{ id: string }>(
			Prisma.sql`SELECT ${id} AS id FROM ${from} WHERE ${named(given)} AND ${visible(scope)} ${locking}`,
		);
		const [row] = found === undefined ? [] : await load(db, [found.id], scope);
		if (row === undefined) throw new NotFoundError(`${name} not found`);
		return row;
	};
	return {
		find: (db, scope, given) => read(db, scope, given, Prisma.empty),
		async findForChange(tx, scope, given, expected = {}) {
			const row = await read(tx, scope, given, Prisma.raw(lock));
			resource.requireRight?.(scope);
			requireRevision(name, row, expected);
			return row;
		},
		page: (db, scope, { limit, offset }, conditions = []) =>
			pageOf(db, { from, where: [visible(scope), ...conditions], sort, id, order, limit, offset }, (ids) =>
				load(db, [...ids], scope),
			),
	};
}

/**
 * @param name of the resource, as errors have it
 * @throws VersionMismatchError when the row is at another revision than expected
 */
export function requireRevision(name: string, row: Revised, { revision }: Expectation): void {
	if (revision === undefined || revision === row.revision) return;
	const when = row.updated_at === undefined ? "in the meantime" : `at ${row.updated_at.toISOString()}`;
	throw new VersionMismatchError(`the ${name} is at revision ${row.revision}, not ${revision}: it was changed ${when}`);
}

/** Columns that every change writes beside its fields. */
export const changedAt = (now: Date) => ({ updated_at: now, revision: { increment: 1 } });
