import { formatCount } from "@/lib/browser/format";
import type { ChangedPlace } from "@/lib/contract/geofence-changes";

function whereOf({ name, country, added, removed }: ChangedPlace): string {
	if (name !== null) return `${added + removed === 1 ? "near" : "around"} ${name}`;
	return country === null ? "elsewhere" : `in ${country}`;
}

/** What changes where: `+1,900 around Zurich, −1 near Los Angeles`; empty where nothing does. */
export const changeWords = (places: readonly ChangedPlace[]): string =>
	places
		.map((place) => {
			const added = place.added === 0 ? [] : [`+${formatCount(place.added)}`];
			const removed = place.removed === 0 ? [] : [`−${formatCount(place.removed)}`];
			return [...added, ...removed, whereOf(place)].join(" ");
		})
		.join(", ");
