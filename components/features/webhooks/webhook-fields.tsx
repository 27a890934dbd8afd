import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { OrganizationsField } from "@/components/features/accounts/organizations-field";
import { controlClass, Field, FieldGroup } from "@/components/kit/ui/field";
import { targetsQuery } from "@/lib/browser/targets";
import { WEBHOOK_FORMATS } from "@/lib/contract/constants";
import { NOTICE_KINDS } from "@/lib/contract/notices";
import type { Webhook } from "@/lib/contract/webhook";
import type { WebhookProblems } from "./read-webhook";
import { FORMAT_WORDS } from "./webhook-words";

const BOX = "size-4 shrink-0 accent-accent";

/** The fields of a webhook, for creating and editing. */
export function WebhookFields({ webhook, problems }: { webhook: Webhook | null; problems: WebhookProblems }) {
	const targets = useQuery(targetsQuery());
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
			<div className="grid gap-4 sm:grid-cols-2">
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
			</div>
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
			<label className="flex min-h-7 items-center gap-2">
				<input type="checkbox" name="enabled" defaultChecked={webhook?.enabled ?? true} className={BOX} />
				Send messages
			</label>
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
