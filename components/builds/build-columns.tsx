import Link from "next/link";
import { DeploymentStatusChip } from "@/components/status/status-chip";
import { createColumns } from "@/components/table/table-columns";
import { ActionsMenu } from "@/components/ui/actions-menu";
import { Bytes } from "@/components/ui/bytes";
import { RelativeTime } from "@/components/ui/relative-time";
import { formatPlural } from "@/lib/client/format";
import type { BuildListRow } from "@/lib/contract/build";

export type BuildAction = "request" | "cancel" | "files";

const LINK = "rounded-sm py-0.5 hover:text-accent hover:underline";

/** The columns of built designs: the newest build of each, and where any of its builds is. */
export const buildColumns = (onAsk: (action: BuildAction, row: BuildListRow) => void) =>
	createColumns<BuildListRow>([
		{
			id: "design",
			header: "Design",
			width: "w-auto",
			card: "title",
			cell: ({ id, name, type, owner, builds, last_build_sources: sources }) => (
				<div className="grid gap-0.5">
					<Link
						href={`/designs/${id}`}
						prefetch={false}
						className={`justify-self-start font-medium wrap-anywhere ${LINK}`}
					>
						{name}
					</Link>
					<span className="text-muted text-small wrap-anywhere">
						{type} · {owner} · {formatPlural(builds.length, "build")}
						{sources === null || sources.length === 0 ? null : ` · ${sources.join(", ")}`}
					</span>
				</div>
			),
		},
		{
			id: "deployments",
			header: "Deployed",
			width: "w-72 2xl:w-96",
			card: "line",
			cell: ({ deployments, last_build_id }) =>
				deployments.length === 0 ? (
					<span className="text-muted">nowhere</span>
				) : (
					<ul aria-label="Deployments" className="grid gap-1">
						{deployments.map(({ id, target, status, build_id }) => (
							<li key={id} className="flex flex-wrap items-center gap-x-2">
								<Link href={`/deployments/${id}`} prefetch={false} className={LINK}>
									{target}
								</Link>
								<DeploymentStatusChip status={status} />
								{build_id === last_build_id ? null : <span className="text-small text-warn">older build</span>}
							</li>
						))}
					</ul>
				),
		},
		{
			id: "last_build_size",
			header: "Size",
			width: "w-22",
			number: true,
			sortable: true,
			cell: ({ last_build_size }) => <Bytes value={last_build_size} />,
		},
		{
			id: "requested_at",
			header: "Asked for",
			width: "w-28",
			number: true,
			sortable: true,
			shown: "md:max-xl:hidden",
			cell: ({ builds, last_build_id }) => {
				const newest = builds.find(({ id }) => id === last_build_id);
				return newest === undefined ? null : <RelativeTime iso={newest.requested_at} />;
			},
		},
		{
			id: "build_date",
			header: "Built",
			width: "w-24",
			number: true,
			sortable: true,
			shown: "md:max-lg:hidden",
			cell: ({ last_build_date }) => <RelativeTime iso={last_build_date} />,
		},
		{
			id: "actions",
			header: "Actions",
			width: "w-22",
			number: true,
			card: "line",
			cell: (row) => (
				<ActionsMenu
					label={`Actions on ${row.name}`}
					actions={[
						{ label: "Request deployment…", onSelect: () => onAsk("request", row) },
						{
							label: "Cancel a request…",
							onSelect: () => onAsk("cancel", row),
							unavailable: row.deployments.some(({ status }) => status === "requested")
								? null
								: "No request of this design waits.",
						},
						{ label: "Builds and files…", onSelect: () => onAsk("files", row) },
					]}
				/>
			),
		},
	]);
