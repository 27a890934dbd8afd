import { send } from "./api";

/** What the service's settings put under geofences. */
export const readBasemap = () => send("GET /api/basemap");
