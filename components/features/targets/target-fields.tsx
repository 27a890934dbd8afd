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
		label: "Two-person delete",
		hint: "Deleting an active deployment needs two administrators.",
	},
	{
		kind: "switch",
		name: "refuses_sensitive_places",
		label: "Block sensitive places",
		hint: "Block builds that include sensitive places.",
	},
	[
		{
			kind: "number",
			name: "required_approvals",
			label: "Approvals required (1–5)",
			value: 1,
			min: 1,
			hint: "The last approval activates. One person's keys count once.",
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
