import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { EditNotifications } from "@/lib/contract/notifications";
import { read, send } from "./api";

/** The reader's mail settings. */
export const notificationSettingsQuery = read("GET /api/account/notifications");

/** Changes the reader's mail settings. */
export function useEditNotifications() {
	const client = useQueryClient();
	const { queryKey } = notificationSettingsQuery;
	return useMutation({
		mutationFn: (body: EditNotifications) => send("PATCH /api/account/notifications", { body }),
		onSuccess: (settings) => client.setQueryData(queryKey, settings),
		onError: () => client.invalidateQueries({ queryKey }),
	});
}
