"use client";

import { TriangleAlert } from "lucide-react";
import { positionsOf } from "@/components/kit/map/packed-ring";
import { useSettled } from "@/components/kit/ui/use-settled";
import { formatPlural } from "@/lib/browser/format";
import { draftOverlapsQuery } from "@/lib/browser/place-categories";
import { useQuery } from "@/lib/browser/use-query";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { isolate } from "@/lib/rules/text/isolate";

/** Milliseconds without an edit before the service is asked. */
const PAUSE = 600;
/** For more, the design's page shows it after they are saved. */
const MOST_FENCES = 200;
const MOST_POSITIONS = 5_000;

/** Says which sensitive places the new and changed geofences of a draft overlap. */
export function DraftSensitive({ fences }: { fences: readonly Geofence[] }) {
	const few =
		fences.length <= MOST_FENCES && fences.reduce((sum, fence) => sum + positionsOf(fence), 0) <= MOST_POSITIONS;
	const settled = useSettled(few ? JSON.stringify(fences) : "[]", PAUSE);
	const asked = settled !== "[]";
	const { data } = useQuery({ ...draftOverlapsQuery(settled), enabled: asked });
	if (!asked || data === undefined || data.geofence_count === 0) return null;
	const categories = data.categories.map(({ name, geofence_count: count }) => `${isolate(name)} (${count})`);
	return (
		<p role="status" className="flex items-center gap-1.5 text-warn">
			<TriangleAlert aria-hidden className="size-3.5 shrink-0" />
			{formatPlural(data.geofence_count, "changed geofence")} on sensitive places: {categories.join(", ")}.
		</p>
	);
}
