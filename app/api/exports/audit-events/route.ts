import { auditFeedParameters } from "@/lib/contract/audit";
import { feedAudit } from "@/lib/domain/audit/feed-audit";
import { exportResponse } from "@/lib/http/routes/export-response";
import { productQuery } from "@/lib/http/routes/route";
import { streamText } from "@/lib/http/routes/stream-text";

const NDJSON = "application/x-ndjson";

export const GET = productQuery({
	summary: "Follow Audit Events",
	description:
		"Audit events that the caller may see, oldest first, as JSON by lines: each an `AuditRecord` with `cursor` and, for operators, the `hash` of its link in the chain. The last line has the `cursor` alone, for the next call.",
	fromReplica: true,
	parameters: auditFeedParameters,
	answers: NDJSON,
	run: async ({ service, principal, parameters }) =>
		exportResponse(
			principal,
			() =>
				new Response(streamText(feedAudit(service, principal, parameters)), { headers: { "Content-Type": NDJSON } }),
		),
});
