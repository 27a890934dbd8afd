import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryOf } from "@/lib/contract/parameters";
import type {
	CreatePlaceCategory,
	EditPlaceCategory,
	listPlaceCategoriesParameters,
	PlaceCategory,
} from "@/lib/contract/place";
import { request, requestItem, requestPage, sendJson } from "./fetcher";
import { placeCategoryKeys } from "./query-keys";
import { type Upload, uploadFile } from "./upload";

const PATH = "/api/place-categories";

/** A page of the categories of the operator's places. */
export const placeCategoriesQuery = (filters: QueryOf<typeof listPlaceCategoriesParameters>) =>
	queryOptions({
		queryKey: placeCategoryKeys.list(filters),
		queryFn: ({ signal }) => requestPage(PATH, (schemas) => schemas.placeCategory, { query: { ...filters }, signal }),
		placeholderData: keepPreviousData,
	});

/** The geofences of a set's revision that overlap sensitive places. */
export const setOverlapsQuery = (designId: string, setId: string, revision: number) =>
	queryOptions({
		queryKey: placeCategoryKeys.overlaps(designId, setId, revision),
		queryFn: ({ signal }) =>
			requestItem(`/api/designs/${designId}/sets/${setId}/sensitive-places`, (schemas) => schemas.setOverlaps, {
				signal,
			}),
		staleTime: 60_000,
	});

/**
 * Which of the geofences of a draft overlap sensitive places.
 * @param fences as a JSON list
 */
export const draftOverlapsQuery = (fences: string) =>
	queryOptions({
		queryKey: placeCategoryKeys.draft(fences),
		queryFn: ({ signal }) =>
			sendJson(
				"POST",
				"/api/sensitive-places",
				(schemas) => schemas.setOverlaps,
				{ geofences: { type: "FeatureCollection", features: JSON.parse(fences) } },
				{ signal },
			),
		staleTime: 60_000,
		gcTime: 0,
	});

function useForgetPlaces(): () => Promise<unknown> {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: placeCategoryKeys.all });
}

/** Creates a category without places. */
export function useCreatePlaceCategory() {
	const forget = useForgetPlaces();
	return useMutation({
		mutationFn: (body: CreatePlaceCategory) => sendJson("POST", PATH, (schemas) => schemas.placeCategory, body),
		onSettled: forget,
	});
}

/** Changes a category, if its revision is still current. */
export function useEditPlaceCategory() {
	const forget = useForgetPlaces();
	return useMutation({
		mutationFn: ({ category: { id, revision }, body }: { category: PlaceCategory; body: EditPlaceCategory }) =>
			sendJson("PATCH", `${PATH}/${id}`, (schemas) => schemas.placeCategory, body, { revision }),
		onSettled: forget,
	});
}

/** Removes a category with its places, if its revision is still current. */
export function useDeletePlaceCategory() {
	const forget = useForgetPlaces();
	return useMutation({
		mutationFn: ({ id, revision }: PlaceCategory) =>
			request(`${PATH}/${id}`, (schemas) => schemas.anything, {
				method: "DELETE",
				headers: { "If-Match": `"${revision}"` },
			}),
		onSettled: forget,
	});
}

/** Replaces the places of a category from a file. Rejects with an AbortError when cancelled. */
export function useImportPlaces(categoryId: string) {
	const forget = useForgetPlaces();
	return useMutation({
		mutationFn: (upload: Upload) =>
			uploadFile(`${PATH}/${categoryId}/places`, (schemas) => schemas.placeImport, upload),
		onSettled: forget,
	});
}
