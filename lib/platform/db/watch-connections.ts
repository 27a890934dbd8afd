import type { Socket } from "node:net";
import type pg from "pg";

type Query = (...given: unknown[]) => unknown;
type Answered = (...answer: unknown[]) => unknown;

/** Clients whose statements may take as long as they take. */
const patient = new WeakSet<object>();

/** Lifts the bound on answers for a client's statements, as for migrations; gives what puts it back. */
export function liftAnswerBound(client: pg.PoolClient): () => void {
	patient.add(client);
	return () => void patient.delete(client);
}

/**
 * Ends connections whose server does not answer. It bounds its statements itself, but one that has vanished from the network says
 * nothing, and the kernel would wait for it for a quarter of an hour. Call it before anything else that wraps queries.
 */
export function boundAnswers(pool: pg.Pool, withinMs: number): void {
	pool.on("connect", (client) => {
		const own = client as unknown as { query: Query; readonly connection: { readonly stream: Socket } };
		const query = own.query.bind(client);
		const expectAnswer = () => {
			if (patient.has(client)) return undefined;
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
 * Hears what becomes of connections in use. Who waits for an answer is told of a connection's end with it; told a second time,
 * by an event that nobody hears, the process would end.
 */
export function hearConnections(pool: pg.Pool): void {
	pool.on("connect", (client) => client.on("error", () => undefined));
}
