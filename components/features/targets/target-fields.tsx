import { type NamedOrganization, organizationField } from "@/components/features/accounts/known-organizations";
import { organizationsField } from "@/components/features/accounts/organizations-field";
import type { FormFields } from "@/components/kit/form/form-field";
import { TARGET_SETTINGS } from "./target-settings";

export interface TargetFieldsOptions {
	/** Slugs and names of those that are accepted at first, and others to suggest. */
	accepted: { initial: readonly NamedOrganization[]; known: readonly NamedOrganization[] };
	/** Whether the owner can be chosen. */
	withOwner: boolean;
}

/** A target's name; then what has defaults: slug, type, organizations, and settings. */
export const targetFields = ({ accepted, withOwner }: TargetFieldsOptions): FormFields => [
	{ name: "name", label: "Name" },
	[
		{
			kind: "slug",
			name: "slug",
			label: "Slug",
			mono: true,
			hint: "Used in the API: lowercase letters, digits, hyphens.",
		},
		{ name: "type", label: "Type", mono: true, value: "on-premises" },
		withOwner && organizationField({ optional: true, hint: "Slug of the owner. Defaults to your organization." }),
	],
	organizationsField({
		name: "accepted_organizations",
		label: "Accepted organizations",
		hint: "Their members can request deployments to this target. Add a slug with Enter or a comma.",
		...accepted,
	}),
	...TARGET_SETTINGS.filter(({ kind }) => kind === "switch"),
	TARGET_SETTINGS.filter(({ kind }) => kind === "number"),
];
