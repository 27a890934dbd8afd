import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openDatabase } from "@/lib/platform/db/client";
import type { PlannedQuery } from "@/lib/platform/db/prisma-client";
import type { CapturedQuery } from "@/lib/tools/testing/scale/capture-queries";
import type { Where } from "@/verification/benches/service";

/** Statements by path: those of the service for the same request. */
export type Recording = Readonly<Record<string, readonly CapturedQuery[]>>;

/** Where the statements run, and which. */
export interface ReferenceOrder {
	readonly database: Where;
	readonly recording: Recording;
}

/**
 * A minimal server: node:http and pg run the recorded statements (a transaction on one connection,
 * prepared by name, in the same plan mode) and answer their rows as JSON. The difference is the
 * cost of the service.
 * @returns the server's URL
 */
export async function serveReference({ database, recording }: ReferenceOrder): Promise<string> {
	const { pool, genericPool } = await openDatabase(database);
	const names = new Map<string, string>();
	const nameOf = (text: string) => {
		const name = names.get(text) ?? `r${names.size}`;
		names.set(text, name);
		return name;
	};
	const run = async (queries: readonly CapturedQuery[]) => {
		const rows: unknown[][] = [];
		const client = queries.some(({ text }) => /^\s*BEGIN/i.test(text)) ? await pool.connect() : null;
		try {
			for (const { text, values, mode } of queries) {
				const prepared = /^\s*(BEGIN|COMMIT)/i.test(text) ? {} : { name: nameOf(text) };
				const query: PlannedQuery = { text, values: [...values], ...prepared, mode };
				rows.push((await (client ?? (mode === "generic" ? genericPool : pool)).query(query)).rows);
			}
		} finally {
			client?.release();
		}
		return rows;
	};
	const server = createServer((request, response) => {
		request.resume();
		run(recording[request.url ?? ""] ?? []).then(
			(rows) => {
				const body = JSON.stringify(rows);
				response
					.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) })
					.end(body);
			},
			(error: Error) =>
				response.writeHead(500, { "Content-Length": 0, "X-Error": encodeURIComponent(error.message) }).end(),
		);
	});
	return new Promise((resolve) => {
		server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
	});
}
