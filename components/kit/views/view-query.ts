/** Which page of the list is open is no part of a view. */
const PAGE_PARAMETERS = ["offset", "request"];

/**
 * A page's query string as a view keeps it: without the place in the list, in one order, so that
 * two can be compared.
 */
export function viewQuery(search: string): string {
	const parameters = new URLSearchParams(search);
	for (const name of PAGE_PARAMETERS) parameters.delete(name);
	parameters.sort();
	return parameters.toString();
}

/** The address of a page with a view's filters. */
export const viewAddress = (page: string, query: string): string => (query === "" ? page : `${page}?${query}`);
