const SOUTH_OF_NORTH_POLE = 90 - 2 ** -46;

/** The longitude under which a place is looked up: 180 is the same meridian as -180. */
export const lookupLongitude = (longitude: number): number => (longitude === 180 ? -180 : longitude);

/** The latitude under which a place is looked up: half-open polygons exclude the north pole. */
export const lookupLatitude = (latitude: number): number => (latitude === 90 ? SOUTH_OF_NORTH_POLE : latitude);
