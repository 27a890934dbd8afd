import { SetSwatch } from "@/components/kit/map/set-swatch";
import { formatCount } from "@/lib/browser/format";
import { CHANGE_WORDS, CHANGES, type ChangeCounts, placeOfChange } from "./changed-fences";

/** How many geofences an activation keeps, adds and removes, with how the map draws them. */
export function ChangeLegend({ counts }: { counts: ChangeCounts }) {
	return (
		<ul aria-label="Geofences" className="flex flex-wrap gap-x-4 gap-y-1">
			{CHANGES.filter((change) => counts[change] > 0).map((change) => (
				<li key={change} className="flex items-center gap-1.5">
					<SetSwatch place={placeOfChange(change)} />
					{formatCount(counts[change])} {CHANGE_WORDS[change]}
				</li>
			))}
		</ul>
	);
}
