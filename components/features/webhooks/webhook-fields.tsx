import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { OrganizationsField } from "@/components/features/accounts/organizations-field";
import { controlClass, Field, FieldGroup } from "@/components/kit/ui/field";
import { targetsQuery } from "@/lib/browser/targets";
import { AUDIT_KIND, WEBHOOK_FORMATS } from "@/lib/contract/constants";
import { NOTICE_KINDS } from "@/lib/contract/events/events";
import type { Webhook } from "@/lib/contract/webhook";
import type { WebhookProblems } from "./read-webhook";
import { FORMAT_WORDS, SENT_WORDS } from "./webhook-words";

const BOX = "size-4 shrink-0 accent-accent";

interface WebhookFieldsProps {
	webhook: Webhook | null;
	problems: WebhookProblems;
}

/** The fields of a webhook, for creating and editing. */
export function WebhookFields({ webhook, problems }: WebhookFieldsProps) {
	const [sends, setSends] = useState(webhook?.events.includes(AUDIT_KIND) ? "audit" : "events");
	return (
		<>
			<Field label="URL" error={problems.url} hint="The address that receives messages. It must start with https://.">
				{(control) => (
					<input
						{...control}
						name="url"
						type="url"
						inputMode="url"
						autoComplete="off"
						defaultValue={webhook?.url}
						className={controlClass("font-mono")}
					/>
				)}
			</Field>
			<Field label="Description" optional error={problems.description} hint="So you can recognize it later.">
				{(control) => (
					<input
						{...control}
						name="description"
						maxLength={200}
						defaultValue={webhook?.description}
						className={controlClass()}
					/>
				)}
			</Field>
			<Field
				label="Sends"
				hint={
					sends === "audit"
						? "Every event of the audit log from now on, in order, as JSON. For a system that collects logs."
						: "A message for each event that you select."
				}
			>
				{(control) => (
					<select
						{...control}
						name="sends"
						value={sends}
						onChange={(event) => setSends(event.target.value)}
						className={controlClass()}
					>
						{Object.entries(SENT_WORDS).map(([value, word]) => (
							<option key={value} value={value}>
								{word}
							</option>
						))}
					</select>
				)}
			</Field>
			{sends === "audit" ? null : <EventFields webhook={webhook} problems={problems} />}
			<label className="flex min-h-7 items-center gap-2">
				<input type="checkbox" name="enabled" defaultChecked={webhook?.enabled ?? true} className={BOX} />
				Send messages
			</label>
		</>
	);
}

/** Which events are sent, and in what form. */
function EventFields({ webhook, problems }: WebhookFieldsProps) {
	const targets = useQuery(targetsQuery());
	return (
		<>
			<Field label="Format">
				{(control) => (
					<select {...control} name="format" defaultValue={webhook?.format ?? "json"} className={controlClass()}>
						{WEBHOOK_FORMATS.map((format) => (
							<option key={format} value={format}>
								{FORMAT_WORDS[format]}
							</option>
						))}
					</select>
				)}
			</Field>
			<Boxes
				legend="Events (none selected: all)"
				error={problems.events}
				name="events"
				options={NOTICE_KINDS.map((kind) => ({
					value: kind,
					label: <span className="font-mono text-small">{kind}</span>,
				}))}
				chosen={webhook?.events}
			/>
			{targets.data === undefined ? (
				// Editing must not drop what is not listed yet.
				webhook?.target_ids.map((id) => <input key={id} type="hidden" name="target_ids" value={id} />)
			) : (
				<Boxes
					legend="Targets (none selected: all)"
					error={problems.target_ids}
					name="target_ids"
					options={targets.data.rows.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
					chosen={webhook?.target_ids}
				/>
			)}
			<Field
				label="Owners of designs"
				optional
				error={problems.owner_organizations}
				hint="Only events of designs of these organizations. Leave empty for all."
			>
				{(control) => (
					<OrganizationsField {...control} name="owner_organizations" initial={webhook?.owner_organizations ?? []} />
				)}
			</Field>
		</>
	);
}

interface BoxesProps {
	legend: string;
	error: string | undefined;
	name: string;
	options: readonly { readonly value: string; readonly label: ReactNode }[];
	chosen: readonly string[] | undefined;
}

/** A filter: boxes of which none stands for all. */
function Boxes({ legend, error, name, options, chosen = [] }: BoxesProps) {
	return (
		<FieldGroup legend={legend} error={error}>
			{(control) => (
				<div className="grid max-h-44 gap-1 overflow-y-auto rounded-md border border-line p-2 sm:grid-cols-2">
					{options.map(({ value, label }) => (
						<label key={value} className="flex min-h-7 items-center gap-2">
							<input
								{...control}
								type="checkbox"
								name={name}
								value={value}
								defaultChecked={chosen.includes(value)}
								className={BOX}
							/>
							<span className="wrap-anywhere">{label}</span>
						</label>
					))}
				</div>
			)}
		</FieldGroup>
	);
}
