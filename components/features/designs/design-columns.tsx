import { Users } from "lucide-react";
import Link from "next/link";
import { DesignStatusChip } from "@/components/kit/status/status-chip";
import { createColumns } from "@/components/kit/table/table-columns";
import { sizeColumn, timeColumn } from "@/components/kit/table/usual-columns";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { HEAD_LINK, ROW_LINK } from "@/components/kit/ui/name-links";
import { formatPlural } from "@/lib/browser/format";
import type { DesignRow } from "@/lib/contract/design-list";
import { isolate } from "@/lib/rules/text/isolate";

const PLACES_SHOWN = 2;

/** The targets where a design is activated, and its pending requests. */
function LivePlaces({ design }: { design: DesignRow }) {
	const { live, requested_deployments: waiting } = design;
	const rest = live.length - PLACES_SHOWN;
	return (
		<div className="grid gap-0.5">
			{live.length === 0 ? (
				<span className="text-muted">nowhere</span>
			) : (
				<span>
					{live.slice(0, PLACES_SHOWN).map(({ deployment_id, target, out_of_date }, place) => (
						<span key={deployment_id}>
							{place === 0 ? "" : ", "}
							<Link href={`/deployments/${deployment_id}`} prefetch={false} className={ROW_LINK}>
								<bdi>{target}</bdi>
							</Link>
							{out_of_date ? <span className="text-small text-warn"> (older build)</span> : null}
						</span>
					))}
					{rest > 0 ? ` +${rest}` : ""}
				</span>
			)}
			{waiting > 0 ? <span className="text-small text-warn">{formatPlural(waiting, "pending request")}</span> : null}
		</div>
	);
}

function Sharing({ design }: { design: DesignRow }) {
	const { shared_with: shared, is_shared_to_current_user: withMe, is_shared_to_current_org: withOrg } = design;
	const words = [
		shared.people > 0 ? formatPlural(shared.people, "person", "people") : null,
		shared.organizations > 0 ? formatPlural(shared.organizations, "organization") : null,
	].filter((word) => word !== null);
	if (words.length === 0) return <span className="text-muted">not shared</span>;
	return (
		<span className="inline-flex items-center gap-1.5">
			<Users aria-hidden className="size-4 shrink-0 text-muted" />
			<span>
				{words.join(", ")}
				{withMe || withOrg ? (
					<span className="text-muted text-small"> ({withMe ? "me" : "my organization"})</span>
				) : null}
			</span>
		</span>
	);
}

/** The columns of designs. */
export const designColumns = (userId: string, onDuplicate: (design: DesignRow) => void) =>
	createColumns<DesignRow>([
		{
			id: "name",
			header: "Design",
			width: "w-auto",
			card: "title",
			sortable: true,
			cell: ({ id, name, type, sets, owner_id, owner_name }) => (
				<div className="grid gap-0.5">
					<Link href={`/designs/${id}`} prefetch={false} className={HEAD_LINK}>
						<bdi>{name}</bdi>
					</Link>
					<span className="text-muted text-small">
						{type} · {formatPlural(sets.length, "set")} · {owner_id === userId ? "mine" : owner_name}
					</span>
				</div>
			),
		},
		{
			id: "status",
			header: "Status",
			width: "w-44 min-[120rem]:w-96",
			card: "line",
			cell: ({ status, status_reason }) => (
				<div className="grid justify-items-start gap-0.5">
					<DesignStatusChip status={status} />
					{status_reason !== null && (status === "rejected" || status === "failed") ? (
						<span className="line-clamp-2 text-bad text-small" title={status_reason}>
							{status_reason}
						</span>
					) : null}
				</div>
			),
		},
		{
			id: "live",
			header: "Activated on",
			width: "w-44 2xl:w-64",
			shown: "md:max-lg:hidden",
			cell: (design) => <LivePlaces design={design} />,
		},
		{
			id: "shared",
			header: "Shared with",
			width: "w-40 2xl:w-52",
			shown: "md:max-2xl:hidden",
			cell: (design) => <Sharing design={design} />,
		},
		sizeColumn({
			id: "last_build_size",
			header: "Size",
			sortable: true,
			shown: "md:max-xl:hidden",
			bytes: ({ last_build }) => last_build?.size,
		}),
		timeColumn({ id: "last_build_date", header: "Built", sortable: true, at: ({ last_build }) => last_build?.date }),
		timeColumn({
			id: "updated_at",
			header: "Changed",
			width: "w-26",
			sortable: true,
			shown: "md:max-xl:hidden",
			at: ({ updated_at }) => updated_at,
		}),
		{
			id: "actions",
			header: "Actions",
			width: "w-22",
			number: true,
			card: "corner",
			cell: (design) => (
				<ActionsMenu
					label={`More about ${isolate(design.name)}`}
					actions={[
						{
							label: "Duplicate…",
							onSelect: () => onDuplicate(design),
							unavailable: design.permissions.duplicate ? null : "Visible to you because it's deployed on your target.",
						},
					]}
				/>
			),
		},
	]);
