"use client";

import { organizationsField } from "@/components/features/accounts/organizations-field";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
import { createInventorySourceBody, type InventorySource } from "@/lib/contract/inventory";
import { isolate } from "@/lib/rules/text/isolate";

export interface SourceDialogProps {
	/** The source when the dialog opened; null for a new one. */
	source: InventorySource | null;
	onSaved?: (source: InventorySource) => void;
	onClose: () => void;
}

/** Creates an inventory source, or edits its name, access and how long visits are kept. */
export function SourceDialog({ source, onSaved, onClose }: SourceDialogProps) {
	const create = useSend("POST /api/inventory-sources");
	const change = useSend("PATCH /api/inventory-sources/[inventory_source_slug]");
	return (
		<FormDialog
			item={source}
			title={source === null ? "New inventory source" : `Settings of ${isolate(source.name)}`}
			description="Devices seen in segments, to build audiences from."
			action={source === null ? "Create source" : "Save"}
			fields={[
				{ name: "name", label: "Name", input: { maxLength: 200 } },
				source === null && {
					kind: "slug",
					name: "slug",
					label: "Slug",
					mono: true,
					hint: "Used in audiences: lowercase letters, digits and hyphens.",
					input: { maxLength: 63 },
				},
				{
					kind: "number",
					name: "keep_days",
					label: "Keep visits for (days)",
					optional: true,
					min: 1,
					max: 3650,
					hint: "Older visits are removed every day, by UTC days. Leave empty to keep all.",
				},
				organizationsField({
					name: "organizations",
					label: "Usable by",
					initial: source?.organizations ?? [],
					hint: "Add slugs with Enter or a comma. Leave empty for every organization.",
				}),
			]}
			schema={createInventorySourceBody}
			saving={source === null ? create : change}
			send={(body, then) => create.mutate({ body }, then)}
			edit={(body, then, { slug, revision }) => change.mutate({ inventory_source_slug: slug, revision, body }, then)}
			done={(saved: InventorySource) => {
				onSaved?.(saved);
				return `${source === null ? "Created" : "Saved"} ${isolate(saved.name)}`;
			}}
			onClose={onClose}
		/>
	);
}
