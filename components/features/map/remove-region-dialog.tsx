"use client";

import { DeleteDialog } from "@/components/kit/ui/delete-dialog";
import { useSend } from "@/lib/browser/api";
import type { MapRegion } from "@/lib/contract/basemap";
import { isolate } from "@/lib/rules/text/isolate";

/** Confirms the removal of a region with its file. */
export function RemoveRegionDialog({ region, onClose }: { region: MapRegion; onClose: () => void }) {
	const name = isolate(region.name);
	return (
		<DeleteDialog
			item={{ region_id: region.id }}
			remove={useSend("DELETE /api/basemap/regions/[region_id]")}
			title={`Remove ${name}?`}
			description={
				region.state === "ready"
					? "Maps no longer show its streets, and its file is deleted."
					: "Its file is no longer fetched."
			}
			action="Remove"
			done={`Removed ${name}`}
			onClose={onClose}
		/>
	);
}
