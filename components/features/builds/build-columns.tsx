import Link from "next/link";
import { ReaderStatusLine } from "@/components/kit/status/reader-chip";
import { createColumns } from "@/components/kit/table/table-columns";
import { sizeColumn, timeColumn } from "@/components/kit/table/usual-columns";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { cx } from "@/components/kit/ui/cx";
import { HEAD_LINK, ROW_LINK } from "@/components/kit/ui/name-links";
import { formatPlural } from "@/lib/browser/format";
import type { BuildListDetail } from "@/lib/contract/build";
import { allows } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";
import { isLive } from "./standing";

export type BuildAction = "request" | "cancel" | "files";

/** The columns of built designs: the newest build, and where any build is deployed. */
export const buildColumns = (onAsk: (action: BuildAction, row: BuildListDetail) => void) =>
	createColumns<BuildListDetail>([
		{
			id: "design",
			header: "Design",
			width: "w-auto",
			card: "title",
			cell: ({ id, name, type, owner, builds, last_build_sources: sources }) => (
				<div className="grid gap-0.5">
					<Link href={`/designs/${id}`} prefetch={false} className={`wrap-anywhere ${HEAD_LINK}`}>
						<bdi>{name}</bdi>
					</Link>
					<span className="text-muted text-small wrap-anywhere">
						{type} · <bdi>{owner}</bdi> · {formatPlural(builds.length, "build")}
						{sources === null || sources.length === 0 ? null : ` · ${sources.join(", ")}`}
					</span>
				</div>
			),
		},
		{
			id: "deployments",
			header: "Deployed",
			width: "w-72 xl:w-80 2xl:w-96",
			card: "line",
			cell: ({ deployments, last_build_id }) =>
				deployments.length === 0 ? (
					<span className="text-muted">nowhere</span>
				) : (
					<ul aria-label="Deployments" className="grid gap-1">
						{deployments.map((deployment) => (
							<li key={deployment.id} className="flex flex-wrap items-center gap-x-2">
								<Link href={`/deployments/${deployment.id}`} prefetch={false} className={ROW_LINK}>
									<bdi>{deployment.target}</bdi>
								</Link>
								<ReaderStatusLine deployment={deployment} />
								{deployment.build_id === last_build_id ? null : (
									<span className={cx("text-small", isLive(deployment) ? "text-warn" : "text-muted")}>older build</span>
								)}
							</li>
						))}
					</ul>
				),
		},
		sizeColumn({
			id: "last_build_size",
			header: "Size",
			sortable: true,
			bytes: ({ last_build_size }) => last_build_size,
		}),
		timeColumn({
			id: "requested_at",
			header: "Requested",
			width: "w-28",
			sortable: true,
			shown: "md:max-xl:hidden",
			at: ({ builds, last_build_id }) => builds.find(({ id }) => id === last_build_id)?.requested_at,
		}),
		timeColumn({
			id: "build_date",
			header: "Built",
			sortable: true,
			shown: "md:max-lg:hidden",
			at: ({ last_build_date }) => last_build_date,
		}),
		{
			id: "actions",
			header: "Actions",
			width: "w-22",
			number: true,
			card: "corner",
			cell: (row) => (
				<ActionsMenu
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
