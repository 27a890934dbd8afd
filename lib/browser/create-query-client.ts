import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error";
import { freshFor, takeFirstAnswers } from "./first-answers";

const RETRIES = 2;

/** Retries only failures that may pass: a broken connection, a busy or failing server. */
function worthRetrying(failures: number, error: Error): boolean {
	if (failures >= RETRIES) return false;
	return !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
}

/**
 * Creates the cache of answers, with those that came with the document.
 * Mutations are never retried, since the user decides whether to repeat a decision, and do not wait
 * for an offline browser to reconnect. Queries fail at once when offline and refetch once the
 * network is back.
 */
export function createQueryClient(): QueryClient {
	const client = new QueryClient({
		defaultOptions: {
			queries: { staleTime: freshFor, retry: worthRetrying, networkMode: "always", refetchOnReconnect: true },
			mutations: { retry: false, networkMode: "always" },
		},
	});
	takeFirstAnswers(client);
	return client;
}
