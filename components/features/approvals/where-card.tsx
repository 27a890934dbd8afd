"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";
import { buildFenceIndex, type FenceIndex } from "@/components/kit/map/fence-index";
import { FlatFences } from "@/components/kit/map/flat-fences";
import { boxWords, flatMap, landPath } from "@/components/kit/map/flat-map";
import { setLook } from "@/components/kit/map/set-look";
import { SetSwatch } from "@/components/kit/map/set-swatch";
import { Card } from "@/components/kit/ui/card";
import { formatPlural } from "@/lib/browser/format";
import { builtGeofencesQuery } from "@/lib/browser/geofences";
import { landQuery } from "@/lib/browser/land";
import type { ActivationPreview } from "@/lib/contract/preview";

const WIDTH = 480;
const HEIGHT = 176;
/** Minimum size of a box, so that a single shop is visible on a map of its country. */
const LEAST = 6;
const NAMED = 6;
/** Above this number of geofences the map draws extents instead of shapes. */
const DRAWN_AT_MOST = 2_000;
/** Minimum degrees of latitude in the close-up, and how much smaller it must be than the region. */
const NEAR = 0.01;
const MUCH_NEARER = 3;

type PreviewMap = NonNullable<ActivationPreview["map"]>;

/** The build's geofences if they are few and readable; without an index, only extents are shown. */
function useBuiltFences(deploymentId: string, { sets }: PreviewMap): { index: FenceIndex | null; coming: boolean } {
	const few = sets.reduce((sum, { items }) => sum + items, 0) <= DRAWN_AT_MOST;
	const { collections, coming } = useQueries({
		queries: sets.map(({ set_id, readable, items }) => ({
			...builtGeofencesQuery(deploymentId, set_id),
			enabled: few && readable && items > 0,
		})),
		combine: (results) => ({
			collections: results.map(({ data }) => data?.features),
			coming: results.some(({ isLoading }) => isLoading),
		}),
	});
	const index = useMemo(
		() => (collections.some((fences) => fences !== undefined) ? buildFenceIndex(collections) : null),
		[collections],
	);
	return { index, coming };
}

export interface WhereCardProps {
	deploymentId: string;
	map: PreviewMap;
}

const Caption = ({ children }: { children: string }) => <p className="px-3 py-1 text-muted text-small">{children}</p>;

/** Map pictures of the build's geofences, with a description. Nothing if it recorded no extent. */
export function WhereCard({ deploymentId, map }: WhereCardProps) {
	const { data: land } = useQuery(landQuery());
	const { index, coming } = useBuiltFences(deploymentId, map);
	const { bounds } = map;
	const picture = useMemo(() => (bounds === null ? null : flatMap(bounds, WIDTH, HEIGHT)), [bounds]);
	const near = useMemo(() => (bounds === null ? null : flatMap(bounds, WIDTH, HEIGHT, NEAR)), [bounds]);
	const path = useMemo(() => (picture === null || land === undefined ? "" : landPath(land, picture)), [land, picture]);
	if (bounds === null || picture === null || near === null) return null;
	const placed = map.sets
		.map((set, place) => ({ ...set, place }))
		.filter((set): set is typeof set & { bounds: NonNullable<typeof set.bounds> } => set.bounds !== null);
	// Shapes that are still loading keep their place, to avoid a layout shift.
	const shapes = index !== null || coming;
	const count = index?.count ?? map.sets.reduce((sum, { items }) => sum + items, 0);
	const closeUp = shapes && (picture.seen[3] - picture.seen[1]) / (near.seen[3] - near.seen[1]) > MUCH_NEARER;
	return (
		<Card
			title="Where"
			aside={
				map.geofences_readable ? (
					<Link href={`/designs/${map.design_id}`} className="rounded-sm py-1 text-accent text-small hover:underline">
						The design's map
					</Link>
				) : undefined
			}
		>
			{closeUp ? <Caption>Region</Caption> : null}
			<svg
				role="img"
				aria-label={`Where the geofences lie: ${boxWords(bounds)}`}
				viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
				preserveAspectRatio="xMidYMid slice"
				className="block h-44 w-full bg-water"
			>
				<path d={path} className="fill-land stroke-coast" strokeWidth="0.75" />
				{index !== null && !closeUp ? <FlatFences index={index} map={picture} /> : null}
				{(index === null || closeUp ? placed : []).map(({ set_id, bounds: [west, south, east, north], place }) => {
					const [x, y] = [picture.x(west), picture.y(north)];
					const [width, height] = [picture.x(east) - x, picture.y(south) - y];
					const color = `var(${setLook(place).token})`;
					return (
						<rect
							key={set_id}
							x={x - Math.max(0, LEAST - width) / 2}
							y={y - Math.max(0, LEAST - height) / 2}
							width={Math.max(LEAST, width)}
							height={Math.max(LEAST, height)}
							rx="2"
							fill={color}
							fillOpacity="0.2"
							stroke={color}
							strokeWidth="1.5"
						/>
					);
				})}
			</svg>
			{closeUp ? (
				<>
					<Caption>Close-up</Caption>
					<svg
						role="img"
						aria-label="The same geofences, close up"
						viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
						preserveAspectRatio="xMidYMid meet"
						className="block h-44 w-full bg-land"
					>
						{index === null ? null : <FlatFences index={index} map={near} />}
					</svg>
				</>
			) : null}
			<div className="grid gap-1 px-3 py-2 text-small">
				<ul className="flex flex-wrap gap-x-4 gap-y-1">
					{placed.slice(0, NAMED).map(({ set_id, set_name, items, place }) => (
						<li key={set_id} className="flex items-center gap-1.5">
							<SetSwatch place={place} />
							<bdi>{set_name}</bdi>: {formatPlural(items, "geofence")}
						</li>
					))}
					{placed.length > NAMED ? (
						<li className="text-muted">and {formatPlural(placed.length - NAMED, "more set")}</li>
					) : null}
				</ul>
				<p className="text-muted">
					{boxWords(bounds)}. {shapes ? null : "Boxes show the area each set covers. "}
					{shapes && count > 1 ? "Numbered dots group nearby geofences." : null}
				</p>
			</div>
		</Card>
	);
}
