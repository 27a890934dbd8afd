import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ConfirmSession } from "@/lib/contract/account";
import { read, send } from "./api";
import { RESTING_INTERVAL } from "./designs";
import { makePasskey, showPasskeyToConfirm } from "./passkeys";
import { refresh } from "./refresh";

/** The signed-in user. */
export const accountQuery = read("GET /api/account");

/** Where the user is signed in, the newest first, as many as one answer has. */
export const sessionsQuery = queryOptions({
	...read("GET /api/account/sessions", { limit: 500 }),
	refetchInterval: RESTING_INTERVAL,
});

/** Confirms the session; `withPasskey` uses a passkey in place of a code. */
export function useConfirmSession() {
	return useMutation({
		mutationFn: async ({ withPasskey = false, ...typed }: ConfirmSession & { withPasskey?: boolean }) => {
			const body = withPasskey ? { ...typed, passkey: await showPasskeyToConfirm() } : typed;
			return send("POST /api/account/confirm", { body });
		},
		gcTime: 0,
	});
}

/**
 * Adds a passkey of this name, which the browser makes; the first factor shows recovery codes once.
 */
export function useAddPasskey() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (name: string) => {
			const response = await makePasskey();
			return send("POST /api/account/passkeys", { body: { name, response } });
		},
		gcTime: 0,
		onSettled: () => refresh(client, "POST /api/account/passkeys"),
	});
}
