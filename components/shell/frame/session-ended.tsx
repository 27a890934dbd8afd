"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { SignInWays } from "@/components/shell/signin/sign-in-ways";
import { resumeSession, useSessionEnded } from "./session-end";
import { SessionEndedDialog } from "./session-ended-dialog";
import { useSessionRenewal } from "./use-session-renewal";

/**
 * Asks for the password above the page whose session has ended, and goes on where the reader was.
 * It is part of the first load: what would have to be loaded then may not come.
 */
export function SessionEnded(props: { email: string; userId: string; ways: SignInWays }) {
	const client = useQueryClient();
	const ended = useSessionEnded();
	useSessionRenewal();
	if (!ended) return null;
	return (
		<SessionEndedDialog
			{...props}
			onSignedIn={() => {
				resumeSession();
				void client.invalidateQueries();
			}}
		/>
	);
}
