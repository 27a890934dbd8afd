import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
	DataAutomation,
	DesignDetail,
	designConflict,
	duplicateDesignBody,
	editDesignBody,
} from "@/lib/contract/design";
import type { estimateBody } from "@/lib/contract/estimate";
import type { LookupTest } from "@/lib/contract/lookup-test";
import type { designVisibilityBody, shareDesignBody } from "@/lib/contract/sharing";
import { ApiError } from "./api-error";
import { request, requestPage, sendJson } from "./fetcher";
import { buildKeys, designKeys, directoryKeys } from "./query-keys";

/** The revision that a write expects; another one gives 412. */
export interface ExpectedRevision {
	revision: number;
}

/** Runs a write of a design, caches its answer and refetches every list. */
function useDesignWrite<Input>(id: string, write: (input: Input) => Promise<DesignDetail>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: write,
		onSuccess: (design) => {
			client.setQueryData(designKeys.detail(id), design);
		},
		onSettled: () => client.invalidateQueries({ queryKey: designKeys.all }),
	});
}

export type DesignEdit = z.input<typeof editDesignBody>;

/** Sends `PATCH /api/designs/<id>`, for callers that save in several steps. */
export const editDesign = (id: string, { revision, ...body }: DesignEdit & ExpectedRevision): Promise<DesignDetail> =>
	sendJson("PATCH", `/api/designs/${id}`, (schemas) => schemas.designDetail, body, { revision });

/** Changes name, sets, price or owner of a design. */
export const useEditDesign = (id: string) =>
	useDesignWrite(id, (edit: DesignEdit & ExpectedRevision) => editDesign(id, edit));

/** Replaces the collaborators of the design. */
export const useShareDesign = (id: string) =>
	useDesignWrite(id, ({ revision, ...body }: z.input<typeof shareDesignBody> & ExpectedRevision) =>
		sendJson("PUT", `/api/designs/${id}/collaborators`, (schemas) => schemas.designDetail, body, { revision }),
	);

/** Replaces the design's visibility tags. */
export const useSetVisibility = (id: string) =>
	useDesignWrite(id, ({ revision, ...body }: z.input<typeof designVisibilityBody> & ExpectedRevision) =>
		sendJson("PUT", `/api/designs/${id}/visibility`, (schemas) => schemas.designDetail, body, { revision }),
	);

/** Sets what follows when the design's data change. */
export const useSetAutomation = (id: string) =>
	useDesignWrite(id, (body: DataAutomation) =>
		sendJson("PUT", `/api/designs/${id}/automation`, (schemas) => schemas.designDetail, body),
	);

/** Copies a design for the caller. */
export function useDuplicateDesign(id: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: z.input<typeof duplicateDesignBody>) =>
			sendJson("POST", `/api/designs/${id}/duplicate`, (schemas) => schemas.designDetail, body),
		onSuccess: (copy) => {
			client.setQueryData(designKeys.detail(copy.id), copy);
			return client.invalidateQueries({ queryKey: designKeys.lists() });
		},
	});
}

/** Removes a design with its builds. */
export function useDeleteDesign(id: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ revision }: ExpectedRevision) =>
			request(`/api/designs/${id}`, (schemas) => schemas.emptyResponse, {
				method: "DELETE",
				headers: { "If-Match": `"${revision}"` },
			}),
		onSuccess: () => client.invalidateQueries({ queryKey: designKeys.lists() }),
	});
}

/** Tests a point or a device against the design's contents, or against a build's file. */
export const useLookupTest = (id: string) =>
	useMutation({
		mutationFn: (body: LookupTest) =>
			sendJson("POST", `/api/designs/${id}/test`, (schemas) => schemas.lookupTestResult, body),
	});

export type EstimateQuestion = z.input<typeof estimateBody>;

/** Estimates a build of the saved contents, or of unsaved ones. */
export const estimateQuery = (id: string, question: EstimateQuestion, revision: number) =>
	queryOptions({
		queryKey: designKeys.estimate(id, { ...question, revision }),
		queryFn: ({ signal }) =>
			sendJson("POST", `/api/designs/${id}/estimate`, (schemas) => schemas.estimate, question, { signal }),
		staleTime: 60_000,
		retry: false,
	});

const HISTORY_PAGE = 50;

/** The events of the design, its builds and its deployments, newest first. */
export const designHistoryQuery = (id: string) =>
	queryOptions({
		queryKey: designKeys.history(id),
		queryFn: ({ signal }) =>
			requestPage(`/api/designs/${id}/history`, (schemas) => schemas.designEvent, {
				query: { limit: HISTORY_PAGE },
				signal,
			}),
	});

/** People and organizations to share with. */
export const directoryQuery = (q: string) =>
	queryOptions({
		queryKey: directoryKeys.search(q),
		queryFn: ({ signal }) =>
			requestPage("/api/directory", (schemas) => schemas.directoryEntry, { query: { q, limit: 20 }, signal }),
		staleTime: 30_000,
	});

/** Retries a failed build, or abandons it with a reason for the designer. */
export function useSettleBuild(buildId: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ reason }: { reason: string | null }) =>
			reason === null
				? sendJson("POST", `/api/builds/${buildId}/retry`, (schemas) => schemas.buildDetail, {})
				: sendJson("POST", `/api/builds/${buildId}/reject`, (schemas) => schemas.buildDetail, { reason }),
		onSettled: () =>
			Promise.all([
				client.invalidateQueries({ queryKey: designKeys.all }),
				client.invalidateQueries({ queryKey: buildKeys.all }),
			]),
	});
}

/**
 * Gives the author of a conflicting change and the current design, from a 412; null for any other
 * error.
 */
export function designConflictOf(error: unknown): z.infer<typeof designConflict> | null {
	if (!(error instanceof ApiError) || error.status !== 412) return null;
	// The contract defines this detail; an answer without it is treated as any other error.
	return "current" in error.detail ? (error.detail as z.infer<typeof designConflict>) : null;
}
