import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { designConflict, editDesignBody } from "@/lib/contract/design-bodies";
import type { estimateBody } from "@/lib/contract/estimate";
import { read, useSend } from "./api";
import { ApiError } from "./api-error";

export type DesignEdit = z.input<typeof editDesignBody>;

export type EstimateQuestion = z.input<typeof estimateBody>;

/** Estimates a build of the saved contents, or of unsaved ones. */
export const estimateQuery = (design_id: string, body: EstimateQuestion, revision: number) =>
	queryOptions({
		...read("POST /api/designs/[design_id]/estimate", { design_id, body }, revision),
		staleTime: 60_000,
		retry: false,
	});

/** Tests a point or a device against the design's contents, or against a build's file. */
export const useLookupTest = () => useSend("POST /api/designs/[design_id]/test");

const HISTORY_PAGE = 50;

/** The events of the design, its builds and its deployments, newest first. */
export const designHistoryQuery = (design_id: string) =>
	read("GET /api/designs/[design_id]/history", { design_id, limit: HISTORY_PAGE });

/** People and organizations to share with. */
export const directoryQuery = (q: string) =>
	queryOptions({ ...read("GET /api/directory", { q, limit: 20 }), staleTime: 30_000 });

/**
 * Gives the author of a conflicting change and the current design, from a 412; null for any other
 * error.
 */
export function designConflictOf(error: unknown): z.infer<typeof designConflict> | null {
	if (!(error instanceof ApiError) || error.status !== 412) return null;
	// The contract defines this detail; an answer without it is treated as any other error.
	return "current" in error.detail ? (error.detail as z.infer<typeof designConflict>) : null;
}
