import Link from "next/link";
import { createColumns } from "@/components/kit/table/table-columns";
import { Button } from "@/components/kit/ui/button";
import { NUMBER_LINK } from "@/components/kit/ui/name-links";
import { formatCount } from "@/lib/browser/format";
import type { Organization } from "@/lib/contract/organization";

const price = (cpm: string | null) => cpm ?? <span className="text-muted">none</span>;

/** The columns of organizations. */
export const organizationColumns = (onEdit: (organization: Organization) => void) =>
	createColumns<Organization>([
		{
			id: "organization",
			header: "Organization",
			width: "w-auto",
			card: "title",
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
			cell: ({ slug, person_count }) => (
				<Link href={`/people?organization=${slug}`} prefetch={false} className={NUMBER_LINK}>
					{formatCount(person_count)}
				</Link>
			),
		},
		{
			id: "designs",
			header: "Designs",
			width: "w-20 xl:w-24",
			number: true,
			cell: ({ design_count }) => formatCount(design_count),
		},
		{
			id: "targets",
			header: "Targets",
			width: "w-24",
			number: true,
			shown: "md:max-lg:hidden",
			cell: ({ target_count }) => formatCount(target_count),
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
			width: "w-34 xl:w-36",
			number: true,
			card: "line",
			cell: (organization) => (
				<Button
					variant="quiet"
					onClick={() => onEdit(organization)}
					unavailable={
						organization.permissions.edit ? null : "Only administrators of the organization and operators can edit it."
					}
				>
					Change…
					<span className="sr-only">
						{" "}
						<bdi>{organization.name}</bdi>
					</span>
				</Button>
			),
		},
	]);
