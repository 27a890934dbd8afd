"use client";

import { createContext, type ReactNode, use } from "react";
import type { SessionUser } from "./session";

const Session = createContext<SessionUser | null>(null);

export function SessionProvider({ user, children }: { user: SessionUser; children: ReactNode }) {
	return <Session value={user}>{children}</Session>;
}

/** The signed-in user; below the dashboard's layout there always is one. */
export function useSessionUser(): SessionUser {
	const user = use(Session);
	if (user === null) throw new Error("useSessionUser is used outside the dashboard's layout");
	return user;
}
