import { useMutation } from "@tanstack/react-query";
import { useSend } from "@/lib/browser/api";
import { useKeepDesign } from "@/lib/browser/designs";
import { useImportGeofences } from "@/lib/browser/geofences";
import { servicePath } from "@/lib/browser/service-path";
import type { GeofenceImport } from "@/lib/contract/geofence-import";

/**
 * Public landmarks of one city as a list that an import takes, also to look at: a pattern for one's
 * own.
 */
export const SAMPLE_LIST = "/samples/berlin-landmarks.csv";
const NAME = "Berlin landmarks";

/** Creates a design of the sample places by the ordinary import; returns the accepted places. */
export function useSamplePlaces() {
	const { mutateAsync: create } = useSend("POST /api/designs", { onSuccess: useKeepDesign() });
	const { mutateAsync: take } = useImportGeofences();
	return useMutation({
		mutationFn: async (): Promise<GeofenceImport> => {
			const list = await fetch(servicePath(SAMPLE_LIST));
			if (!list.ok) throw new Error(`${SAMPLE_LIST} answered ${list.status}`);
			const file = await list.blob();
			const design = await create({ body: { name: NAME, type: "proximity", sets: [{ set_name: NAME }] } });
			const set_id = design.sets[0]?.set_id;
			if (set_id === undefined) throw new Error("The new design has no set");
			return take({ design_id: design.id, set_id, file, contentType: "text/csv" });
		},
	});
}
