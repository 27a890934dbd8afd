export type LandmarkKind = "station" | "museum" | "park" | "stadium" | "square" | "airport" | "market" | "sight";

/** `[latitude, longitude]` in degrees, as maps print them. */
export type Place = readonly [latitude: number, longitude: number];

interface Named {
	readonly name: string;
	readonly kind: LandmarkKind;
}

/** A public place with its extent: a radius (meters) or a rough outline. */
export type Landmark = Named &
	(
		| { readonly at: Place; readonly radius: number }
		| {
				/** Open: the last corner connects to the first. */
				readonly outline: readonly Place[];
		  }
	);

export interface City {
	readonly name: string;
	readonly landmarks: readonly Landmark[];
}
