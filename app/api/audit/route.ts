import { listAudit } from "@/lib/audit/list-audit";
import { auditRecord, listAuditParameters } from "@/lib/contract/audit";
import { listResponse } from "@/lib/contract/primitives";
import { listEnvelope } from "@/lib/http/envelopes";
import { productQuery } from "@/lib/http/route";

/** Who did what when, newest first, of what the caller may know. */
export const GET = productQuery({
	summary: "List Audit Events",
	description: "Who did what when, newest first, of what the caller may know.",
	parameters: listAuditParameters,
	response: listResponse(auditRecord),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listAudit(service, principal, parameters)),
	}),
});
