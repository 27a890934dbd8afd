import { createColumns } from "@/components/kit/table/table-columns";
import { personColumn, sizeColumn, timeColumn } from "@/components/kit/table/usual-columns";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { Link } from "@/components/kit/ui/link";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { TypeGlyph } from "@/components/kit/ui/type-glyph";
import { formatPlural } from "@/lib/browser/format";
import type { BuildListDetail } from "@/lib/contract/build";
import { allows } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";
import { DeployedPlaces, FirstStanding, PlaceNames } from "./deployed-places";

export type BuildAction = "request" | "cancel" | "files";

/** The columns of built designs: the newest build, and where any build is deployed. */
export const buildColumns = (onAsk: (action: BuildAction, row: BuildListDetail) => void) =>
	createColumns<BuildListDetail>([
		{
			id: "design",
			header: "Design",
			width: "w-auto",
			phone: "name",
			cell: ({ id, name, type, builds, last_build_sources: sources }) => (
				<div className="flex min-w-0 items-center gap-2">
					<TypeGlyph type={type} />
					<Link
						href={`/designs/${id}`}
						title={[name, ...(sources ?? [])].join(" · ")}
						className={`truncate ${HEAD_LINK}`}
					>
						<bdi>{name}</bdi>
					</Link>
					{builds.length < 2 ? null : (
						<span className="whitespace-nowrap text-muted text-small">{formatPlural(builds.length, "build")}</span>
					)}
				</div>
			),
		},
		{
			id: "deployments",
			header: "Deployed",
			width: "w-72 xl:w-[28rem] min-[90rem]:w-[32rem] min-[120rem]:w-[36rem]",
			cell: (row) => <DeployedPlaces row={row} />,
		},
		{
			id: "standing",
			header: "Status",
			width: "",
			shown: "md:hidden",
			phone: "status",
			cell: (row) => <FirstStanding row={row} />,
		},
		{
			id: "places",
			header: "Deployed on",
			width: "",
			shown: "md:hidden",
			phone: "detail",
			cell: (row) => <PlaceNames row={row} />,
		},
		personColumn({
			id: "owner",
			header: "Owner",
			width: "w-20 min-[90rem]:w-36 min-[120rem]:w-56",
			shown: "md:max-lg:hidden",
			person: ({ owner, owner_person }) => ({
				id: owner_person?.id ?? null,
				name: owner_person?.name ?? null,
				organization: owner_person?.organization ?? null,
				email: owner,
			}),
		}),
		sizeColumn({
			id: "last_build_size",
			header: "Size",
			sortable: true,
			phone: "detail",
			bytes: ({ last_build_size }) => last_build_size,
		}),
		timeColumn({
			id: "requested_at",
			header: "Requested",
			width: "w-28",
			sortable: true,
			shown: "md:max-2xl:hidden",
			at: ({ builds, last_build_id }) => builds.find(({ id }) => id === last_build_id)?.requested_at,
		}),
		timeColumn({
			id: "build_date",
			header: "Built",
			sortable: true,
			shown: "md:max-lg:hidden",
			phone: "detail",
			at: ({ last_build_date }) => last_build_date,
		}),
		{
			id: "actions",
			header: "Actions",
			width: "w-18",
			number: true,
			phone: "menu",
			cell: (row) => (
				<ActionsMenu
					variant="quiet"
					label={`Actions on ${isolate(row.name)}`}
					actions={[
						{ label: "Request deployment…", onSelect: () => onAsk("request", row) },
						{
							label: "Cancel a request…",
							onSelect: () => onAsk("cancel", row),
							unavailable: row.deployments.some(({ status }) => allows("cancel", status))
								? null
								: "No pending requests for this design.",
						},
						{ label: "Builds and files…", onSelect: () => onAsk("files", row) },
					]}
				/>
			),
		},
	]);
