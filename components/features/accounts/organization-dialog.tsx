"use client";

import { type ComponentProps, useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSlugField } from "@/components/kit/ui/use-slug-field";
import { useSend } from "@/lib/browser/api";
import { overtakenBy } from "@/lib/browser/api-error";
import { formatPlural } from "@/lib/browser/format";
import {
	createOrganizationBody,
	editOrganizationBody,
	type MembersSee,
	type Organization,
} from "@/lib/contract/organization";
import { isolate } from "@/lib/rules/text/isolate";

const MOST_REACH = 1_000_000_000;

/** What the chosen setting changes for whom. */
function differenceOf(organization: Organization | null, chosen: MembersSee): string {
	const { designs, people } = organization?.members_see_difference ?? { designs: 0, people: 0 };
	if (organization === null || organization.members_see === chosen || designs * people === 0)
		return "Administrators always see all of them.";
	const counted = `${formatPlural(designs, "design")} that ${designs === 1 ? "is" : "are"} not shared with the organization`;
	const designers = formatPlural(people, "designer");
	return chosen === "all"
		? `Opens ${counted} to ${designers}.`
		: `Hides ${counted} from ${designers}, except from their owners and those they are shared with.`;
}

/** Creates an organization, or edits its name, prices and rules. */
export function OrganizationDialog({
	organization,
	onClose,
}: {
	organization: Organization | null;
	onClose: () => void;
}) {
	const create = useSend("POST /api/organizations");
	const edit = useSend("PATCH /api/organizations/[organization_id]");
	const [problems, setProblems] = useState<Record<string, string>>({});
	const [membersSee, setMembersSee] = useState<MembersSee>(organization?.members_see ?? "own_and_shared");
	const slug = useSlugField();
	const prices = organization === null || organization.permissions.set_prices;
	const raisesOnly = organization !== null && !organization.permissions.lower_least_reach;
	const saved = ({ name }: Organization) => {
		toast.success(organization === null ? `Created ${isolate(name)}` : `Saved ${isolate(name)}`);
		onClose();
	};
	const submit = (fields: FormData) => {
		const text = (name: string) => String(fields.get(name) ?? "").trim();
		const price = (name: string) => (text(name) === "" ? null : text(name));
		const required = fields.has("second_factor_required");
		const leastReach = text("least_reach") === "" ? 0 : Number(text("least_reach"));
		const settings = {
			name: text("name"),
			...(organization?.members_see === membersSee ? {} : { members_see: membersSee }),
			// A change of it has to be confirmed.
			...(organization === null || organization.second_factor_required === required
				? {}
				: { second_factor_required: required }),
			...(leastReach === (organization?.least_reach ?? 0) ? {} : { least_reach: leastReach }),
			...(prices ? { price_cpm: { proximity: price("proximity"), audience: price("audience") } } : {}),
		};
		const body = { ...settings, slug: text("slug") };
		const read =
			organization === null ? createOrganizationBody.safeParse(body) : editOrganizationBody.safeParse(settings);
		setProblems(
			Object.fromEntries(
				(read.error?.issues ?? []).map(({ path, message }) => [String(path.at(-1)), `This ${message}.`] as const),
			),
		);
		if (!read.success) return;
		if (organization === null) create.mutate({ body }, { onSuccess: saved });
		else {
			const { id, revision } = organization;
			edit.mutate({ organization_id: id, revision, body: settings }, { onSuccess: saved });
		}
	};
	const follow: Partial<Record<string, Pick<ComponentProps<"input">, "ref" | "onChange">>> =
		organization === null ? { name: { onChange: slug.onName }, slug: { ref: slug.ref, onChange: slug.onSlug } } : {};
	const input = (
		name: string,
		label: string,
		value: string,
		more: { hint?: string; optional?: boolean; min?: number } = {},
	) => (
		<Field label={label} error={problems[name]} optional={more.optional ?? false} hint={more.hint}>
			{(control) => (
				<input
					{...control}
					{...follow[name]}
					name={name}
					defaultValue={value}
					{...(more.min === undefined ? { maxLength: 200 } : { type: "number", min: more.min, max: MOST_REACH })}
					className={controlClass()}
				/>
			)}
		</Field>
	);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={organization === null ? "New organization" : organization.name}
			description={organization === null ? "People, designs and targets belong to an organization." : organization.slug}
			action={organization === null ? "Create organization" : "Save"}
			pending={create.isPending || edit.isPending}
			error={overtakenBy(create.error ?? edit.error)}
			onSubmit={submit}
		>
			{input("name", "Name", organization?.name ?? "")}
			{organization === null
				? input("slug", "Slug", "", { hint: "Used in the API: lowercase letters, digits and hyphens." })
				: null}
			{prices ? (
				<div className="grid gap-4 sm:grid-cols-2">
					{input("proximity", "Proximity price (CPM)", organization?.price_cpm.proximity ?? "", {
						optional: true,
						hint: "For designs without their own price.",
					})}
					{input("audience", "Audience price (CPM)", organization?.price_cpm.audience ?? "", { optional: true })}
				</div>
			) : null}
			{input(
				"least_reach",
				"Least reach (devices)",
				organization?.least_reach ? String(organization.least_reach) : "",
				{
					optional: true,
					min: raisesOnly ? organization.least_reach : 0,
					hint: `Builds of audiences that reach fewer devices are rejected. ${raisesOnly ? "Only operators can lower it." : "Leave empty for none."}`,
				},
			)}
			<Field label="Designers see" hint={differenceOf(organization, membersSee)}>
				{(control) => (
					<select
						{...control}
						value={membersSee}
						onChange={(event) => setMembersSee(event.target.value as MembersSee)}
						className={controlClass()}
					>
						<option value="own_and_shared">their own and shared designs</option>
						<option value="all">all designs</option>
					</select>
				)}
			</Field>
			{organization === null ? null : (
				<label className="flex items-start gap-2">
					<input
						type="checkbox"
						name="second_factor_required"
						defaultChecked={organization.second_factor_required}
						className="mt-0.5 size-4 shrink-0 accent-accent"
					/>
					<span>
						Require a second factor
						<span className="block text-muted text-small">
							People who sign in by password and have none add one at their next page.
						</span>
					</span>
				</label>
			)}
		</ActionDialog>
	);
}
