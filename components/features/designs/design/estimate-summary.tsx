"use client";

import { belowLeastReach, reachFigure } from "@/components/features/designs/reach-words";
import { Bytes } from "@/components/kit/ui/bytes";
import { Notice } from "@/components/kit/ui/notice";
import { useNow } from "@/components/kit/ui/relative-time";
import { Skeleton } from "@/components/kit/ui/states";
import { describeError } from "@/lib/browser/api-error";
import { estimateQuery } from "@/lib/browser/design-editing";
import { formatBytes, formatDate, formatPlural } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import type { DesignDetail } from "@/lib/contract/design";
import type { Estimate } from "@/lib/contract/estimate";

const MAX_SETS = 8;

/** An estimate of a build: size, geofences or reach, and problems. */
export function EstimateSummary({ design }: { design: DesignDetail }) {
	const { data, error } = useQuery(estimateQuery(design.id, {}, design.revision));
	if (error !== null) return <Notice kind="warn">No estimate available. {describeError(error)}</Notice>;
	if (data === undefined) {
		return (
			// As tall as the usual estimate: what comes does not move the button from below a click.
			<div className="rounded-md border border-line p-3" aria-busy="true">
				<p className="text-muted text-small">Estimating…</p>
				<p className="flex items-center text-large">
					&#8203;
					<Skeleton className="w-40" />
				</p>
				<p className="text-small">&#8203;</p>
			</div>
		);
	}
	return <EstimateFacts estimate={data} />;
}

function EstimateFacts({ estimate }: { estimate: Estimate }) {
	const { size, sets, type, item_count, sources, problems, max_size, least_reach: least } = estimate;
	const below = belowLeastReach(estimate);
	const now = useNow();
	return (
		<section aria-label="Estimate" className="grid gap-2 rounded-md border border-line p-3">
			<dl className="flex flex-wrap gap-x-6 gap-y-1">
				<div>
					<dt className="text-muted text-small">Targeting file (estimate)</dt>
					<dd className="text-large font-medium">{size === null ? "—" : <Bytes value={size.bytes} />}</dd>
					{size === null ? null : (
						<dd className="text-muted text-small">
							{formatBytes(size.low)} to {formatBytes(size.high)}, at most {formatBytes(max_size)}
						</dd>
					)}
				</div>
				<div>
					<dt className="text-muted text-small">{type === "proximity" ? "Geofences" : "Reach"}</dt>
					<dd className="text-large font-medium">
						{below?.figure ?? formatPlural(item_count ?? 0, type === "proximity" ? "geofence" : "device")}
					</dd>
					{below === null ? null : <dd className="text-small text-warn">{below.words}</dd>}
				</div>
			</dl>
			{sets.length < 2 ? null : (
				<ul className="text-small">
					{sets.slice(0, MAX_SETS).map((set, place) => (
						<li key={set.set_id ?? place} className="flex justify-between gap-3">
							<span className="truncate">
								<bdi>{set.set_name}</bdi>
							</span>
							<span>
								{set.item_count === null && !set.below_least_reach ? "—" : reachFigure(set.item_count, least)}
							</span>
						</li>
					))}
					{sets.length > MAX_SETS ? (
						<li className="text-muted">and {formatPlural(sets.length - MAX_SETS, "more set")}</li>
					) : null}
				</ul>
			)}
			{sources.map((source) => (
				<p key={source.slug} className="text-muted text-small">
					{source.slug}: {formatPlural(source.device_count, "device")}, processed on{" "}
					{formatDate(source.processed_at, now)}
				</p>
			))}
			{problems.map(({ message }) => (
				<Notice key={message} kind="warn">
					<bdi>{message}</bdi>
				</Notice>
			))}
		</section>
	);
}
