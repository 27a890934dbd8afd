"use client";

import { useEffect, useState } from "react";
import { forgetMapLibrary } from "@/components/kit/map/map-library-cell";
import { useExtentWords } from "@/components/kit/map/use-extent-words";
import { Button } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { Notice } from "@/components/kit/ui/notice";
import { PageHeader } from "@/components/kit/ui/page-header";
import { EmptyState, ErrorState, Skeleton, StaleNotice } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { formatPlural } from "@/lib/browser/format";
import { basemapQuery } from "@/lib/browser/read-basemap";
import { useQuery } from "@/lib/browser/use-query";
import type { Basemap, MapRegion } from "@/lib/contract/basemap";
import { RegionRow } from "./region-row";

const UploadRegionDialog = lazyDialog(() =>
	import("./upload-region-dialog").then((module) => module.UploadRegionDialog),
);
const FetchRegionDialog = lazyDialog(() => import("./fetch-region-dialog").then((module) => module.FetchRegionDialog));
const RemoveRegionDialog = lazyDialog(() =>
	import("./remove-region-dialog").then((module) => module.RemoveRegionDialog),
);
const DIALOGS = [UploadRegionDialog, FetchRegionDialog, RemoveRegionDialog] as const;

/** The regions whose streets maps show. */
export function MapPage() {
	useAtHand(DIALOGS);
	const query = useQuery(basemapQuery());
	const [asked, setAsked] = useState<"upload" | "fetch" | MapRegion | null>(null);
	const close = () => setAsked(null);
	const { data } = query;
	// A region that comes or goes: the next map shows it.
	const ready = data?.regions.flatMap(({ id, state }) => (state === "ready" ? [id] : [])).join(" ");
	useEffect(() => {
		if (ready !== undefined) forgetMapLibrary();
	}, [ready]);
	const actions = (
		<>
			<Button variant="primary" onClick={() => setAsked("upload")}>
				Upload region…
			</Button>
			<Button onClick={() => setAsked("fetch")}>Fetch from an address…</Button>
		</>
	);
	return (
		<>
			<PageHeader
				title="Map"
				summary={
					data === undefined
						? "…"
						: `${formatPlural(data.regions.filter(({ state }) => state === "ready").length, "region")} with streets`
				}
				actions={data?.regions.length === 0 ? null : actions}
			/>
			<div className="min-h-0 grow lg:overflow-auto">
				{data !== undefined ? (
					<div className="grid max-w-page gap-4 p-4 md:p-6">
						{query.error === null ? null : (
							<StaleNotice error={query.error} updatedAt={query.dataUpdatedAt} onRetry={query.refetch} />
						)}
						<SettingsNotice kind={data.kind} />
						<Regions regions={data.regions} actions={actions} onRemove={setAsked} />
					</div>
				) : query.error === null ? (
					<div className="grid gap-3 p-4 md:p-6" aria-busy="true">
						<Skeleton className="w-60" />
						<Skeleton className="w-40" />
					</div>
				) : (
					<ErrorState error={query.error} what="The map" onRetry={query.refetch} />
				)}
			</div>
			{asked === "upload" ? (
				<UploadRegionDialog onClose={close} />
			) : asked === "fetch" ? (
				<FetchRegionDialog onClose={close} />
			) : asked !== null ? (
				<RemoveRegionDialog region={asked} onClose={close} />
			) : null}
		</>
	);
}

/** Where a setting of the service decides as well. */
function SettingsNotice({ kind }: Pick<Basemap, "kind">) {
	if (kind === "world") return null;
	return (
		<Notice kind="info">
			{kind === "style"
				? "Maps use the style of MAP_STYLE_URL. Regions are not drawn until that setting is removed."
				: "Maps also show the streets of BASEMAP_FILE."}
		</Notice>
	);
}

interface RegionsProps {
	regions: readonly MapRegion[];
	actions: React.ReactNode;
	onRemove: (region: MapRegion) => void;
}

function Regions({ regions, actions, onRemove }: RegionsProps) {
	const words = useExtentWords(regions.map(({ bounds }) => bounds));
	if (regions.length === 0) {
		return (
			<EmptyState title="No streets yet" action={<div className="flex flex-wrap gap-2">{actions}</div>}>
				Maps show countries, cities and rivers. Add a region's PMTiles file, such as an extract from Protomaps, to show
				its streets, too.
			</EmptyState>
		);
	}
	return (
		<ul aria-label="Regions" className="divide-y divide-line rounded-md border border-line bg-surface">
			{regions.map((region) => (
				<RegionRow
					key={region.id}
					region={region}
					extent={region.bounds === null ? null : words(region.bounds)}
					onRemove={() => onRemove(region)}
				/>
			))}
		</ul>
	);
}
