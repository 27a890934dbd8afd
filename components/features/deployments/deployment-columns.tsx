import Link from "next/link";
import { ReaderStatusLine } from "@/components/kit/status/reader-chip";
import { createColumns } from "@/components/kit/table/table-columns";
import { rowLinkId } from "@/components/kit/table/use-row-cursor";
import { sizeColumn, timeColumn } from "@/components/kit/table/usual-columns";
import { HEAD_LINK, SENTENCE_LINK } from "@/components/kit/ui/name-links";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { LastMatch } from "./last-match";
import { RowActions, type RowActionsProps } from "./row-actions";
import { ScheduleWords } from "./schedule-words";
import { TagEditor } from "./tag-editor";

/** The columns of deployments, in two lines a row. */
export const deploymentColumns = (onAsk: RowActionsProps["onAsk"]) =>
	createColumns<DeploymentDetail>([
		{
			id: "deployment",
			header: "Deployment",
			width: "w-auto",
			card: "title",
			cell: ({ id, design_name, target, target_id, type, requester, permissions }) => (
				<div className="grid gap-0.5">
					<Link id={rowLinkId(id)} href={`/deployments/${id}`} prefetch={false} className={HEAD_LINK}>
						<bdi>{design_name}</bdi>
					</Link>
					<span className="text-muted text-small">
						on{" "}
						{permissions.administer ? (
							<Link href={`/targets/${target_id}`} prefetch={false} className={`text-text ${SENTENCE_LINK}`}>
								<bdi>{target}</bdi>
							</Link>
						) : (
							<span className="text-text">
								<bdi>{target}</bdi>
							</span>
						)}{" "}
						· {type} · <bdi>{requester}</bdi>
					</span>
				</div>
			),
		},
		{
			id: "status",
			header: "Status",
			width: "w-56 xl:w-60 min-[120rem]:w-92",
			card: "line",
			cell: (deployment) => (
				<div className="grid gap-1">
					<ReaderStatusLine deployment={deployment} />
					<ScheduleWords deployment={deployment} />
				</div>
			),
		},
		{
			id: "tags",
			header: "Tags",
			width: "w-32 min-[120rem]:w-48",
			shown: "md:max-xl:hidden",
			cell: (deployment) => <TagEditor deployment={deployment} />,
		},
		sizeColumn({
			id: "build_size",
			header: "Size",
			sortable: true,
			shown: "md:max-xl:hidden",
			bytes: ({ filesize }) => filesize,
		}),
		timeColumn({
			id: "build_date",
			header: "Built",
			sortable: true,
			shown: "md:max-2xl:hidden",
			card: "hidden",
			at: ({ build_date }) => build_date,
		}),
		timeColumn({
			id: "approved_at",
			header: "Approved",
			width: "w-28",
			sortable: true,
			shown: "md:max-2xl:hidden",
			at: ({ approved_at }) => approved_at,
		}),
		{
			id: "last_match_at",
			header: "Last match",
			width: "w-26",
			number: true,
			shown: "md:max-2xl:hidden",
			card: "hidden",
			cell: (deployment) => <LastMatch deployment={deployment} />,
		},
		timeColumn({
			id: "updated_at",
			header: "Changed",
			width: "w-24 xl:w-26",
			sortable: true,
			at: ({ updated_at }) => updated_at,
		}),
		{
			id: "actions",
			header: "Actions",
			width: "w-52",
			number: true,
			card: "line",
			cell: (deployment) => <RowActions deployment={deployment} onAsk={onAsk} />,
		},
	]);
