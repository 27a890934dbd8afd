"use client";

import { Upload } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { DeleteDialog } from "@/components/kit/ui/delete-dialog";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { useSend } from "@/lib/browser/api";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { poiReleasesQuery } from "@/lib/browser/pois";
import { useQuery } from "@/lib/browser/use-query";
import type { PoiRelease } from "@/lib/contract/point-of-interest";
import { isolate } from "@/lib/rules/text/isolate";

const UploadRelease = lazyDialog(() => import("./upload-release-dialog").then((module) => module.UploadReleaseDialog));
const DIALOGS = [UploadRelease] as const;

/** The releases of points of interest, and the import of the next one. */
export function ReleasesCard() {
	useAtHand(DIALOGS);
	const { data } = useQuery(poiReleasesQuery());
	const [asked, setAsked] = useState<"upload" | PoiRelease | null>(null);
	const rows = data?.rows.filter(({ available }) => available) ?? [];
	const close = () => setAsked(null);
	return (
		<section aria-labelledby="pois" className="grid gap-1 border-line border-b bg-surface px-4 py-3 md:px-6">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h2 id="pois" className="font-bold">
					Points of interest
				</h2>
				<Button onClick={() => setAsked("upload")}>
					<Upload aria-hidden className="size-4" />
					Import a release…
				</Button>
			</div>
			{data !== undefined && rows.length === 0 ? (
				<p className="text-muted">
					No release yet. With one, designers pick all branches of a brand or category in a city without a file.
				</p>
			) : null}
			<ul className="grid empty:hidden">
				{rows.map((release) => (
					<li key={release.id} className="flex flex-wrap items-baseline gap-x-3">
						<span className="font-medium wrap-anywhere">
							<bdi>{release.name}</bdi>
						</span>
						<span className="text-muted">
							{release.current ? "current" : "kept for a build"} ·{" "}
							{formatPlural(release.poi_count, "point of interest", "points of interest")} in{" "}
							{formatPlural(release.country_count, "country", "countries")} · imported{" "}
							<RelativeTime iso={release.imported_at} />
							{release.attribution === null ? null : (
								<>
									{" "}
									· <bdi>{release.attribution}</bdi>
								</>
							)}
							{release.skipped_count === 0 ? null : ` · ${formatCount(release.skipped_count)} rows skipped`}
						</span>
						<Button variant="link" onClick={() => setAsked(release)}>
							Remove…
							<span className="sr-only">
								: <bdi>{release.name}</bdi>
							</span>
						</Button>
					</li>
				))}
			</ul>
			{asked === "upload" ? <UploadRelease onClose={close} /> : null}
			{asked === null || asked === "upload" ? null : <RemoveRelease release={asked} onClose={close} />}
		</section>
	);
}

function RemoveRelease({ release, onClose }: { release: PoiRelease; onClose: () => void }) {
	const name = isolate(release.name);
	return (
		<DeleteDialog
			item={{ release_id: release.id, revision: release.revision }}
			remove={useSend("DELETE /api/poi-releases/[release_id]")}
			title={`Remove ${name}?`}
			description="Its points of interest can no longer be found or picked. Designs and builds keep the geofences that they have."
			action="Remove"
			done={`Removed ${name}`}
			onClose={onClose}
		/>
	);
}
