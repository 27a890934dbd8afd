"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { BuildStatusChip } from "@/components/kit/status/status-chip";
import { Bytes } from "@/components/kit/ui/bytes";
import { CopyId } from "@/components/kit/ui/copy-id";
import { DownloadLink } from "@/components/kit/ui/download-link";
import { lazyPart } from "@/components/kit/ui/lazy-part";
import { NewestRows } from "@/components/kit/ui/newest-rows";
import { Notice } from "@/components/kit/ui/notice";
import { PageLink } from "@/components/kit/ui/page-link";
import { PersonName } from "@/components/kit/ui/person-name";
import { QueryCard } from "@/components/kit/ui/query-card";
import { RelativeTime, useNow } from "@/components/kit/ui/relative-time";
import { EmptyState, Skeleton } from "@/components/kit/ui/states";
import type { Page } from "@/lib/browser/fetcher";
import { formatDate, formatDuration, formatPlural } from "@/lib/browser/format";
import type { BuildDetail } from "@/lib/contract/build";
import { BuildDifferences, SizeTable } from "./build-differences";

const FIRST = 6;
const SizeChart = lazyPart(
	"The chart",
	() => import("./size-chart").then((module) => module.SizeChart),
	<Skeleton className="m-3 h-40 w-auto" />,
);

export interface BuildsCardProps {
	builds: UseQueryResult<Page<BuildDetail>>;
	/** Whether the reader can edit the design. */
	editable: boolean;
}

/** Every build of the design, newest first, with its changes and progress. */
export function BuildsCard({ builds, editable }: BuildsCardProps) {
	return (
		<QueryCard
			title={builds.data === undefined ? "Builds" : formatPlural(builds.data.total, "build")}
			query={builds}
			what="The builds"
		>
			{(data) =>
				data.rows.length === 0 ? (
					<EmptyState inCard title="No builds yet">
						Request a build when the sets are complete.
					</EmptyState>
				) : (
					<>
						<Sizes builds={data.rows} />
						<NewestRows label="Builds" rows={data.rows} total={data.total} first={FIRST}>
							{(build) => <BuildRow key={build.id} build={build} editable={editable} />}
						</NewestRows>
					</>
				)
			}
		</QueryCard>
	);
}

/** The sizes of completed builds, from the second one on. */
function Sizes({ builds }: { builds: readonly BuildDetail[] }) {
	const now = useNow();
	const done = builds.filter(({ status, size }) => status === "done" && size !== null).toReversed();
	if (done.length < 2) return null;
	const sizes = done.map(({ size, completed_at, requested_at, sets }) => ({
		day: formatDate(completed_at ?? requested_at, now),
		size: size ?? 0,
		items: sets.reduce((sum, { item_count }) => sum + item_count, 0),
	}));
	return (
		<div className="border-line border-b py-2">
			<SizeChart sizes={sizes} what={done[0]?.type === "audience" ? "devices" : "geofences"} />
			<SizeTable builds={done} />
		</div>
	);
}

function BuildRow({ build, editable }: { build: BuildDetail; editable: boolean }) {
	const { status, size, reason, status_reason: why, builder, requested_at, duration_seconds: duration, id } = build;
	return (
		<li className="grid gap-1 px-3 py-2">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<BuildStatusChip status={status} />
				<span className="text-muted text-small">
					<RelativeTime iso={build.completed_at ?? requested_at} sentence />
				</span>
				<span className="ms-auto">
					{size === null ? null : <Bytes value={size} />}
					{duration === null ? null : <span className="text-muted"> in {formatDuration(duration)}</span>}
				</span>
			</div>
			{status === "building" ? <BuildProgress build={build} /> : null}
			{reason === "" ? null : (
				<p>
					“<bdi>{reason}</bdi>”
				</p>
			)}
			{why !== null && (status === "rejected" || status === "failed") ? (
				<Notice kind="bad">
					{why}
					{status === "failed" ? ` (${formatPlural(build.attempts, "attempt")})` : ""}
					{status === "rejected" && editable ? (
						<>
							{" "}
							<PageLink href={`/designs/${build.design_id}/edit`} className="font-medium underline">
								Fix in editor
							</PageLink>
						</>
					) : null}
				</Notice>
			) : null}
			{why !== null && status === "requested" ? (
				<Notice kind="warn">Build paused. We'll retry automatically. {why}</Notice>
			) : null}
			<BuildDifferences build={build} />
			<div className="flex flex-wrap gap-x-3 text-muted text-small">
				<PersonName id={build.builder_person?.id ?? null} name={build.builder_person?.name ?? null} email={builder} />
				{build.is_first ? <span>first build</span> : null}
				{build.external ? <span>uploaded</span> : null}
				{build.permissions.download && status === "done" ? (
					<DownloadLink path={`/api/builds/${id}/file`} name={`build-${id}`} className="text-accent">
						Download<span className="sr-only"> the targeting file</span>
					</DownloadLink>
				) : null}
				<CopyId id={id} what="build id" short />
			</div>
		</li>
	);
}

function BuildProgress({ build }: { build: BuildDetail }) {
	const phase = build.phase ?? "starting";
	return (
		<div className="flex items-center gap-2">
			<progress aria-label="Build" value={build.percent} max={100} className="h-2 min-w-0 grow accent-accent" />
			<span className="text-small whitespace-nowrap">
				{build.percent}% · {phase}
				{build.attempts > 1 ? ` · attempt ${build.attempts}` : ""}
			</span>
		</div>
	);
}
