import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { type IdempotencyRecord, type KeyedRequest, keyHashOf, partOf } from "./record";

interface Row {
	readonly path: string;
	readonly request_hash: Uint8Array;
	readonly status: number;
	readonly body: string;
}

/** Finds the stored answer of a keyed request; undefined for a free key. */
export async function findRecord(service: Service, request: KeyedRequest): Promise<IdempotencyRecord | undefined> {
	const [row] = await find(service, request, Prisma.sql`path = ${request.path}`);
	return row === undefined ? undefined : recordOf(row);
}

/** Finds the stored answers of a request's items, by item. */
export async function findParts(
	service: Service,
	request: KeyedRequest,
): Promise<ReadonlyMap<string, IdempotencyRecord>> {
	const { path } = partOf(request, "");
	const rows = await find(service, request, Prisma.sql`starts_with(path, ${path})`);
	return new Map(rows.map((row) => [row.path.slice(path.length), recordOf(row)]));
}

function find(service: Service, request: KeyedRequest, where: Prisma.Sql): Promise<Row[]> {
	const { caller_id: callerId, method } = request;
	return service.prisma.$rows<Row>(Prisma.sql`
		SELECT path, request_hash, status, body FROM idempotency_records
		WHERE caller_id = ${callerId}::uuid AND method = ${method} AND key_hash = ${keyHashOf(request)} AND ${where}
			AND expires_at > ${service.now()}::timestamptz`);
}

function recordOf({ request_hash, status, body }: Row): IdempotencyRecord {
	return { request_hash: request_hash, status, text: body };
}
