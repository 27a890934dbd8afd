import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Account, ChangePassword, EditAccount } from "@/lib/contract/account";
import { RESTING_INTERVAL } from "./designs";
import { request, requestItem, requestPage, sendJson } from "./fetcher";
import { accountKeys } from "./query-keys";

/** The signed-in user. */
export const accountQuery = queryOptions({
	queryKey: accountKeys.own(),
	queryFn: ({ signal }) => requestItem("/api/account", (schemas) => schemas.account, { signal }),
});

/** The limit of one response. */
const MOST_SESSIONS = 500;

/** Where the user is signed in, the newest first. */
export const sessionsQuery = queryOptions({
	queryKey: accountKeys.sessions(),
	queryFn: ({ signal }) =>
		requestPage("/api/account/sessions", (schemas) => schemas.session, { query: { limit: MOST_SESSIONS }, signal }),
	refetchInterval: RESTING_INTERVAL,
});

function useForgetAccount(): () => Promise<unknown> {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: accountKeys.all });
}

/** Changes the user's own names, if the revision is still current. */
export function useEditAccount() {
	const forget = useForgetAccount();
	return useMutation({
		mutationFn: ({ account: { revision }, body }: { account: Account; body: EditAccount }) =>
			sendJson("PATCH", "/api/account", (schemas) => schemas.account, body, { revision }),
		onSettled: forget,
	});
}

/** Sets another password and ends all other sessions. */
export function useChangePassword() {
	const forget = useForgetAccount();
	return useMutation({
		mutationFn: (body: ChangePassword) => sendJson("POST", "/api/account/password", (schemas) => schemas.account, body),
		gcTime: 0,
		onSettled: forget,
	});
}

/** Ends one session. */
export function useEndSession() {
	const forget = useForgetAccount();
	return useMutation({
		mutationFn: (id: string) =>
			request(`/api/account/sessions/${id}`, (schemas) => schemas.anything, { method: "DELETE" }),
		onSettled: forget,
	});
}

/** Ends all sessions but this one. */
export function useEndOtherSessions() {
	const forget = useForgetAccount();
	return useMutation({
		mutationFn: () => requestItem("/api/account/sessions", (schemas) => schemas.endedSessions, { method: "DELETE" }),
		onSettled: forget,
	});
}
