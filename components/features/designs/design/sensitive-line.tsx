"use client";

import { TriangleAlert } from "lucide-react";
import { formatPlural } from "@/lib/browser/format";
import { setOverlapsQuery } from "@/lib/browser/place-categories";
import { useQuery } from "@/lib/browser/use-query";
import type { DesignSet } from "@/lib/contract/design";
import { isolate } from "@/lib/rules/text/isolate";

/** Says which sensitive places the saved geofences of a set overlap; nothing where there are none. */
export function SensitiveLine({ designId, set }: { designId: string; set: Pick<DesignSet, "set_id" | "revision"> }) {
	const { data } = useQuery(setOverlapsQuery(designId, set.set_id, set.revision));
	if (data === undefined || data.geofence_count === 0) return null;
	const categories = data.categories.map(({ name, geofence_count: count }) => `${isolate(name)} (${count})`);
	return (
		<p className="flex items-start gap-1.5 text-small text-warn">
			<TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
			{formatPlural(data.geofence_count, "geofence")} on sensitive places: {categories.join(", ")}.
		</p>
	);
}
