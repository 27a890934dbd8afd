import { CampaignDots } from "@/components/kit/status/campaign-dots";
import { deploymentSteps } from "@/components/kit/status/campaign-steps";
import { ReaderStatusLine } from "@/components/kit/status/reader-chip";
import { readerStatus } from "@/components/kit/status/reader-status";
import { createColumns } from "@/components/kit/table/table-columns";
import { rowLinkId } from "@/components/kit/table/use-row-cursor";
import { personColumn, sizeColumn, timeColumn } from "@/components/kit/table/usual-columns";
import { Link } from "@/components/kit/ui/link";
import { HEAD_LINK, ROW_LINK } from "@/components/kit/ui/name-links";
import { TypeGlyph } from "@/components/kit/ui/type-glyph";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { LastMatch } from "./last-match";
import { RowActions, type RowActionsProps } from "./row-actions";
import { ScheduledFor, ScheduleMark } from "./schedule-mark";
import { TagEditor } from "./tag-editor";

/** The columns of deployments, on one line a row. */
export const deploymentColumns = (onAsk: RowActionsProps["onAsk"]) =>
	createColumns<DeploymentDetail>([
		{
			id: "deployment",
			header: "Deployment",
			width: "w-auto",
			phone: "name",
			cell: ({ id, design_name, type }) => (
				<div className="flex min-w-0 items-center gap-2">
					<TypeGlyph type={type} />
					<Link id={rowLinkId(id)} href={`/deployments/${id}`} title={design_name} className={`truncate ${HEAD_LINK}`}>
						<bdi>{design_name}</bdi>
					</Link>
				</div>
			),
		},
		{
			id: "target",
			header: "Target",
			width: "w-32 min-[120rem]:w-44",
			phone: "detail",
			cell: ({ target, target_id, permissions }) =>
				permissions.administer ? (
					<Link href={`/targets/${target_id}`} title={target} className={`block truncate ${ROW_LINK}`}>
						<bdi>{target}</bdi>
					</Link>
				) : (
					<span title={target} className="block truncate">
						<bdi>{target}</bdi>
					</span>
				),
		},
		{
			id: "status",
			header: "Status",
			width: "w-48 xl:w-50 min-[90rem]:w-54 min-[120rem]:w-58 min-[160rem]:w-72",
			phone: "status",
			cell: (deployment) => (
				<ReaderStatusLine inRow deployment={deployment}>
					<ScheduleMark deployment={deployment} />
				</ReaderStatusLine>
			),
		},
		{
			id: "stage",
			header: "Stage",
			width: "w-22",
			shown: "md:max-xl:hidden",
			phone: "detail",
			cell: (deployment) => <CampaignDots steps={deploymentSteps(deployment)} />,
		},
		{
			id: "why",
			header: "Why",
			width: "",
			shown: "md:hidden",
			phone: "detail",
			cell: (deployment) => readerStatus(deployment).why ?? <ScheduledFor deployment={deployment} />,
		},
		personColumn({
			id: "requester",
			header: "Requester",
			width: "w-20 min-[90rem]:w-42 min-[120rem]:w-48 min-[160rem]:w-56",
			shown: "md:max-xl:hidden",
			person: ({ requester, requester_person, requester_org_name }) => ({
				id: requester_person?.id ?? null,
				name: requester_person?.name ?? null,
				email: requester,
				organization: requester_org_name,
			}),
		}),
		{
			id: "tags",
			header: "Tags",
			width: "w-18 min-[120rem]:w-24 min-[160rem]:w-36",
			shown: "md:max-xl:hidden",
			cell: (deployment) => <TagEditor short deployment={deployment} />,
		},
		sizeColumn({
			id: "build_size",
			header: "Size",
			sortable: true,
			shown: "md:max-[100rem]:hidden",
			bytes: ({ filesize }) => filesize,
		}),
		timeColumn({
			id: "build_date",
			header: "Built",
			sortable: true,
			shown: "md:max-[120rem]:hidden",
			at: ({ build_date }) => build_date,
		}),
		timeColumn({
			id: "approved_at",
			header: "Approved",
			width: "w-28",
			sortable: true,
			shown: "md:max-[120rem]:hidden",
			at: ({ approved_at }) => approved_at,
		}),
		{
			id: "last_match_at",
			header: "Last match",
			width: "w-28",
			number: true,
			shown: "md:max-2xl:hidden",
			cell: (deployment) => <LastMatch deployment={deployment} />,
		},
		timeColumn({
			id: "updated_at",
			header: "Changed",
			width: "w-24",
			sortable: true,
			phone: "detail",
			at: ({ updated_at }) => updated_at,
		}),
		{
			id: "actions",
			header: "Actions",
			width: "w-26",
			number: true,
			phone: "menu",
			cell: (deployment) => <RowActions deployment={deployment} onAsk={onAsk} />,
		},
	]);
