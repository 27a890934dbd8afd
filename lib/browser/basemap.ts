import { requestItem } from "./fetcher";

/** What the service's settings put under geofences. */
export const readBasemap = () => requestItem("/api/basemap", (schemas) => schemas.basemap);
