"use client";

import { useState } from "react";
import { toast } from "sonner";
import { OrganizationsField } from "@/components/features/accounts/organizations-field";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSlugField } from "@/components/kit/ui/use-slug-field";
import { useSend } from "@/lib/browser/api";
import { overtakenBy } from "@/lib/browser/api-error";
import { createInventorySourceBody, editInventorySourceBody, type InventorySource } from "@/lib/contract/inventory";
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
	const edit = useSend("PATCH /api/inventory-sources/[inventory_source_slug]");
	const slug = useSlugField();
	const [problems, setProblems] = useState<Record<string, string>>({});
	const saved = (result: InventorySource) => {
		toast.success(source === null ? `Created ${isolate(result.name)}` : `Saved ${isolate(result.name)}`);
		onClose();
		onSaved?.(result);
	};
	const submit = (fields: FormData) => {
		const text = (name: string) => String(fields.get(name) ?? "").trim();
		const settings = {
			name: text("name"),
			keep_days: text("keep_days") === "" ? null : Number(text("keep_days")),
			organizations: [
				...new Set(
					text("organizations")
						.split(/[\s,]+/)
						.filter((slug) => slug !== ""),
				),
			],
		};
		const body = { ...settings, slug: text("slug") };
		const read =
			source === null ? createInventorySourceBody.safeParse(body) : editInventorySourceBody.safeParse(settings);
		setProblems(
			Object.fromEntries(
				(read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), `This ${message}.`] as const),
			),
		);
		if (!read.success) return;
		if (source === null) create.mutate({ body }, { onSuccess: saved });
		else {
			const { slug, revision } = source;
			edit.mutate({ inventory_source_slug: slug, revision, body: settings }, { onSuccess: saved });
		}
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={source === null ? "New inventory source" : `Settings of ${isolate(source.name)}`}
			description="Devices seen in segments, to build audiences from."
			action={source === null ? "Create source" : "Save"}
			pending={create.isPending || edit.isPending}
			error={overtakenBy(create.error ?? edit.error)}
			onSubmit={submit}
		>
			<Field label="Name" error={problems.name}>
				{(control) => (
					<input
						{...control}
						name="name"
						defaultValue={source?.name ?? ""}
						onChange={slug.onName}
						maxLength={200}
						className={controlClass()}
					/>
				)}
			</Field>
			{source === null ? (
				<Field label="Slug" error={problems.slug} hint="Used in audiences: lowercase letters, digits and hyphens.">
					{(control) => (
						<input
							{...control}
							ref={slug.ref}
							name="slug"
							onChange={slug.onSlug}
							maxLength={63}
							className={controlClass("font-mono")}
						/>
					)}
				</Field>
			) : null}
			<Field
				label="Keep visits for (days)"
				optional
				error={problems.keep_days}
				hint="Older visits are removed every day, by UTC days. Leave empty to keep all."
			>
				{(control) => (
					<input
						{...control}
						name="keep_days"
						type="number"
						inputMode="numeric"
						min={1}
						max={3650}
						defaultValue={source?.keep_days ?? ""}
						className={controlClass("w-32")}
					/>
				)}
			</Field>
			<Field
				label="Usable by"
				optional
				error={problems.organizations}
				hint="Add slugs with Enter or a comma. Leave empty for every organization."
			>
				{(control) => <OrganizationsField {...control} name="organizations" initial={source?.organizations ?? []} />}
			</Field>
		</ActionDialog>
	);
}
