import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
	CreateInventorySource,
	EditInventorySource,
	InventoryImportMode,
	InventorySource,
	listInventorySourcesParameters,
	setInventoryPullBody,
} from "@/lib/contract/inventory";
import type { QueryOf } from "@/lib/contract/parameters";
import { request, requestItem, requestPage, sendJson } from "./fetcher";
import { audienceSourceKeys, inventoryKeys } from "./query-keys";
import { type Upload, uploadFile } from "./upload";

const pathOf = (slug: string) => `/api/inventory-sources/${encodeURIComponent(slug)}`;

/** A page of the inventory sources that the reader may use. */
export const sourcesQuery = (filters: QueryOf<typeof listInventorySourcesParameters>) =>
	queryOptions({
		queryKey: inventoryKeys.list(filters),
		queryFn: ({ signal }) =>
			requestPage("/api/inventory-sources", (schemas) => schemas.inventorySource, { query: { ...filters }, signal }),
		placeholderData: keepPreviousData,
	});

/** One source with its versions and the designs that use it. */
export const sourceQuery = (slug: string) =>
	queryOptions({
		queryKey: inventoryKeys.detail(slug),
		queryFn: ({ signal }) => requestItem(pathOf(slug), (schemas) => schemas.inventorySourceDetail, { signal }),
	});

function useForgetSources(): () => Promise<unknown> {
	const client = useQueryClient();
	return () =>
		Promise.all([
			client.invalidateQueries({ queryKey: inventoryKeys.all }),
			client.invalidateQueries({ queryKey: audienceSourceKeys.all }),
		]);
}

/** Creates an inventory source without data. */
export function useCreateSource() {
	const forget = useForgetSources();
	return useMutation({
		mutationFn: (body: CreateInventorySource) =>
			sendJson("POST", "/api/inventory-sources", (schemas) => schemas.inventorySource, body),
		onSettled: forget,
	});
}

/** Changes the name of a source and its organizations, if its revision is still current. */
export function useEditSource() {
	const forget = useForgetSources();
	return useMutation({
		mutationFn: ({ source: { slug, revision }, body }: { source: InventorySource; body: EditInventorySource }) =>
			sendJson("PATCH", pathOf(slug), (schemas) => schemas.inventorySource, body, { revision }),
		onSettled: forget,
	});
}

/**
 * Replaces a source's data from a file, or appends it; gives the accepted and refused rows. Rejects with an
 * AbortError when cancelled.
 */
export function useImportInventory(slug: string) {
	const forget = useForgetSources();
	return useMutation({
		mutationFn: ({ mode, ...upload }: Upload & { mode: InventoryImportMode }) =>
			uploadFile(
				`${pathOf(slug)}/imports${mode === "append" ? "?mode=append" : ""}`,
				(schemas) => schemas.inventoryImportResult,
				{
					...upload,
					method: "POST",
				},
			),
		onSettled: forget,
	});
}

/** Sets from where and when a source's data are pulled. */
export function useSetPull(slug: string) {
	const forget = useForgetSources();
	return useMutation({
		mutationFn: (body: z.input<typeof setInventoryPullBody>) =>
			sendJson("PUT", `${pathOf(slug)}/pull`, (schemas) => schemas.inventoryPull, body),
		onSettled: forget,
	});
}

/** Has a source's data pulled at once. */
export function useRunPull(slug: string) {
	const forget = useForgetSources();
	return useMutation({
		mutationFn: () => requestItem(`${pathOf(slug)}/pull/run`, (schemas) => schemas.inventoryPull, { method: "POST" }),
		onSettled: forget,
	});
}

/** Ends the pulls of a source. */
export function useRemovePull(slug: string) {
	const forget = useForgetSources();
	return useMutation({
		mutationFn: () => request(`${pathOf(slug)}/pull`, (schemas) => schemas.anything, { method: "DELETE" }),
		onSettled: forget,
	});
}
