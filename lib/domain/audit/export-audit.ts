import type { AuditFilter, AuditRecord } from "@/lib/contract/audit";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import type { CsvValue } from "@/lib/rules/text/csv-row";
import { inChunks } from "@/lib/rules/text/in-chunks";
import { loadAuditRecords } from "./load-audit-records";
import { newestAuditIds } from "./newest-audit-ids";

const CHUNK = 1_000;

export const AUDIT_COLUMNS = [
	"id",
	"at",
	"actor",
	"actor_id",
	"credential",
	"address",
	"action",
	"object_type",
	"object_id",
	"object_name",
	"design_id",
	"design_name",
	"target_id",
	"target_name",
	"status_before",
	"status_after",
	"reason",
	"detail",
] as const satisfies readonly (keyof AuditRecord)[];

/** `GET /api/exports/audit`: all rows of the list, newest first, read in chunks of a thousand. */
export async function* exportAudit(
	service: Service,
	principal: Principal,
	filter: AuditFilter,
): AsyncGenerator<readonly CsvValue[]> {
	const records = inChunks<AuditRecord>((last) => readChunk(service, principal, filter, last));
	for await (const record of records) {
		yield AUDIT_COLUMNS.map((column) => {
			const value = record[column];
			return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
		});
	}
}

async function readChunk(
	service: Service,
	principal: Principal,
	filter: AuditFilter,
	last: AuditRecord | null,
): Promise<AuditRecord[]> {
	const ids = await newestAuditIds(service.prisma, principal, filter, {
		limit: CHUNK,
		before: last === null ? null : BigInt(last.id),
	});
	return loadAuditRecords(service.prisma, principal, ids);
}
