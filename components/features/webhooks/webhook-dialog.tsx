"use client";

import { useState } from "react";
import { organizationsField } from "@/components/features/accounts/organizations-field";
import { FormDialog } from "@/components/kit/form/form-dialog";
import type { FormFields } from "@/components/kit/form/form-field";
import { useSend } from "@/lib/browser/api";
import { targetsQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import { AUDIT_KIND, WEBHOOK_FORMATS } from "@/lib/contract/constants";
import { NOTICE_KINDS } from "@/lib/contract/events/events";
import { createWebhookBody, type Webhook } from "@/lib/contract/webhook";
import { isolate } from "@/lib/rules/text/isolate";
import { SecretShown } from "./secret-shown";
import { FORMAT_WORDS, SENT_WORDS, webhookName } from "./webhook-words";

const AUDIT = { format: "json", events: [AUDIT_KIND], target_ids: [], owner_organizations: [] };

/** Creates a webhook and shows its secret once, or changes one. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
	const create = useSend("POST /api/webhooks", { gcTime: 0 });
	const change = useSend("PATCH /api/webhooks/[webhook_id]");
	const [sends, setSends] = useState(webhook?.events.includes(AUDIT_KIND) ? "audit" : "events");
	const eventFields = useEventFields(webhook);
	if (create.data !== undefined) return <SecretShown issued={create.data} onClose={onClose} />;
	return (
		<FormDialog
			item={webhook}
			title={webhook === null ? "New webhook" : `Edit ${isolate(webhookName(webhook))}`}
			description={
				webhook === null ? "Sends a signed message to an address of yours when something happens." : undefined
			}
			action={webhook === null ? "Create webhook" : "Save"}
			wide
			fields={[
				{
					name: "url",
					label: "URL",
					mono: true,
					hint: "The address that receives messages. It must start with https://.",
					input: { type: "url", inputMode: "url", autoComplete: "off" },
				},
				{
					name: "description",
					label: "Description",
					optional: true,
					hint: "So you can recognize it later.",
					input: { maxLength: 200 },
				},
				{
					kind: "choice",
					name: "sends",
					label: "Sends",
					value: sends,
					options: Object.entries(SENT_WORDS).map(([value, label]) => ({ value, label })),
					hint: (sent) =>
						sent === "audit"
							? "Every event of the audit log from now on, in order, as JSON. For a system that collects logs."
							: "A message for each event that you select.",
					onChange: setSends,
				},
				...(sends === "audit" ? [] : eventFields),
				{ kind: "switch", name: "enabled", label: "Send messages", value: true },
			]}
			body={({ sends: sent, ...values }) => ({ ...values, ...(sent === "audit" ? AUDIT : {}) })}
			schema={createWebhookBody}
			saving={webhook === null ? create : change}
			send={(body) => create.mutate({ body })}
			edit={(body, then, { id, revision }) => change.mutate({ webhook_id: id, revision, body }, then)}
			done={webhook === null ? undefined : () => null}
			onClose={onClose}
		/>
	);
}

/** Which events are sent, and in what form. */
function useEventFields(webhook: Webhook | null): FormFields {
	const targets = useQuery(targetsQuery());
	return [
		{
			kind: "choice",
			name: "format",
			label: "Format",
			value: "json",
			options: WEBHOOK_FORMATS.map((format) => ({ value: format, label: FORMAT_WORDS[format] })),
		},
		{
			kind: "boxes",
			name: "events",
			label: "Events (none selected: all)",
			options: NOTICE_KINDS.map((kind) => ({
				value: kind,
				label: <span className="font-mono text-small">{kind}</span>,
			})),
		},
		{
			kind: "boxes",
			name: "target_ids",
			label: "Targets (none selected: all)",
			options: targets.data?.rows.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> })),
		},
		organizationsField({
			name: "owner_organizations",
			label: "Owners of designs",
			initial: webhook?.owner_organizations ?? [],
			hint: "Only events of designs of these organizations. Leave empty for all.",
		}),
	];
}
