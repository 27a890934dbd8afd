import { CampaignDots } from "@/components/kit/status/campaign-dots";
import { designSteps } from "@/components/kit/status/campaign-steps";
import { DesignStatusChip } from "@/components/kit/status/status-chip";
import { createColumns } from "@/components/kit/table/table-columns";
import { personColumn, sizeColumn, timeColumn } from "@/components/kit/table/usual-columns";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { HEAD_LINK, ROW_LINK } from "@/components/kit/ui/name-links";
import { PageLink } from "@/components/kit/ui/page-link";
import { DatabaseZap, History } from "@/components/kit/ui/row-icons";
import { TypeGlyph } from "@/components/kit/ui/type-glyph";
import { formatPlural } from "@/lib/browser/format";
import type { DesignRow } from "@/lib/contract/design-list";
import { isolate } from "@/lib/rules/text/isolate";

/** The first target where a design is activated, and how many there are besides. */
function LivePlaces({ design: { live } }: { design: DesignRow }) {
	const [first, ...others] = live;
	if (first === undefined) return null;
	const name = (
		<PageLink
			href={`/deployments/${first.deployment_id}`}
			title={first.target}
			className={`block truncate ${ROW_LINK}`}
		>
			<bdi>{first.target}</bdi>
		</PageLink>
	);
	if (others.length === 0 && !first.out_of_date) return name;
	return (
		<span className="flex min-w-0 items-center gap-x-1.5">
			{name}
			{first.out_of_date ? (
				<span title="An older build is activated there" className="text-warn">
					<History className="size-3.5" />
					<span className="sr-only">(older build)</span>
				</span>
			) : null}
			{others.length === 0 ? null : <span className="whitespace-nowrap text-muted">+{others.length}</span>}
		</span>
	);
}

const isRefused = ({ status }: Pick<DesignRow, "status">) => status === "rejected" || status === "failed";

/** The chip; beside it why it was not built, or that its data are newer. */
function Status({ design: { status, status_reason, data } }: { design: DesignRow }) {
	const chip = <DesignStatusChip status={status} />;
	if (!isRefused({ status }) && data?.stale !== true) return chip;
	return (
		<span title={status_reason ?? undefined} className="flex min-w-0 items-center gap-2">
			{chip}
			{status_reason !== null && isRefused({ status }) ? (
				<span className="truncate text-bad text-small max-[120rem]:sr-only">{status_reason}</span>
			) : null}
			{data?.stale === true ? (
				<span title="Its data has changed since it was built" className="text-warn">
					<DatabaseZap className="size-3.5" />
					<span className="sr-only">(newer data)</span>
				</span>
			) : null}
		</span>
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
		<span className="block truncate">
			{words.join(", ")}
			{withMe || withOrg ? <span className="text-muted text-small"> ({withMe ? "me" : "my organization"})</span> : null}
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
			sortable: true,
			phone: "name",
			cell: ({ id, name, type, sets }) => (
				<div className="flex min-w-0 items-center gap-2">
					<TypeGlyph type={type} />
					<PageLink href={`/designs/${id}`} title={name} className={`truncate ${HEAD_LINK}`}>
						<bdi>{name}</bdi>
					</PageLink>
					<span className="whitespace-nowrap text-muted text-small max-[90rem]:hidden">
						{formatPlural(sets.length, "set")}
					</span>
				</div>
			),
		},
		{
			id: "status",
			header: "Status",
			width: "w-40 min-[120rem]:w-72 min-[160rem]:w-96",
			phone: "status",
			cell: (design) => <Status design={design} />,
		},
		{
			id: "reason",
			header: "Reason",
			width: "",
			shown: "md:hidden",
			phone: "detail",
			cell: (design) => (isRefused(design) ? <span className="truncate text-bad">{design.status_reason}</span> : null),
		},
		{
			id: "stage",
			header: "Stage",
			width: "w-22",
			phone: "detail",
			cell: (design) => <CampaignDots steps={designSteps({ ...design, built: design.last_build !== null })} />,
		},
		personColumn({
			id: "owner",
			header: "Owner",
			width: "w-20 min-[90rem]:w-36 min-[120rem]:w-52",
			shown: "md:max-lg:hidden",
			person: ({ owner_id, owner_name, owner_person }) => ({
				id: owner_id,
				name: owner_person?.name ?? null,
				organization: owner_id === userId ? "me" : (owner_person?.organization ?? null),
				email: owner_name,
			}),
		}),
		{
			id: "live",
			header: "Live on",
			width: "w-36 min-[90rem]:w-48 min-[120rem]:w-64",
			shown: "md:max-lg:hidden",
			phone: "detail",
			cell: (design) => <LivePlaces design={design} />,
		},
		{
			id: "shared",
			header: "Shared with",
			width: "w-40 min-[120rem]:w-52",
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
		timeColumn({
			id: "last_build_date",
			header: "Built",
			sortable: true,
			none: "—",
			at: ({ last_build }) => last_build?.date,
		}),
		timeColumn({
			id: "updated_at",
			header: "Changed",
			width: "w-26",
			sortable: true,
			shown: "md:max-xl:hidden",
			phone: "detail",
			at: ({ updated_at }) => updated_at,
		}),
		{
			id: "actions",
			header: "Actions",
			width: "w-18",
			number: true,
			phone: "menu",
			cell: (design) => (
				<ActionsMenu
					variant="quiet"
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
