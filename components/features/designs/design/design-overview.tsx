import { designSentence, editUnavailable, rejectedRequest } from "@/components/features/designs/shared/design-actions";
import { CampaignLine } from "@/components/kit/status/campaign-dots";
import { designSteps, liveCounts } from "@/components/kit/status/campaign-steps";
import { readerStatus } from "@/components/kit/status/reader-status";
import { DesignStatusChip } from "@/components/kit/status/status-chip";
import { DESIGN_STATUS } from "@/components/kit/status/status-words";
import { Chip } from "@/components/kit/ui/chip";
import { CopyId } from "@/components/kit/ui/copy-id";
import { Notice } from "@/components/kit/ui/notice";
import { PageLink } from "@/components/kit/ui/page-link";
import { PersonName } from "@/components/kit/ui/person-name";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { formatPrice } from "@/lib/browser/format";
import type { BuildDetail } from "@/lib/contract/build";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignDetail } from "@/lib/contract/design";
import { SettleBuild } from "./settle-build";

export interface DesignOverviewProps {
	design: DesignDetail;
	/** The design's deployments, as far as they are loaded. */
	deployments: readonly DeploymentDetail[];
	/** The failed build to retry or reject, as far as it is loaded. */
	failed: BuildDetail | undefined;
}

/** The design's status and next step, then its owner and other properties. */
export function DesignOverview({ design, deployments, failed }: DesignOverviewProps) {
	const { status, status_reason: reason, type, owner_id, owner_name, owner_person, price_cpm, updated_at, id } = design;
	const rejected = rejectedRequest(design, deployments);
	return (
		<div className="grid gap-3">
			<div className="flex flex-wrap items-center gap-2">
				<DesignStatusChip status={status} plain />
				<Chip>{type}</Chip>
				<p className="min-w-0 text-large max-sm:w-full">
					{design.frozen?.reason ?? designSentence(design, deployments)}
				</p>
			</div>
			<CampaignLine steps={stepsOf(design, deployments, rejected !== null)} />
			<p role="status" className="sr-only">
				Status: {DESIGN_STATUS[status].word}
			</p>
			{reason !== null && (status === "rejected" || status === "failed") ? (
				<Notice kind="bad">
					<p>
						{/* The reason of a failed build is a sentence; that of a rejected one was typed by a person. */}
						{status === "rejected" ? <span className="font-medium">Rejected: </span> : null}
						<bdi>{reason}</bdi>
					</p>
					{status === "rejected" && design.permissions.edit ? (
						<PageLink href={`/designs/${id}/edit`} className="font-medium underline">
							Fix in editor
						</PageLink>
					) : null}
					{failed === undefined ? null : <SettleBuild build={failed} />}
				</Notice>
			) : null}
			{rejected === null ? null : (
				<Notice kind="bad">
					<p>
						<span className="font-medium">
							<bdi>{rejected.target}</bdi> rejected the request:{" "}
						</span>
						<bdi>{rejected.status_reason ?? "no reason was given."}</bdi>
					</p>
					{editUnavailable(design) === null ? (
						<PageLink href={`/designs/${id}/edit`} className="font-medium underline">
							Edit design
						</PageLink>
					) : null}
				</Notice>
			)}
			<dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
				<Fact name="Owner">
					<PersonName
						id={owner_id}
						name={owner_person?.name ?? null}
						email={owner_name}
						organization={owner_person?.organization ?? null}
					/>
				</Fact>
				<Fact name="Changed">
					<RelativeTime iso={updated_at} sentence />
				</Fact>
				<Fact name="Price (CPM)">{formatPrice(price_cpm)}</Fact>
				<Fact name="Id">
					<CopyId id={id} what="design id" />
				</Fact>
			</dl>
		</div>
	);
}

function stepsOf(design: DesignDetail, deployments: readonly DeploymentDetail[], rejected: boolean) {
	const states = deployments.map((deployment) => readerStatus(deployment).state);
	return designSteps({
		status: design.status,
		built: design.most_recent_build !== null,
		live: deployments.filter(({ status }) => status === "activated").map(liveCounts),
		requested_deployments: states.filter((state) => state === "pending").length,
		scheduled_deployments: states.filter((state) => state === "scheduled").length,
		rejected,
	});
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
	return (
		<div className="flex min-w-0 items-center gap-1.5">
			<dt className="text-muted">{name}</dt>
			<dd className="min-w-0">{children}</dd>
		</div>
	);
}
