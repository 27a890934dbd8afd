import type pg from "pg";
import { inStatementSpan, isTracing } from "@/lib/tracing/tracing";

type Query = (...given: unknown[]) => unknown;

/**
 * Gives statements spans, where tracing is on. It wraps the calls, not the connection: a waiting
 * call gets its connection in the context of the call that releases it.
 */
export function traceStatements(pool: pg.Pool): void {
	if (!isTracing()) return;
	const asked = pool as unknown as { query: Query; connect: Query };
	const connect = asked.connect.bind(pool);
	asked.query = traced(asked.query.bind(pool));
	asked.connect = (...given) => {
		const connected = connect(...given);
		return connected instanceof Promise ? connected.then(traceClient) : connected;
	};
}

/** Until it is released: the next one that has the connection may not be traced. */
function traceClient(client: pg.PoolClient): pg.PoolClient {
	const own = client as unknown as { query: Query; release: Query };
	const { query, release } = own;
	own.query = traced(query.bind(client));
	own.release = (...given) => {
		Object.assign(own, { query, release });
		return release.apply(client, given);
	};
	return client;
}

function traced(query: Query): Query {
	return (...given) => {
		const [statement] = given;
		const sql = typeof statement === "string" ? statement : textOf(statement);
		const answersByCallback = given.some((each) => typeof each === "function");
		if (sql === undefined || answersByCallback) return query(...given);
		return inStatementSpan(sql, async () => query(...given));
	};
}

function textOf(statement: unknown): string | undefined {
	const isQuery = typeof statement === "object" && statement !== null && "text" in statement;
	return isQuery && typeof statement.text === "string" ? statement.text : undefined;
}
