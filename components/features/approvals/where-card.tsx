"use client";

import { extentWords } from "@/components/kit/map/place-words";
import { lazyPart } from "@/components/kit/ui/lazy-part";
import { Link } from "@/components/kit/ui/link";
import { Skeleton } from "@/components/kit/ui/states";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationPreview } from "@/lib/contract/preview";
import { frameOfChanges } from "./frame-of-changes";

export interface WhereCardProps {
	deployment: DeploymentDetail;
	preview: ActivationPreview;
	map: NonNullable<ActivationPreview["map"]>;
}

/** The map with what draws it, which the page's first load does without. */
const WhereMap = lazyPart(
	"The map",
	() => import("./where-map").then((module) => module.WhereMap),
	<div aria-busy="true">
		<div className="flex min-h-12 items-center gap-4 px-3">
			<h2 className="font-bold">Where</h2>
			<Skeleton className="w-60" />
		</div>
		<div className="h-where animate-breathe bg-line" />
		<div className="min-h-8" />
	</div>,
);

/** Where an activation keeps, adds and removes geofences. Nothing if the build recorded no extent. */
export function WhereCard({ deployment, preview, map }: WhereCardProps) {
	const bounds = frameOfChanges(map);
	if (bounds === null) return null;
	return (
		<section aria-label="Where" className="min-w-0 overflow-hidden rounded-md border border-line bg-surface">
			<WhereMap deployment={deployment} preview={preview} map={map} />
			<p className="flex flex-wrap justify-between gap-x-4 px-3 pb-2 text-muted text-small">
				{extentWords(bounds, map.near)}
				{map.geofences_readable ? (
					<Link href={`/designs/${map.design_id}`} className="rounded-sm text-accent hover:underline">
						The design's map
					</Link>
				) : null}
			</p>
		</section>
	);
}
