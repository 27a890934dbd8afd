import type { Socket } from "node:net";
import type pg from "pg";

type Query = (...given: unknown[]) => unknown;
type Answered = (...answer: unknown[]) => unknown;

/** Clients whose statements have no time limit. */
const unbounded = new WeakSet<object>();

/**
 * Lifts the time limit of a client's statements, for migrations; gives a function that restores it.
 */
export function liftAnswerBound(client: pg.PoolClient): () => void {
	unbounded.add(client);
	return () => void unbounded.delete(client);
}

/**
 * Ends connections whose server does not answer. The server limits its statements itself, but if it
 * has vanished from the network, the kernel would wait a quarter of an hour. Call it before
 * anything else that wraps queries.
 */
export function boundAnswers(pool: pg.Pool, withinMs: number): void {
	pool.on("connect", (client) => {
		const own = client as unknown as { query: Query; readonly connection: { readonly stream: Socket } };
		const query = own.query.bind(client);
		const expectAnswer = () => {
			if (unbounded.has(client)) return undefined;
			const words = `PostgreSQL has not answered for ${withinMs / 1_000} s`;
			return setTimeout(() => own.connection.stream.destroy(new Error(words)), withinMs).unref();
		};
		own.query = (...given) => {
			const timer = expectAnswer();
			const place = given.findIndex((each) => typeof each === "function");
			if (place === -1) return Promise.resolve(query(...given)).finally(() => clearTimeout(timer));
			const tell = given[place] as Answered;
			return query(
				...given.with(place, (...answer: unknown[]) => {
					clearTimeout(timer);
					return tell(...answer);
				}),
			);
		};
	});
}

/**
 * Handles the error events of connections in use. Their queries already reject; an unhandled event
 * would end the process.
 */
export function hearConnections(pool: pg.Pool): void {
	pool.on("connect", (client) => client.on("error", () => undefined));
}
