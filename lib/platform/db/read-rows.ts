import type pg from "pg";
import type { Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { connectionOf } from "./transaction-connection";

/**
 * A thin reader for the statements that every request makes, for the API's most asked-for rows, and for what a transition
 * writes. Measured on PostgreSQL 15, one small row by its id, in microseconds of this process's CPU: pg alone 75, Prisma's
 * findUnique 140, its $queryRaw 285; of Get Design's time more than half went to the query layer. Everything else stays with Prisma.
 *
 * The statement's columns are of types that pg and Prisma read alike: uuid, text, boolean, integer, timestamptz, json, and arrays of
 * the first two. What else there is (enums, prices, sizes) goes as text.
 */

/**
 * Whether a statement is planned once for whatever values it is given, anew for those of a call as the server sees fit, or for those
 * of each call. Once is for what takes the same way through the same indexes for everybody; anew for filters whose values may decide
 * which index is the right one; always anew for words and tags, of which only the values tell how many rows have them: after a few
 * calls the server would settle for a plan that knows none.
 */
export type Planned = "once" | "anew" | "always anew";

interface Reader {
	readonly plannedOnce: pg.Pool;
	/** As the server sees fit. */
	readonly plannedAnew: pg.Pool;
	readonly nameOf: (query: { sql: string }) => string;
}

/** By client. Sign-in, in Next's bundle, finds none and asks by way of Prisma. */
const readers = new WeakMap<object, Reader>();

/** Makes the connections below a client known, with the names that the client itself gives to statements on them. */
export function registerReader(prisma: PrismaClient, reader: Reader): void {
	readers.set(prisma, reader);
}

/**
 * Rows of one statement. Inside a transaction on its connection, whose statements are all planned as the server sees fit; one that
 * was not begun by `transact` is asked by way of Prisma, which alone knows its connection.
 */
export async function readRows<Row extends object>(
	db: Transaction,
	query: Prisma.Sql,
	planned: Planned = "once",
): Promise<Row[]> {
	const reader = readers.get(db);
	if (reader !== undefined) {
		const pool = planned === "once" ? reader.plannedOnce : reader.plannedAnew;
		const asked: PlannedQuery = { ...statement(query, planned, reader.nameOf), planned };
		return (await pool.query<Row>(asked)).rows;
	}
	const held = connectionOf(db);
	if (held === undefined) return db.$queryRaw<Row[]>(query);
	return (await held.client.query<Row>(statement(query, planned, held.nameOf))).rows;
}

/**
 * {@link readRows} of a statement that changes something. The embedded database plans it once; with PostgreSQL it goes to the other
 * connections, planned as the server sees fit: it may have to wait for somebody's lock, and what every request reads first shall not
 * wait with it.
 */
export async function writeRows<Row extends object>(db: Transaction, query: Prisma.Sql): Promise<Row[]> {
	const reader = readers.get(db);
	if (reader === undefined) return readRows(db, query);
	const asked: PlannedQuery = { ...statement(query, "once", reader.nameOf), planned: "once" };
	return (await reader.plannedAnew.query<Row>(asked)).rows;
}

function statement({ text, values }: Prisma.Sql, planned: Planned, nameOf: Reader["nameOf"]): pg.QueryConfig {
	// The server keeps no plan of a statement without a name.
	const named = planned === "always anew" ? {} : { name: nameOf({ sql: text }) };
	return { ...named, text, values: values.map(asText) };
}

/** A statement for a pool, with how it is to be planned: for the embedded database, which has one connection for all of them. */
export interface PlannedQuery extends pg.QueryConfig {
	readonly planned: Planned;
}

/** Whether what a pool was given is a {@link PlannedQuery} that is planned once. */
export function isPlannedOnce(query: unknown): boolean {
	return typeof query === "object" && query !== null && "planned" in query && query.planned === "once";
}

/** pg writes a date in the local time of this machine, which takes it ten times as long. */
function asText(value: unknown): unknown {
	return value instanceof Date ? value.toISOString() : value;
}

/**
 * A time as the database puts it into JSON (`2026-11-22T08:57:10.12+00:00`, as every session is in UTC), in the form of `toISOString`
 * without a Date in between: a page of builds has a hundred of them.
 */
export function timeOfJson(text: string): string {
	return `${text.slice(0, 19)}.${text.slice(20, -6).padEnd(3, "0")}Z`;
}
