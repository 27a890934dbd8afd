import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreateView, EditView, ViewPage } from "@/lib/contract/view";
import { request, requestItem, requestPage } from "./fetcher";
import { viewKeys } from "./query-keys";

const JSON_BODY = { "Content-Type": "application/json" };
const MOST = 500;

/** The views of a page: the user's own, and those shared in their organization. */
export const viewsQuery = (page: ViewPage) =>
	queryOptions({
		queryKey: viewKeys.ofPage(page),
		queryFn: ({ signal }) =>
			requestPage("/api/views", (schemas) => schemas.savedView, { query: { page, limit: MOST }, signal }),
		staleTime: 60_000,
	});

function useViewMutation<T>(mutationFn: (input: T) => Promise<unknown>) {
	const client = useQueryClient();
	return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: viewKeys.all }) });
}

/** Saves a page's filters under a name. */
export const useCreateView = () =>
	useViewMutation((body: CreateView) =>
		requestItem("/api/views", (schemas) => schemas.savedView, {
			method: "POST",
			headers: JSON_BODY,
			body: JSON.stringify(body),
		}),
	);

/** Renames, shares or replaces a view, or makes it the default. */
export const useEditView = () =>
	useViewMutation(({ id, body }: { id: string; body: EditView }) =>
		requestItem(`/api/views/${id}`, (schemas) => schemas.savedView, {
			method: "PATCH",
			headers: JSON_BODY,
			body: JSON.stringify(body),
		}),
	);

export const useDeleteView = () =>
	useViewMutation(({ id }: { id: string }) =>
		request(`/api/views/${id}`, (schemas) => schemas.anything, { method: "DELETE" }),
	);
