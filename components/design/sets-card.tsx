"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { GeofenceMap } from "@/components/map/geofence-map";
import { type MapFeatures, toMapFeatures } from "@/components/map/map-features";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { EmptyState } from "@/components/ui/states";
import { formatCount, formatPlural } from "@/lib/client/format";
import { setGeofencesQuery } from "@/lib/client/geofences";
import type { Bounds, DesignDetail, DesignSet } from "@/lib/contract/design";
import { AudienceSets } from "./audience-sets";
import { ProximitySets } from "./proximity-sets";

/** A set beyond this many geofences is shown by its bounds alone: a browser should not fetch hundreds of megabytes. */
const DRAWN_AT_MOST = 50_000;

/** What the design reaches. */
export function SetsCard({ design }: { design: DesignDetail }) {
	const { contents, sets, type } = design;
	if (contents === null) {
		return (
			<Card title={`${formatPlural(sets.length, "set")} of the newest build`}>
				<div className="grid gap-3 p-3">
					<Notice kind="info">
						You see this design through a deployment on a target: its contents stay with the organisation that owns it.
					</Notice>
					<ul className="grid gap-1">
						{sets.map((set) => (
							<li key={set.set_id}>
								{set.set_name} <span className="font-mono text-small text-muted">{set.targeting_code}</span>
							</li>
						))}
					</ul>
				</div>
			</Card>
		);
	}
	if (contents.length === 0) {
		return (
			<Card title="Sets">
				<EmptyState inCard title="No sets yet">
					A design needs at least one set before a build can be requested.
				</EmptyState>
			</Card>
		);
	}
	if (type === "audience") {
		return (
			<Card title={formatPlural(contents.length, "set")}>
				<AudienceSets sets={contents} />
			</Card>
		);
	}
	return <ProximityCard design={design} contents={contents} />;
}

/** The smallest box around all of them; null when there is none. */
function around(boxes: readonly Bounds[]): Bounds {
	let all: Bounds = null;
	for (const box of boxes) {
		if (box === null) continue;
		const [west, south, east, north] = box;
		all =
			all === null
				? [west, south, east, north]
				: [Math.min(all[0], west), Math.min(all[1], south), Math.max(all[2], east), Math.max(all[3], north)];
	}
	return all;
}

function ProximityCard({ design, contents }: { design: DesignDetail; contents: DesignSet[] }) {
	const drawn = contents.map((set) => (set.geofences?.count ?? 0) > 0 && (set.geofences?.count ?? 0) <= DRAWN_AT_MOST);
	const loaded = useQueries({
		queries: contents.map((set, place) => ({
			...setGeofencesQuery(design.id, set.set_id, design.revision),
			enabled: drawn[place] === true,
		})),
		combine: (results) => ({
			collections: results.map(({ data }) => data),
			failed: results.some(({ error }) => error !== null),
			retry: () => results.filter(({ error }) => error !== null).map(({ refetch }) => refetch()),
		}),
	});
	const { collections } = loaded;
	const features = useMemo(
		() => collections.map((set, place): MapFeatures | null => (set ? toMapFeatures(set.features, place) : null)),
		[collections],
	);
	const total = contents.reduce((sum, set) => sum + (set.geofences?.count ?? 0), 0);
	const box = around(contents.map((set) => set.geofences?.bounds ?? null));
	const whole = box?.join();
	// Kept by its text: a new object, and with it a move of the map, comes only with new bounds.
	const all = useMemo(() => {
		const [west = 0, south = 0, east = 0, north = 0] = whole?.split(",").map(Number) ?? [];
		return whole === undefined ? null : { bounds: [west, south, east, north] as NonNullable<Bounds> };
	}, [whole]);
	const [chosen, setChosen] = useState<{ bounds: NonNullable<Bounds> } | null>(null);
	const left = contents.filter((set) => (set.geofences?.count ?? 0) > DRAWN_AT_MOST);
	return (
		<Card
			title={`${formatPlural(contents.length, "set")} · ${formatPlural(total, "geofence")}`}
			aside={
				chosen === null ? null : (
					<button type="button" className="text-accent text-small" onClick={() => setChosen(null)}>
						Show all sets
					</button>
				)
			}
		>
			{total === 0 ? null : (
				<GeofenceMap sets={features} names={contents.map((set) => set.set_name)} focus={chosen ?? all} />
			)}
			{loaded.failed ? (
				<div className="p-3">
					<Notice kind="warn">
						Some geofences could not be loaded for the map.{" "}
						<button type="button" className="font-medium underline" onClick={loaded.retry}>
							Try again
						</button>
					</Notice>
				</div>
			) : null}
			{left.length === 0 ? null : (
				<p className="px-3 py-2 text-muted text-small">
					Not drawn, being larger than {formatCount(DRAWN_AT_MOST)} geofences:{" "}
					{left.map((set) => set.set_name).join(", ")}.
				</p>
			)}
			<ProximitySets design={design} sets={contents} onShow={(bounds) => setChosen({ bounds })} />
		</Card>
	);
}
