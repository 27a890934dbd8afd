import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";

type StatementNames = (query: { sql: string }) => string;

/** The connection of a transaction, with the names that Prisma gives to statements on it. */
export interface HeldConnection {
	readonly client: pg.PoolClient;
	readonly nameOf: StatementNames;
}

/** For as long as the transaction has it. */
interface Holder {
	connection?: HeldConnection | undefined;
	hadOne: boolean;
}

/** What a transaction that is about to begin will hold. */
const beginning = new AsyncLocalStorage<Holder>();
/** By Prisma's client of the transaction. */
const held = new WeakMap<object, Holder>();

/**
 * The pool as Prisma is to have it, so that a transaction begun by {@link beginHeld} knows its connection. Prisma itself says to nobody
 * which that is, and its own ways to ask on it take this process four times as long as pg's.
 */
export function lendingPool(pool: pg.Pool, nameOf: StatementNames): pg.Pool {
	const connect = async () => {
		const holder = beginning.getStore();
		const client = await pool.connect();
		// Of what else the transaction's work might begin, the connection is another.
		if (holder === undefined || holder.hadOne) return client;
		const giveBack = () => {
			holder.connection = undefined;
		};
		Object.assign(holder, { connection: { client, nameOf }, hadOne: true });
		return watched(client, giveBack);
	};
	return new Proxy(pool, {
		get(target, name) {
			// Prisma takes a connection for a transaction alone, and waits for it by a promise.
			if (name === "connect") return connect;
			const value: unknown = Reflect.get(target, name, target);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
}

/** A transaction that took too long is rolled back while its work goes on: what that asks then must not come after the rollback. */
const ENDS = /^(COMMIT|ROLLBACK)/;

/** The connection as Prisma is to have it, which tells when a transaction on it is about to end. */
function watched(client: pg.PoolClient, ends: () => void): pg.PoolClient {
	const query = (asked: string | pg.QueryConfig, ...more: unknown[]) => {
		if (ENDS.test(typeof asked === "string" ? asked : asked.text)) ends();
		return Reflect.apply(client.query, client, [asked, ...more]);
	};
	return new Proxy(client, {
		get(target, name) {
			if (name === "query") return query;
			if (name === "release") ends();
			const value: unknown = Reflect.get(target, name, target);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
}

/**
 * Begins a transaction whose connection {@link connectionOf} gives.
 * @param begin begins it, and tells of its client before anything is asked of that
 */
export function beginHeld<Result>(begin: (tell: (tx: object) => void) => Promise<Result>): Promise<Result> {
	const holder: Holder = { hadOne: false };
	return beginning.run(holder, () => begin((tx) => held.set(tx, holder)));
}

/** The connection of an open transaction that was begun by {@link beginHeld}. */
export function connectionOf(tx: object): HeldConnection | undefined {
	return held.get(tx)?.connection;
}
