import { queryOptions } from "@tanstack/react-query";
import type { ViewPage } from "@/lib/contract/view";
import { read } from "./api";

const MOST = 500;

/** The views of a page: the user's own, and those shared in their organization. */
export const viewsQuery = (page: ViewPage) =>
	queryOptions({ ...read("GET /api/views", { page, limit: MOST }), staleTime: 60_000 });
