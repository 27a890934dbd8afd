"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";
import { boxWords, flatMap, landPath } from "@/components/map/flat-map";
import { setLook } from "@/components/map/set-look";
import { SetSwatch } from "@/components/map/set-swatch";
import { Card } from "@/components/ui/card";
import { formatPlural } from "@/lib/client/format";
import { landQuery } from "@/lib/client/land";
import type { ActivationPreview } from "@/lib/contract/preview";

const WIDTH = 480;
const HEIGHT = 176;
/** A box is drawn so large at least, so that a single shop is seen on a map of its country. */
const LEAST = 6;
const NAMED = 6;

/** Where the geofences of the build lie: a picture and the same in words. Nothing where the build recorded no place. */
export function WhereCard({ map }: { map: NonNullable<ActivationPreview["map"]> }) {
	const { data: land } = useQuery(landQuery());
	const { bounds } = map;
	const picture = useMemo(() => (bounds === null ? null : flatMap(bounds, WIDTH, HEIGHT)), [bounds]);
	const path = useMemo(() => (picture === null || land === undefined ? "" : landPath(land, picture)), [land, picture]);
	if (bounds === null || picture === null) return null;
	const placed = map.sets
		.map((set, place) => ({ ...set, place }))
		.filter((set): set is typeof set & { bounds: NonNullable<typeof set.bounds> } => set.bounds !== null);
	return (
		<Card
			title="Where"
			aside={
				map.geofences_readable ? (
					<Link href={`/designs/${map.design_id}`} className="rounded-sm text-accent text-small hover:underline">
						The design's map
					</Link>
				) : undefined
			}
		>
			<svg
				role="img"
				aria-label={`The geofences lie between ${boxWords(bounds)}`}
				viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
				preserveAspectRatio="xMidYMid slice"
				className="block h-44 w-full bg-water"
			>
				<path d={path} className="fill-land stroke-coast" strokeWidth="0.75" />
				{placed.map(({ set_id, bounds: [west, south, east, north], place }) => {
					const [x, y] = [picture.x(west), picture.y(north)];
					const [width, height] = [picture.x(east) - x, picture.y(south) - y];
					const colour = `var(${setLook(place).token})`;
					return (
						<rect
							key={set_id}
							x={x - Math.max(0, LEAST - width) / 2}
							y={y - Math.max(0, LEAST - height) / 2}
							width={Math.max(LEAST, width)}
							height={Math.max(LEAST, height)}
							rx="2"
							fill={colour}
							fillOpacity="0.2"
							stroke={colour}
							strokeWidth="1.5"
						/>
					);
				})}
			</svg>
			<div className="grid gap-1 px-3 py-2 text-small">
				<ul className="flex flex-wrap gap-x-4 gap-y-1">
					{placed.slice(0, NAMED).map(({ set_id, set_name, items, place }) => (
						<li key={set_id} className="flex items-center gap-1.5">
							<SetSwatch place={place} />
							{set_name}: {formatPlural(items, "geofence")}
						</li>
					))}
					{placed.length > NAMED ? (
						<li className="text-muted">and {formatPlural(placed.length - NAMED, "more set")}</li>
					) : null}
				</ul>
				<p className="text-muted">{boxWords(bounds)}. Boxes stand for the extent of each set, not for its shapes.</p>
			</div>
		</Card>
	);
}
