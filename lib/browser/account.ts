import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Account, ChangePassword, ConfirmSession, EditAccount, GuideBody } from "@/lib/contract/account";
import { RESTING_INTERVAL } from "./designs";
import { request, requestItem, requestPage, sendJson } from "./fetcher";
import { makePasskey, showPasskeyToConfirm } from "./passkeys";
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

/** Keeps whether the user wants to see the getting-started steps. */
export const keepGuide = (guide: GuideBody["guide"]) =>
	sendJson("PUT", "/api/account/guide", (schemas) => schemas.guideBody, { guide });

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

/** Shows once more who is signed in; `withPasskey` has the browser show one in place of a code. */
export function useConfirmSession() {
	return useMutation({
		mutationFn: async ({ withPasskey = false, ...typed }: ConfirmSession & { withPasskey?: boolean }) => {
			const body = withPasskey ? { ...typed, passkey: await showPasskeyToConfirm() } : typed;
			return sendJson("POST", "/api/account/confirm", (schemas) => schemas.sessionConfirmed, body);
		},
		gcTime: 0,
	});
}

/**
 * Adds a passkey of this name, which the browser makes; the first factor shows recovery codes once.
 */
export function useAddPasskey() {
	const forget = useForgetAccount();
	return useMutation({
		mutationFn: async (name: string) => {
			const response = await makePasskey();
			return sendJson("POST", "/api/account/passkeys", (schemas) => schemas.recoveryCodes, { name, response });
		},
		gcTime: 0,
		onSettled: forget,
	});
}

/** Gives a passkey another name. */
export function useRenamePasskey() {
	const forget = useForgetAccount();
	return useMutation({
		mutationFn: ({ id, name }: { id: string; name: string }) =>
			sendJson("PATCH", `/api/account/passkeys/${id}`, (schemas) => schemas.passkey, { name }),
		onSettled: forget,
	});
}

/** Removes a passkey. */
export function useRemovePasskey() {
	const forget = useForgetAccount();
	return useMutation({
		mutationFn: (id: string) =>
			request(`/api/account/passkeys/${id}`, (schemas) => schemas.anything, { method: "DELETE" }),
		onSettled: forget,
	});
}

/** Begins an authenticator app; the answer shows its secret once. */
export function useBeginTotp() {
	return useMutation({
		mutationFn: () => sendJson("POST", "/api/account/totp", (schemas) => schemas.begunTotp, {}),
		gcTime: 0,
	});
}

/** Adds the authenticator app by its first code; the first factor shows recovery codes once. */
export function useAddTotp() {
	const forget = useForgetAccount();
	return useMutation({
		mutationFn: (code: string) =>
			sendJson("POST", "/api/account/totp/confirm", (schemas) => schemas.recoveryCodes, { code }),
		gcTime: 0,
		onSettled: forget,
	});
}

/** Removes the authenticator app. */
export function useRemoveTotp() {
	const forget = useForgetAccount();
	return useMutation({
		mutationFn: () => request("/api/account/totp", (schemas) => schemas.anything, { method: "DELETE" }),
		onSettled: forget,
	});
}

/** Creates recovery codes in place of all earlier ones, shown once. */
export function useCreateRecoveryCodes() {
	const forget = useForgetAccount();
	return useMutation({
		mutationFn: () => sendJson("POST", "/api/account/recovery-codes", (schemas) => schemas.recoveryCodes, {}),
		gcTime: 0,
		onSettled: forget,
	});
}
