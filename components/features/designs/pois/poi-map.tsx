"use client";

import { useMemo } from "react";
import { buildFenceIndex } from "@/components/kit/map/fence-index";
import { FenceMap } from "@/components/kit/map/fence-map";
import type { PoiMap as Selection } from "@/lib/contract/point-of-interest";
import type { Geofence } from "@/lib/rules/geofences/geofence";

/** The geofences that a query would give, or the groups that stand for them. */
export function PoiMap({ selection }: { selection: Selection }) {
	const { positions, bounds, clustered } = selection;
	const index = useMemo(() => {
		const fences = positions.map(
			([longitude, latitude, radius]): Geofence => ({
				type: "Feature",
				properties: { radius },
				geometry: { type: "Point", coordinates: [longitude, latitude] },
			}),
		);
		return buildFenceIndex([fences]);
	}, [positions]);
	const focus = useMemo(() => (bounds === null ? null : { bounds }), [bounds]);
	return (
		<>
			<FenceMap
				index={index}
				names={["Points of interest"]}
				label="Map of the points of interest; also listed below"
				focus={focus}
			/>
			{clustered ? (
				<p className="text-muted text-small">Each circle stands for a group: there are too many to show.</p>
			) : null}
		</>
	);
}
