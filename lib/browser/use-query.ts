import {
	hashKey,
	type QueryClient,
	type QueryFunction,
	type UseQueryOptions,
	useQueryClient,
	useQuery as useQueryOfBrowser,
} from "@tanstack/react-query";
import { pageRendering } from "@/lib/contract/page-rendering";

/** The queries that a page being rendered has asked, by their hash, and what it still waits for. */
const asked = new WeakMap<QueryClient, Map<string, Promise<void> | "answered">>();

/**
 * TanStack's `useQuery`. While the server renders a page it waits for the answer, so that the
 * document has it; the browser asks for what failed or came too late, and for queries whose `meta`
 * says `late`.
 */
export const useQuery = ((options: UseQueryOptions) => {
	const client = useQueryClient();
	const waits = options.enabled !== false && options.meta?.late !== true;
	if (waits && pageRendering()?.page() !== undefined) waitFor(client, options);
	return useQueryOfBrowser(options);
}) as typeof useQueryOfBrowser;

/** Throws what React waits for; not by `use`, whose calls would have to come in one order. */
function waitFor(client: QueryClient, { queryKey, queryFn }: UseQueryOptions): void {
	const ofClient = asked.get(client) ?? new Map<string, Promise<void> | "answered">();
	asked.set(client, ofClient);
	const hash = hashKey(queryKey);
	const known = ofClient.get(hash);
	if (known === "answered" || client.getQueryData(queryKey) !== undefined) return;
	if (known !== undefined) throw known;
	const options = { queryKey, queryFn: queryFn as QueryFunction, retry: false };
	const answer = client.prefetchQuery(options).then(() => {
		ofClient.set(hash, "answered");
		// The page says that it loads, as the browser will.
		if (client.getQueryData(queryKey) === undefined) client.removeQueries({ queryKey, exact: true });
	});
	ofClient.set(hash, answer);
	throw answer;
}
