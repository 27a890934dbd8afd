import { exportAuditParameters } from "@/lib/contract/audit";
import { AUDIT_COLUMNS, exportAudit } from "@/lib/domain/audit/export-audit";
import { CSV, csvResponse } from "@/lib/http/routes/csv-response";
import { exportResponse } from "@/lib/http/routes/export-response";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Export Audit Events",
	description: "All rows of the audit list under its filters, as CSV.",
	fromReplica: true,
	parameters: exportAuditParameters,
	answers: CSV,
	run: async ({ service, principal, parameters }) =>
		exportResponse(principal, () =>
			csvResponse({ name: "audit", columns: AUDIT_COLUMNS, rows: exportAudit(service, principal, parameters) }),
		),
});
