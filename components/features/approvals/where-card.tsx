"use client";

import { Maximize2 } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useMemo, useState } from "react";
import type { FenceIndex } from "@/components/kit/map/fence-index";
import { FlatFences } from "@/components/kit/map/flat-fences";
import { type FlatMap, flatMap, landPath } from "@/components/kit/map/flat-map";
import { extentWords } from "@/components/kit/map/place-words";
import { setLook } from "@/components/kit/map/set-look";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { changedGeofencesQuery, changesQuery } from "@/lib/browser/geofences";
import { landQuery } from "@/lib/browser/land";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { Bounds } from "@/lib/contract/design";
import type { GeofenceChanges } from "@/lib/contract/geofence-changes";
import type { ActivationPreview } from "@/lib/contract/preview";
import { ChangeLegend } from "./change-legend";
import { countChanges, frameOfChanges, indexOfChanges } from "./changed-fences";
import { FlatCells } from "./flat-cells";
import { MapDialog } from "./lazy-dialogs";

const WIDTH = 480;
const HEIGHT = 176;
/** Minimum size of a box, so that a single shop is visible on a map of its country. */
const LEAST = 6;
/** Above this number of geofences the picture draws cells with counts instead of shapes. */
const DRAWN_AT_MOST = 2_000;
/** Minimum degrees of latitude in the close-up, and how much smaller it must be than the region. */
const NEAR = 0.01;
const MUCH_NEARER = 3;

type PreviewMap = NonNullable<ActivationPreview["map"]>;

/** The changed geofences of an activation: shapes where they are few, else cells with counts. */
function useChanges({ id }: DeploymentDetail, { replaces, items }: ActivationPreview, { sets }: PreviewMap) {
	const readable = sets.every((set) => set.readable || set.items === 0);
	const few = items.after + (replaces === null ? 0 : (items.before ?? 0)) <= DRAWN_AT_MOST;
	const fences = useQuery({ ...changedGeofencesQuery(id, replaces?.id ?? null), enabled: readable && few });
	const cells = useQuery({ ...changesQuery(id, replaces?.id ?? null), enabled: readable && !few });
	const index = useMemo(() => (fences.data === undefined ? null : indexOfChanges(fences.data)), [fences.data]);
	const counts = useMemo(
		() => (fences.data === undefined ? (cells.data ?? null) : countChanges(fences.data)),
		[fences.data, cells.data],
	);
	return { index, cells: cells.data?.cells ?? null, counts, coming: fences.isLoading || cells.isLoading };
}

export interface WhereCardProps {
	deployment: DeploymentDetail;
	preview: ActivationPreview;
	map: PreviewMap;
}

const Caption = ({ children }: { children: string }) => <p className="px-3 py-1 text-muted text-small">{children}</p>;

/**
 * Pictures of where geofences are kept, added and removed, and the way to a map to move in. Nothing
 * if the build recorded no extent.
 */
