"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "@/components/kit/ui/card";
import { PageHeader } from "@/components/kit/ui/page-header";
import { ErrorState, Skeleton, StaleNotice } from "@/components/kit/ui/states";
import { formatPlural } from "@/lib/browser/format";
import { overviewQuery } from "@/lib/browser/overview";
import type { Overview } from "@/lib/contract/overview";
import { ChangesCard } from "./changes-card";
import { DiskNotices } from "./disk-notices";
import { FailedCard } from "./failed-card";
import { LiveCard } from "./live-card";
import { ProxyNotice } from "./proxy-notice";
import { WaitingCard } from "./waiting-card";

const PARTS = ["Pending", "Failed", "Activated", "Recent activity"];

function summary({ disks, waiting, failed }: Overview): string {
	const deciding = waiting.to_decide?.total ?? 0;
	const trouble =
		failed.builds.total + failed.loads.total + (failed.silent_targets?.total ?? 0) + failed.schedules.total;
	const words = [
		disks.some(({ room }) => room === "none") ? "a disk is full" : null,
		deciding === 0 ? null : `${formatPlural(deciding, "request")} to review`,
		trouble === 0 ? null : `${formatPlural(trouble, "failure")}`,
	].filter((part) => part !== null);
	return words.length === 0 ? "All clear" : words.join(" · ");
}

/**
 * Pending work, failures, activated deployments and recent activity; each number opens its list.
 * @param guide stands above them
 */
export function OverviewPage({ guide }: { guide: ReactNode }) {
	const overview = useQuery(overviewQuery());
	const { data, error, refetch } = overview;
	return (
		<>
			<PageHeader title="Overview" summary={data === undefined ? "…" : summary(data)} />
			<div className="min-h-0 grow p-4 md:p-6 lg:overflow-y-auto">
				{error !== null && data !== undefined ? (
					<StaleNotice error={error} updatedAt={overview.dataUpdatedAt} onRetry={refetch} />
				) : null}
				{data === undefined || data.disks.length === 0 ? null : <DiskNotices disks={data.disks} />}
				{data === undefined || data.unlisted_proxies.length === 0 ? null : (
					<ProxyNotice proxies={data.unlisted_proxies} />
				)}
				{guide}
				{data === undefined && error !== null ? (
					<ErrorState error={error} what="The overview" onRetry={refetch} />
				) : (
					<div className="grid max-w-page items-start gap-4 xl:grid-cols-2">
						{data === undefined ? (
							PARTS.map((title) => (
								<Card key={title} title={title}>
									<div className="grid gap-3 p-3" aria-busy="true">
										<Skeleton className="w-60" />
										<Skeleton className="w-40" />
									</div>
								</Card>
							))
						) : (
							<>
								<div className="grid gap-4">
									<WaitingCard waiting={data.waiting} />
									<LiveCard live={data.live} />
								</div>
								<div className="grid gap-4">
									<FailedCard failed={data.failed} />
									<ChangesCard changes={data.changes} />
								</div>
							</>
						)}
					</div>
				)}
			</div>
		</>
	);
}
