import { auditRecord, listAuditParameters } from "@/lib/contract/audit";
import { listResponse } from "@/lib/contract/primitives";
import { listAudit } from "@/lib/domain/audit/list-audit";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Audit Events",
	description: "Audit events that the caller may see, newest first.",
	fromReplica: true,
	parameters: listAuditParameters,
	response: listResponse(auditRecord),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listAudit(service, principal, parameters)),
	}),
});
