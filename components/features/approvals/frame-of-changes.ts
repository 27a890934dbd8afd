import { around } from "@/components/kit/map/bounds";
import type { Bounds } from "@/lib/contract/design";
import type { ActivationPreview } from "@/lib/contract/preview";

/** The extent of the geofences after the activation, and of those that it removes. */
export const frameOfChanges = (map: Pick<NonNullable<ActivationPreview["map"]>, "bounds" | "bounds_before">): Bounds =>
	around([map.bounds, map.bounds_before]);
