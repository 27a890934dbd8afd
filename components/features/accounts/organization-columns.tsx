import { createColumns } from "@/components/kit/table/table-columns";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { Link } from "@/components/kit/ui/link";
import { NUMBER_LINK } from "@/components/kit/ui/name-links";
import { formatCount } from "@/lib/browser/format";
import type { Organization } from "@/lib/contract/organization";
import { isolate } from "@/lib/rules/text/isolate";

const price = (cpm: string | null) => cpm ?? <span className="text-muted">none</span>;

/** The columns of organizations. */
export const organizationColumns = (onEdit: (organization: Organization) => void) =>
	createColumns<Organization>([
		{
			id: "organization",
			header: "Organization",
			width: "w-auto",
			phone: "name",
			cell: ({ name, slug }) => (
				<div className="flex min-w-0 items-baseline gap-2">
					<span title={name} className="truncate font-medium">
						<bdi>{name}</bdi>
					</span>
					<span className="truncate font-mono text-muted text-small">{slug}</span>
				</div>
			),
		},
		{
			id: "people",
			header: "People",
			width: "w-20 xl:w-24",
			number: true,
			phone: "detail",
			cell: ({ slug, person_count }) => (
				<Link href={`/people?organization=${slug}`} className={NUMBER_LINK}>
					{formatCount(person_count)}
					<span className="md:hidden"> {person_count === 1 ? "person" : "people"}</span>
				</Link>
			),
		},
		{
			id: "designs",
			header: "Designs",
			width: "w-20 xl:w-24",
			number: true,
			phone: "detail",
			cell: ({ design_count }) => (
				<span>
					{formatCount(design_count)}
					<span className="md:hidden"> {design_count === 1 ? "design" : "designs"}</span>
				</span>
			),
		},
		{
			id: "targets",
			header: "Targets",
			width: "w-24",
			number: true,
			shown: "md:max-lg:hidden",
			phone: "detail",
			cell: ({ target_count }) => (
				<span>
					{formatCount(target_count)}
					<span className="md:hidden"> {target_count === 1 ? "target" : "targets"}</span>
				</span>
			),
		},
		{
			id: "members-see",
			header: "Designers see",
			width: "w-40",
			shown: "md:max-2xl:hidden",
			cell: ({ members_see }) => (members_see === "all" ? "all designs" : "own and shared"),
		},
		{
			id: "proximity",
			header: "Proximity CPM",
			width: "w-28 xl:w-36",
			number: true,
			cell: ({ price_cpm }) => price(price_cpm.proximity),
		},
		{
			id: "audience",
			header: "Audience CPM",
			width: "w-28 xl:w-36",
			number: true,
			cell: ({ price_cpm }) => price(price_cpm.audience),
		},
		{
			id: "actions",
			header: "Actions",
			width: "w-18",
			number: true,
			phone: "menu",
			cell: (organization) => (
				<ActionsMenu
					variant="quiet"
					label={`Actions on ${isolate(organization.name)}`}
					actions={[
						{
							label: "Change…",
							onSelect: () => onEdit(organization),
							unavailable: organization.permissions.edit
								? null
								: "Only administrators of the organization and operators can edit it.",
						},
					]}
				/>
			),
		},
	]);
