import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EditNotifications } from "@/lib/contract/notifications";
import { request, requestItem, sendJson } from "./fetcher";
import { accountKeys } from "./query-keys";

/** What the reader is mailed. */
export const notificationSettingsQuery = queryOptions({
	queryKey: accountKeys.notifications(),
	queryFn: ({ signal }) =>
		requestItem("/api/account/notifications", (schemas) => schemas.notificationSettings, { signal }),
});

/** Changes what the reader is mailed, and when. */
export function useEditNotifications() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: EditNotifications) =>
			sendJson("PATCH", "/api/account/notifications", (schemas) => schemas.notificationSettings, body),
		onSuccess: (settings) => client.setQueryData(notificationSettingsQuery.queryKey, settings),
		onError: () => client.invalidateQueries({ queryKey: accountKeys.notifications() }),
	});
}

/** Sends the reader a mail now, and gives the server's answer. */
export function useSendTestMail() {
	return useMutation({ mutationFn: () => sendJson("POST", "/api/mail/test", (schemas) => schemas.sentTestMail, {}) });
}

/** Ends the mails that the token of a mail names. */
export function unsubscribe(token: string): Promise<unknown> {
	return request("/api/unsubscribe", (schemas) => schemas.emptyResponse, { method: "POST", query: { token } });
}
