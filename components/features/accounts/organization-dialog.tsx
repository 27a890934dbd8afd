"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import type { FormFields } from "@/components/kit/form/form-field";
import { wordsIn } from "@/components/kit/form/read-form";
import { useSend } from "@/lib/browser/api";
import { formatPlural } from "@/lib/browser/format";
import { createOrganizationBody, type Organization } from "@/lib/contract/organization";
import { isolate } from "@/lib/rules/text/isolate";

const MOST_REACH = 1_000_000_000;

/** The people and designs that the chosen setting affects. */
function differenceOf(organization: Organization | null, chosen: string): string {
	const { designs, people } = organization?.members_see_difference ?? { designs: 0, people: 0 };
	if (organization === null || organization.members_see === chosen || designs * people === 0)
		return "Administrators always see all of them.";
	const counted = `${formatPlural(designs, "design")} that ${designs === 1 ? "is" : "are"} not shared with the organization`;
	const designers = formatPlural(people, "designer");
	return chosen === "all"
		? `Opens ${counted} to ${designers}.`
		: `Hides ${counted} from ${designers}, except from their owners and those they are shared with.`;
}

const orNull = (text: string) => (text === "" ? null : text);

function fieldsOf(organization: Organization | null): FormFields {
	const raisesOnly = organization !== null && !organization.permissions.lower_least_reach;
	return [
		{ name: "name", label: "Name", input: { maxLength: 200 } },
		organization === null && {
			kind: "slug",
			name: "slug",
			label: "Slug",
			mono: true,
			hint: "Used in the API: lowercase letters, digits and hyphens.",
		},
		organization?.permissions.set_prices !== false && [
			{
				name: "proximity",
				label: "Proximity price (CPM)",
				optional: true,
				value: organization?.price_cpm.proximity,
				hint: "For designs without their own price.",
				read: orNull,
			},
			{
				name: "audience",
				label: "Audience price (CPM)",
				optional: true,
				value: organization?.price_cpm.audience,
				read: orNull,
			},
		],
		{
			kind: "number",
			name: "least_reach",
			label: "Least reach (devices)",
			optional: true,
			empty: 0,
			min: raisesOnly ? organization.least_reach : 0,
			max: MOST_REACH,
			hint: `Builds of audiences that reach fewer devices are rejected. ${raisesOnly ? "Only operators can lower it." : "Leave empty for none."}`,
		},
		{
			kind: "choice",
			name: "members_see",
			label: "Designers see",
			options: [
				{ value: "own_and_shared", label: "their own and shared designs" },
				{ value: "all", label: "all designs" },
			],
			hint: (chosen) => differenceOf(organization, chosen),
		},
		{
			name: "embed_origins",
			label: "Sites that may embed designs",
			optional: true,
			lines: 2,
			mono: true,
			value: organization?.embed_origins.join("\n"),
			hint: "One origin a line, such as https://app.example.com. Leave empty for none.",
			read: wordsIn,
		},
		organization !== null && {
			kind: "switch",
			name: "second_factor_required",
			label: "Require a second factor",
			hint: "People who sign in by password and have none add one at their next page.",
		},
	];
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
	const change = useSend("PATCH /api/organizations/[organization_id]");
	return (
		<FormDialog
			item={organization}
			title={organization === null ? "New organization" : organization.name}
			description={organization === null ? "People, designs and targets belong to an organization." : organization.slug}
			action={organization === null ? "Create organization" : "Save"}
			fields={fieldsOf(organization)}
			body={({ proximity, audience, ...values }) =>
				proximity === undefined ? values : { ...values, price_cpm: { proximity, audience } }
			}
			schema={createOrganizationBody}
			saving={organization === null ? create : change}
			send={(body, then) => create.mutate({ body }, then)}
			edit={(body, then, { id, revision }) => change.mutate({ organization_id: id, revision, body }, then)}
			done={({ name }: Organization) => `${organization === null ? "Created" : "Saved"} ${isolate(name)}`}
			onClose={onClose}
		/>
	);
}
