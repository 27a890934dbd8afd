"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
import { fetchRegionBody, type MapRegion } from "@/lib/contract/basemap";
import { isolate } from "@/lib/rules/text/isolate";

/** Adds a region whose file the service fetches. */
export function FetchRegionDialog({ onClose }: { onClose: () => void }) {
	const fetching = useSend("POST /api/basemap/regions/fetch");
	return (
		<FormDialog
			title="Fetch a region"
			description="The service fetches the file in the background. Maps show its streets for everybody once it is there."
			action="Fetch"
			fields={[
				{ name: "name", label: "Name", input: { maxLength: 100 } },
				{
					name: "url",
					label: "Address",
					hint: "https://… or s3://bucket/key of a PMTiles file.",
					input: { maxLength: 2_000, inputMode: "url", autoComplete: "off" },
				},
			]}
			schema={fetchRegionBody}
			saving={fetching}
			send={(body, then) => fetching.mutate({ body }, then)}
			done={({ name }: MapRegion) => `Fetching ${isolate(name)}`}
			onClose={onClose}
		/>
	);
}
