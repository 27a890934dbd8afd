"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { OrganizationInput } from "@/components/features/accounts/known-organizations";
import { OrganizationsField } from "@/components/features/accounts/organizations-field";
import { useSessionUser } from "@/components/kit/session/session-context";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSlugField } from "@/components/kit/ui/use-slug-field";
import { useSend } from "@/lib/browser/api";
import type { TargetDetail } from "@/lib/contract/target";
import { isolate } from "@/lib/rules/text/isolate";
import { useAcceptedElsewhere } from "./accepted-elsewhere";
import { readTarget, type TargetFieldName, type TargetProblems, targetDefaults } from "./target-fields";

export interface TargetDialogProps {
	/** As it was when the dialog opened; null: a new one. */
	target: TargetDetail | null;
	onClose: () => void;
	/** What comes after a new one; absent: its page opens. */
	onCreated?: () => void;
}

/** A new target, or the settings of one. */
export function TargetDialog({ target, onClose, onCreated }: TargetDialogProps) {
	const { role, organization } = useSessionUser();
	const router = useRouter();
	const create = useSend("POST /api/targets");
	const edit = useSend("PATCH /api/targets/[target_id]");
	const [problems, setProblems] = useState<TargetProblems>({});
	const defaults = targetDefaults(target);
	const slug = useSlugField();
	const accepted = useAcceptedElsewhere();
	const submit = (fields: FormData) => {
		const read = readTarget(fields);
		setProblems("problems" in read ? read.problems : {});
		if ("problems" in read) return;
		const { organization, ...settings } = read.body;
		if (target === null) {
			create.mutate(
				{ body: read.body },
				{
					onSuccess: ({ id, name }) => {
						toast.success(
							`Created ${isolate(name)}`,
							onCreated ? {} : { description: "Create a key for its first agent." },
						);
						onClose();
						if (onCreated === undefined) router.push(`/targets/${id}`);
						else onCreated();
					},
				},
			);
			return;
		}
		edit.mutate(
			{ target_id: target.id, revision: target.revision, body: settings },
			{
				onSuccess: ({ name }) => {
					toast.success(`Settings of ${isolate(name)} saved`);
					onClose();
				},
			},
		);
	};
	const input = (
		name: keyof ReturnType<typeof targetDefaults> & TargetFieldName,
		label: string,
		more: { hint?: ReactNode; optional?: boolean; mono?: boolean; number?: { min: number; step: string } } = {},
	) => (
		<Field label={label} error={problems[name]} optional={more.optional ?? false} hint={more.hint}>
			{(control) => (
				<input
					{...control}
					name={name}
					defaultValue={defaults[name]}
					ref={name === "slug" ? slug.ref : undefined}
					onChange={
						target !== null ? undefined : name === "name" ? slug.onName : name === "slug" ? slug.onSlug : undefined
					}
					{...(more.number === undefined ? { maxLength: 10_000 } : { type: "number", ...more.number })}
					className={controlClass(more.mono ? "font-mono" : "")}
				/>
			)}
		</Field>
	);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={target === null ? "New target" : `Settings of ${isolate(target.name)}`}
			description="A partner's on-premises software. Its agents load the targeting files deployed to it."
			action={target === null ? "Create target" : "Save settings"}
			pending={create.isPending || edit.isPending}
			error={create.error ?? edit.error}
			wide
			onSubmit={submit}
		>
			<div className="grid gap-4 sm:grid-cols-2">
				{input("name", "Name")}
				{input("slug", "Slug", { mono: true, hint: "Used in the API: lowercase letters, digits, hyphens." })}
				{input("type", "Type", { mono: true })}
				{input("memory_capacity", "Memory capacity (MB)", {
					optional: true,
					number: { min: 0, step: "any" },
					hint: "Leave empty if unknown.",
				})}
				{target === null && role === "operator" ? (
					<Field
						label="Organization"
						optional
						error={problems.organization}
						hint="Slug of the owner. Defaults to your organization."
					>
						{(control) => <OrganizationInput {...control} name="organization" />}
					</Field>
				) : null}
			</div>
			<Field
				label="Accepted organizations"
				optional
				error={problems.accepted_organizations}
				hint="Their members can request deployments to this target. Add a slug with Enter or a comma."
			>
				{(control) => (
					<OrganizationsField
						{...control}
						name="accepted_organizations"
						initial={target?.accepted_organizations ?? [organization]}
						known={accepted}
					/>
				)}
			</Field>
			<label className="flex items-start gap-2">
				<input
					type="checkbox"
					name="four_eyes"
					defaultChecked={defaults.fourEyes}
					className="mt-0.5 size-4 accent-accent"
				/>
				<span>
					<span className="font-medium">Four eyes</span>
					<span className="block text-muted text-small">Nobody can approve their own request.</span>
				</span>
			</label>
			<label className="flex items-start gap-2">
				<input
					type="checkbox"
					name="second_approval_for_delete"
					defaultChecked={defaults.secondForDelete}
					className="mt-0.5 size-4 accent-accent"
				/>
				<span>
					<span className="font-medium">Second administrator to delete</span>
					<span className="block text-muted text-small">Two must approve to delete what is activated.</span>
				</span>
			</label>
			<label className="flex items-start gap-2">
				<input
					type="checkbox"
					name="refuses_sensitive_places"
					defaultChecked={defaults.refusesSensitive}
					className="mt-0.5 size-4 accent-accent"
				/>
				<span>
					<span className="font-medium">Refuse sensitive places</span>
					<span className="block text-muted text-small">
						No build with a geofence on a sensitive place can be activated.
					</span>
				</span>
			</label>
			<div className="grid gap-4 sm:grid-cols-2">
				{input("required_approvals", "Administrators to approve", {
					number: { min: 1, step: "1" },
					hint: "1 to 5. The last one activates. Keys that one person issued count once.",
				})}
				{input("size_warning_factor", "Size warning (factor)", {
					number: { min: 1, step: "any" },
					hint: "Warn when a file grows by more than this factor.",
				})}
				{input("request_ttl_seconds", "Requests expire after (hours)", {
					optional: true,
					number: { min: 0, step: "any" },
					hint: "Leave empty for never.",
				})}
			</div>
		</ActionDialog>
	);
}
