import { type NamedOrganization, organizationField } from "@/components/features/accounts/known-organizations";
import { organizationsField } from "@/components/features/accounts/organizations-field";
import type { FormFields } from "@/components/kit/form/form-field";

const MEGABYTE = 1_000_000;
const HOUR = 3_600;

export interface TargetFieldsOptions {
	/** Slugs and names of those that are accepted at first, and others to suggest. */
	accepted: { initial: readonly NamedOrganization[]; known: readonly NamedOrganization[] };
	/** Whether the owner can be chosen. */
	withOwner: boolean;
}

/** The settings of a target. */
export const targetFields = ({ accepted, withOwner }: TargetFieldsOptions): FormFields => [
	[
		{ name: "name", label: "Name" },
		{
			kind: "slug",
			name: "slug",
			label: "Slug",
			mono: true,
			hint: "Used in the API: lowercase letters, digits, hyphens.",
		},
		{ name: "type", label: "Type", mono: true, value: "on-premises" },
		{
			kind: "number",
			name: "memory_capacity",
			label: "Memory capacity (MB)",
			optional: true,
			unit: MEGABYTE,
			min: 0,
			hint: "Leave empty if unknown.",
		},
		withOwner && organizationField({ optional: true, hint: "Slug of the owner. Defaults to your organization." }),
	],
	organizationsField({
		name: "accepted_organizations",
		label: "Accepted organizations",
		hint: "Their members can request deployments to this target. Add a slug with Enter or a comma.",
		...accepted,
	}),
	{ kind: "switch", name: "four_eyes", label: "Four eyes", hint: "Nobody can approve their own request." },
	{
		kind: "switch",
		name: "second_approval_for_delete",
		label: "Second administrator to delete",
		hint: "Two must approve to delete what is activated.",
	},
	{
		kind: "switch",
		name: "refuses_sensitive_places",
		label: "Refuse sensitive places",
		hint: "No build with a geofence on a sensitive place can be activated.",
	},
	[
		{
			kind: "number",
			name: "required_approvals",
			label: "Administrators to approve",
			value: 1,
			min: 1,
			hint: "1 to 5. The last one activates. Keys that one person issued count once.",
		},
		{
			kind: "number",
			name: "size_warning_factor",
			label: "Size warning (factor)",
			value: 2,
			min: 1,
			hint: "Warn when a file grows by more than this factor.",
		},
		{
			kind: "number",
			name: "request_ttl_seconds",
			label: "Requests expire after (hours)",
			optional: true,
			unit: HOUR,
			min: 0,
			hint: "Leave empty for never.",
		},
	],
];
