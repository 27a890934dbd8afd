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
 * Mutations are never repeated by themselves: a person decides whether to try a decision again. Nor do they wait for a
 * browser that says it is offline: what was pressed is done now or refused now, not whenever the network is back, and a
 * page that cannot be loaded says so. What is shown is read anew once the network is there again.
 */
export function createQueryClient(onSignedOut: (sentAt: number) => void): QueryClient {
	const watch = (error: unknown) => {
		if (error instanceof ApiError && error.status === 401) onSignedOut(error.sentAt);
	};
	return new QueryClient({
		queryCache: new QueryCache({ onError: watch }),
		mutationCache: new MutationCache({ onError: watch }),
		defaultOptions: {
			queries: { staleTime: 1_000, retry: worthRetrying, networkMode: "always", refetchOnReconnect: true },
			mutations: { retry: false, networkMode: "always" },
		},
	});
}
