import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, ContractError } from "./api-error";

const RETRIES = 2;

/** Only what a second try may mend is tried again: a cut connection, a busy or failing server. */
function worthRetrying(failures: number, error: Error): boolean {
	if (failures >= RETRIES || error instanceof ContractError) return false;
	return !(error instanceof ApiError) || error.status >= 500;
}

/**
 * The browser's cache of what the service answered. `onSignedOut` runs when an answer says that the session has ended, with
 * the time at which it was asked for.
 * Mutations are never repeated by themselves: a person decides whether to try a decision again.
 */
export function createQueryClient(onSignedOut: (sentAt: number) => void): QueryClient {
	const watch = (error: unknown) => {
		if (error instanceof ApiError && error.status === 401) onSignedOut(error.sentAt);
	};
	return new QueryClient({
		queryCache: new QueryCache({ onError: watch }),
		mutationCache: new MutationCache({ onError: watch }),
		defaultOptions: { queries: { staleTime: 1_000, retry: worthRetrying }, mutations: { retry: false } },
	});
}
