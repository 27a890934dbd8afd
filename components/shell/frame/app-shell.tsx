"use client";

import type { ReactNode } from "react";
import { BrowserNotifications } from "@/components/features/inbox/browser-notifications";
import { UnreadInTitle } from "@/components/features/inbox/unread-count";
import type { SessionUser } from "@/components/kit/session/session";
import { SessionProvider } from "@/components/kit/session/session-context";
import { Brand } from "@/components/kit/ui/brand";
import { Help } from "@/components/shell/help/help";
import { Palette } from "@/components/shell/palette/palette";
import type { SignInWays } from "@/components/shell/signin/sign-in-ways";
import { useLiveUpdates } from "./live-status";
import { Menu } from "./menu";
import { PagePlace } from "./page-place";
import { PhoneBar } from "./phone-bar";
import { SessionConfirmation } from "./session-confirmation";
import { SessionEnded } from "./session-ended";
import type { Theme } from "./theme";

export interface AppShellProps {
	user: SessionUser;
	theme: Theme;
	/** How the user signs in again. */
	ways: SignInWays;
	children: ReactNode;
}

/**
 * The frame of every page of the dashboard: one menu, at the left or, on small screens, in a sheet
 * behind a button at the top.
 */
export function AppShell({ user, theme, ways, children }: AppShellProps) {
	useLiveUpdates();
	return (
		<SessionProvider user={user}>
			<a
				href="#content"
				className="sr-only rounded-md bg-accent px-3 py-2 font-medium text-accent-text focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
			>
				Skip to content
			</a>
			<div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[auto_minmax(0,1fr)] lg:in-data-whole:grid-cols-1 print:block">
				<PhoneBar user={user} theme={theme} />
				<nav
					aria-label="Main"
					className="sticky top-0 flex h-dvh w-nav flex-col border-line border-e bg-surface p-3 in-data-whole:hidden max-lg:hidden"
				>
					<div className="px-2 pt-2 pb-4">
						<Brand />
					</div>
					<Menu user={user} theme={theme} />
				</nav>
				<PagePlace>{children}</PagePlace>
			</div>
			<Palette />
			<Help />
			<UnreadInTitle />
			<BrowserNotifications />
			<SessionConfirmation />
			<SessionEnded email={user.email} userId={user.id} ways={ways} />
		</SessionProvider>
	);
}
