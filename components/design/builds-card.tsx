import type { UseQueryResult } from "@tanstack/react-query";
import { BuildStatusChip } from "@/components/status/status-chip";
import { Card } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy-id";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { EmptyState, ErrorState, Skeleton } from "@/components/ui/states";
import type { Page } from "@/lib/client/fetcher";
import { formatBytes, formatDuration, formatPlural } from "@/lib/client/format";
import type { BuildDetail } from "@/lib/contract/build";

/** Every build of the design, newest first; one that runs shows how far it is. */
export function BuildsCard({ builds }: { builds: UseQueryResult<Page<BuildDetail>> }) {
	const { data, error, refetch } = builds;
	const title = data === undefined ? "Builds" : formatPlural(data.total, "build");
	return (
		<Card title={title}>
			{data === undefined ? (
				error === null ? (
					<div className="grid gap-3 p-3">
						<Skeleton className="w-60" />
						<Skeleton className="w-40" />
					</div>
				) : (
					<ErrorState error={error} what="The builds" onRetry={refetch} />
				)
			) : data.rows.length === 0 ? (
				<EmptyState inCard title="Never built">
					Request a build when the sets are complete.
				</EmptyState>
			) : (
				<ol className="divide-y divide-line">
					{data.rows.map((build) => (
						<BuildRow key={build.id} build={build} />
					))}
				</ol>
			)}
		</Card>
	);
}

function BuildRow({ build }: { build: BuildDetail }) {
	const { status, size, reason, status_reason: why, builder, requested_at, duration_seconds: duration, id } = build;
	return (
		<li className="grid gap-1 px-3 py-2">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<BuildStatusChip status={status} />
				<span className="text-muted text-small">
					<RelativeTime iso={build.completed_at ?? requested_at} sentence />
				</span>
				<span className="ms-auto">
					{size === null ? null : formatBytes(size)}
					{duration === null ? null : <span className="text-muted"> in {formatDuration(duration)}</span>}
				</span>
			</div>
			{status === "building" ? <BuildProgress build={build} /> : null}
			<p>“{reason}”</p>
			{why !== null && (status === "rejected" || status === "failed") ? (
				<Notice kind="bad">
					{why}
					{status === "failed" ? ` (${formatPlural(build.attempts, "attempt")})` : ""}
				</Notice>
			) : null}
			<div className="flex flex-wrap gap-x-3 text-muted text-small">
				<span>{builder}</span>
				{build.is_first ? <span>first build</span> : null}
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
				{build.percent} % · {phase}
				{build.attempts > 1 ? ` · attempt ${build.attempts}` : ""}
			</span>
		</div>
	);
}