export function WhereCard({ deployment, preview, map }: WhereCardProps) {
	const [open, setOpen] = useState(false);
	const { data: land } = useQuery(landQuery());
	const { index, cells, counts, coming } = useChanges(deployment, preview, map);
	const bounds = useMemo(() => frameOfChanges(map), [map]);
	const picture = useMemo(() => (bounds === null ? null : flatMap(bounds, WIDTH, HEIGHT)), [bounds]);
	const near = useMemo(() => (bounds === null ? null : flatMap(bounds, WIDTH, HEIGHT, NEAR)), [bounds]);
	const path = useMemo(() => (picture === null || land === undefined ? "" : landPath(land, picture)), [land, picture]);
	if (bounds === null || picture === null || near === null) return null;
	const where = extentWords(bounds, map.near);
	// Loading parts keep their place, to avoid a layout shift.
	const drawn = index !== null || cells !== null || coming;
	const closeUp = drawn && (picture.seen[3] - picture.seen[1]) / (near.seen[3] - near.seen[1]) > MUCH_NEARER;
	return (
		<Card
			title="Where"
			aside={
				<span className="flex items-center gap-1">
					{map.geofences_readable ? (
						<Link href={`/designs/${map.design_id}`} className="rounded-sm py-1 text-accent text-small hover:underline">
							The design's map
						</Link>
					) : null}
					{drawn ? (
						<Button variant="link" onClick={() => setOpen(true)}>
							<Maximize2 aria-hidden className="size-3.5" />
							Open map
						</Button>
					) : null}
				</span>
			}
		>
			{closeUp ? <Caption>Region</Caption> : null}
			<Picture label={`Where the geofences lie: ${where}`} look="bg-water" slice>
				<path d={path} className="fill-land stroke-coast" strokeWidth="0.75" />
				{closeUp ? null : <Contents map={picture} index={index} cells={cells} />}
				{drawn && !closeUp ? null : <Boxes map={picture} of={map} />}
			</Picture>
			{closeUp ? (
				<>
					<Caption>Close-up</Caption>
					<Picture label="The same geofences, close up" look="bg-land">
						<Contents map={near} index={index} cells={cells} />
					</Picture>
				</>
			) : null}
			<div className="grid gap-1 px-3 py-2 text-small">
				{counts === null ? null : <ChangeLegend counts={counts} />}
				<p className="text-muted">
					{where}. {drawn ? null : "Boxes show the area each set covers"}
					{drawn ? null : map.bounds_before === null ? ". " : ", the dashed one that of the active build. "}
					{index !== null && index.count > 1 ? "Numbers show how many geofences are nearby." : null}
					{cells === null ? null : "Discs group nearby geofences by what changed."}
				</p>
			</div>
			{open ? <MapDialog deployment={deployment} preview={preview} onClose={() => setOpen(false)} /> : null}
		</Card>
	);
}

interface PictureProps {
	label: string;
	look: string;
	slice?: boolean;
	children: ReactNode;
}

const Picture = ({ label, look, slice = false, children }: PictureProps) => (
	<svg
		role="img"
		aria-label={label}
		viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
		preserveAspectRatio={`xMidYMid ${slice ? "slice" : "meet"}`}
		className={`block h-44 w-full ${look}`}
	>
		{children}
	</svg>
);

interface ContentsProps {
	map: FlatMap;
	index: FenceIndex | null;
	cells: GeofenceChanges["cells"] | null;
}

function Contents({ map, index, cells }: ContentsProps) {
	if (index !== null) return <FlatFences index={index} map={map} />;
	return cells === null ? null : <FlatCells cells={cells} map={map} />;
}

/** The extent of each set, and of the build that is replaced, where geofences are not shown. */
function Boxes({ map, of }: { map: FlatMap; of: PreviewMap }) {
	return (
		<>
			{of.bounds_before === null ? null : (
				<rect
					{...boxOn(map, of.bounds_before)}
					fill="none"
					className="stroke-muted"
					strokeWidth="1.5"
					strokeDasharray="4 3"
				/>
			)}
			{of.sets.map(({ set_id, bounds }, place) => {
				if (bounds === null) return null;
				const color = `var(${setLook(place).token})`;
				return (
					<rect key={set_id} {...boxOn(map, bounds)} fill={color} fillOpacity="0.2" stroke={color} strokeWidth="1.5" />
				);
			})}
		</>
	);
}

function boxOn({ x, y }: FlatMap, [west, south, east, north]: NonNullable<Bounds>) {
	const [left, top] = [x(west), y(north)];
	const [width, height] = [x(east) - left, y(south) - top];
	return {
		x: left - Math.max(0, LEAST - width) / 2,
		y: top - Math.max(0, LEAST - height) / 2,
		width: Math.max(LEAST, width),
		height: Math.max(LEAST, height),
		rx: "2",
	};
}
