"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { resumeSession, useSessionEnded } from "./session-end";
import { useSessionRenewal } from "./use-session-renewal";

/** Rarely needed, so loaded on demand. */
const SessionEndedDialog = dynamic(() => import("./session-ended-dialog").then((module) => module.SessionEndedDialog), {
	ssr: false,
});

/**
 * Asks for the password above the page whose session has ended, and goes on where the reader was.
 */
export function SessionEnded({ email }: { email: string }) {
	const client = useQueryClient();
	const ended = useSessionEnded();
	useSessionRenewal();
	if (!ended) return null;
	return (
		<SessionEndedDialog
			email={email}
			onSignedIn={() => {
				resumeSession();
				void client.invalidateQueries();
			}}
		/>
	);
}
