"use client";

import { useMemo, useState } from "react";
import { useSetFences } from "@/components/features/designs/shared/use-set-fences";
import { around, roomy } from "@/components/kit/map/bounds";
import { boxOf } from "@/components/kit/map/fence-index";
import { FenceMap, type MapFocus, type MapPress } from "@/components/kit/map/fence-map";
import { FenceTable } from "@/components/kit/map/fence-table";
import { Card } from "@/components/kit/ui/card";
import { Notice } from "@/components/kit/ui/notice";
import { formatPlural } from "@/lib/browser/format";
import type { Bounds, DesignDetail, DesignSet } from "@/lib/contract/design";
import type { Position } from "@/lib/rules/geofences/geofence";
import { ProximitySets } from "./proximity-sets";

export interface ProximityCardProps {
	design: DesignDetail;
	contents: DesignSet[];
	/** The tested position, which a click on the map sets while aiming. */
	probe: Position | null;
	aiming: boolean;
	onProbe: (position: Position) => void;
	/** Called with whether the map is there. */
	onMapped: (mapped: boolean) => void;
}

/** Sets of geofences on a map and in a table, which share the selection. */
export function ProximityCard({ design, contents, probe, aiming, onProbe, onMapped }: ProximityCardProps) {
	const { index, loading, error, retry, left } = useSetFences(design, contents);
	const [chosen, setChosen] = useState(-1);
	const names = useMemo(() => contents.map((set) => set.set_name), [contents]);
	const total = contents.reduce((sum, set) => sum + (set.geofences?.count ?? 0), 0);
	const whole = around(contents.map((set) => set.geofences?.bounds ?? null))?.join();
	// Keyed by text, so that the map moves only when the bounds change.
	const all = useMemo(() => {
		const [west = 0, south = 0, east = 0, north = 0] = whole?.split(",").map(Number) ?? [];
		return whole === undefined ? null : { bounds: [west, south, east, north] as NonNullable<Bounds> };
	}, [whole]);
	const [focus, setFocus] = useState<MapFocus | null>(null);
	const press = ({ position, row }: MapPress) => (aiming ? onProbe(position) : setChosen(row));
	const choose = (row: number) => {
		setChosen(row);
		setFocus({ bounds: roomy(boxOf(index, row)), asked: true });
	};
	return (
		<Card
			title={`${formatPlural(contents.length, "set")} · ${formatPlural(total, "geofence")}`}
			aside={
				focus === null ? null : (
					<button type="button" className="rounded-sm py-1 text-accent text-small" onClick={() => setFocus(null)}>
						Show all sets
					</button>
				)
			}
		>
			{total === 0 ? null : (
				<FenceMap
					index={index}
					names={names}
					label="Map of the geofences; also listed in the table below"
					focus={focus ?? all}
					chosen={chosen}
					probe={probe}
					aiming={aiming}
					onPress={press}
					onMap={(map) => onMapped(map !== null)}
				/>
			)}
			{error !== null ? (
				<div className="p-3">
					<Notice kind="warn">
						Some geofences could not be loaded for the map.{" "}
						<button type="button" className="font-medium underline" onClick={retry}>
							Try again
						</button>
					</Notice>
				</div>
			) : null}
			{left.length === 0 ? null : (
				<p className="px-3 py-2 text-muted text-small">
					Too large to show: {left.map((set) => set.set_name).join(", ")}.
				</p>
			)}
			<ProximitySets design={design} sets={contents} onShow={(bounds) => setFocus({ bounds, asked: true })} />
			{index.count === 0 ? (
				loading ? (
					<p className="border-line border-t px-3 py-2 text-muted">Loading geofences…</p>
				) : null
			) : (
				<FenceTable index={index} names={names} chosen={chosen} onChoose={choose} />
			)}
		</Card>
	);
}
