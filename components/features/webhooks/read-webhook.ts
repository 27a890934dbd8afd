import { AUDIT_KIND } from "@/lib/contract/constants";
import { createWebhookBody } from "@/lib/contract/webhook";

export type WebhookFieldName = "url" | "description" | "events" | "target_ids" | "owner_organizations";
export type WebhookProblems = Partial<Record<WebhookFieldName, string>>;

const text = (fields: FormData, name: string) => String(fields.get(name) ?? "").trim();

/** Reads the fields as the request body, or as a problem by field. */
export function readWebhook(fields: FormData) {
	const sendsAudit = fields.get("sends") === "audit";
	const asked = {
		url: text(fields, "url"),
		description: text(fields, "description"),
		format: sendsAudit ? "json" : text(fields, "format"),
		events: sendsAudit ? [AUDIT_KIND] : fields.getAll("events"),
		target_ids: fields.getAll("target_ids"),
		owner_organizations: text(fields, "owner_organizations")
			.split(",")
			.filter((slug) => slug !== ""),
		enabled: fields.get("enabled") === "on",
	};
	const read = createWebhookBody.safeParse(asked);
	if (read.success) return { body: read.data };
	const problems: WebhookProblems = {};
	for (const { path, message } of read.error.issues) {
		const field = path[0] as WebhookFieldName;
		problems[field] ??= `This ${message.startsWith("must") ? message : "is not valid"}.`;
	}
	return { problems };
}
