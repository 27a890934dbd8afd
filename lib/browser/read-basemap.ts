import { queryOptions } from "@tanstack/react-query";
import { read, send } from "./api";

const INTERVAL = 5_000;

/** What the service's settings and its operators put under geofences. */
export const readBasemap = () => send("GET /api/basemap");

/** The same for its page, which follows files on their way. */
export const basemapQuery = () =>
	queryOptions({
		...read("GET /api/basemap"),
		refetchInterval: ({ state }) => (state.data?.regions.some((one) => one.state === "fetching") ? INTERVAL : false),
	});
