"use client";

import { useQueryState } from "nuqs";
import { useState } from "react";
import { PoiLine } from "@/components/features/designs/pois/poi-line";
import { editUnavailable } from "@/components/features/designs/shared/design-actions";
import { SetSwatch } from "@/components/kit/map/set-swatch";
import { useExtentWords } from "@/components/kit/map/use-extent-words";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { DownloadLink } from "@/components/kit/ui/download-link";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { isViewed } from "@/lib/browser/embedding";
import { formatCount } from "@/lib/browser/format";
import type { Bounds, DesignDetail, DesignSet } from "@/lib/contract/design";
import { SensitiveLine } from "./sensitive-line";

const SetImport = lazyDialog(() => import("./set-import").then((module) => module.SetImport));
const PoiDialog = lazyDialog(() =>
	import("@/components/features/designs/pois/poi-dialog").then((module) => module.PoiDialog),
);
const DIALOGS = [SetImport, PoiDialog] as const;

/** A list of more sets scrolls on its own. */
const MANY = 12;
/** The sets whose sensitive places are asked for: a request each. */
const COMPARED = 20;

export interface ProximitySetsProps {
	design: DesignDetail;
	sets: DesignSet[];
	onShow: (bounds: NonNullable<Bounds>) => void;
}

/** The legend of the map: each set with its code, count and extent. */
export function ProximitySets({ design, sets, onShow }: ProximitySetsProps) {
	useAtHand(DIALOGS);
	const inWords = useExtentWords(sets.map(({ geofences }) => geofences?.bounds ?? null));
	const [importing, setImporting] = useState<string | null>(null);
	// In the address, as a new design leads here.
	const [picking, setPicking] = useQueryState("points_of_interest");
	const unavailable = editUnavailable(design);
	const chosen = sets.find((set) => set.set_id === importing);
	const picked = unavailable === null ? sets.find((set) => set.set_id === picking) : undefined;
	return (
		<>
			{/* Keeps the table of geofences below within reach. */}
			<ul className={sets.length > MANY ? "max-h-fences overflow-y-auto" : ""}>
				{sets.map((set, place) => {
					const count = set.geofences?.count ?? 0;
					const bounds = set.geofences?.bounds ?? null;
					return (
						<li
							key={set.set_id}
							className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-line border-t px-3 py-2"
						>
							<SetSwatch place={place} />
							<div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
								<span className="font-medium">
									<bdi>{set.set_name}</bdi>
								</span>
								<span className="font-mono text-muted text-small">
									<bdi>{set.targeting_code}</bdi>
								</span>
							</div>
							<span className={count === 0 ? "text-warn" : ""}>
								{count === 0 ? "empty" : formatCount(count)}
								{count === 0 ? null : <span className="text-muted"> {count === 1 ? "geofence" : "geofences"}</span>}
							</span>
							<div className="col-span-2 col-start-2 flex flex-wrap items-center justify-between gap-x-3">
								<div>
									<p className="text-muted text-small">{bounds === null ? "No geofences yet." : inWords(bounds)}</p>
									<PoiLine design={design} set={set} unavailable={unavailable} />
									{bounds === null || place >= COMPARED ? null : <SensitiveLine designId={design.id} set={set} />}
								</div>
								<div className="-mx-2 flex flex-wrap" data-print="hidden">
									{bounds === null ? null : (
										<Button variant="link" onClick={() => onShow(bounds)}>
											Show on map
											<span className="sr-only">
												: <bdi>{set.set_name}</bdi>
											</span>
										</Button>
									)}
									{count === 0 ? null : <ExportLinks designId={design.id} set={set} />}
									{isViewed() ? null : (
										<>
											<Button variant="link" unavailable={unavailable} onClick={() => void setPicking(set.set_id)}>
												Points of interest…
												<span className="sr-only">
													: <bdi>{set.set_name}</bdi>
												</span>
											</Button>
											<Button variant="link" unavailable={unavailable} onClick={() => setImporting(set.set_id)}>
												Import geofences…
												<span className="sr-only">
													: <bdi>{set.set_name}</bdi>
												</span>
											</Button>
										</>
									)}
								</div>
							</div>
						</li>
					);
				})}
			</ul>
			{chosen === undefined ? null : (
				<SetImport key={chosen.set_id} design={design} set={chosen} onClose={() => setImporting(null)} />
			)}
			{picked === undefined ? null : (
				<PoiDialog key={picked.set_id} design={design} set={picked} onClose={() => void setPicking(null)} />
			)}
		</>
	);
}

/** Downloads of a set's geofences, which an import reads again. */
function ExportLinks({ designId, set }: { designId: string; set: DesignSet }) {
	return (["CSV", "GeoJSON"] as const).map((format) => (
		<DownloadLink
			key={format}
			path={`/api/designs/${designId}/sets/${set.set_id}/geofences.${format.toLowerCase()}`}
			name={`${set.set_name}.${format.toLowerCase()}`}
			className={buttonClass("link")}
		>
			Export {format}
			<span className="sr-only">
				: <bdi>{set.set_name}</bdi>
			</span>
		</DownloadLink>
	));
}
