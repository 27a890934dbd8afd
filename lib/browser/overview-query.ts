import { queryOptions } from "@tanstack/react-query";
import { read } from "./api";
import { unlessLive } from "./live-events";

const INTERVAL = 10_000;

/** Pending, failed and live work, and recent changes. */
export const overviewQuery = () =>
	queryOptions({ ...read("GET /api/overview"), refetchInterval: () => unlessLive(INTERVAL) });
