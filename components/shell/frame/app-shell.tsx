"use client";

import { CircleQuestionMark, Menu, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { BrowserNotifications } from "@/components/features/inbox/browser-notifications";
import { UnreadInTitle } from "@/components/features/inbox/unread-count";
import { openHelp } from "@/components/kit/keyboard/help-state";
import type { SessionUser } from "@/components/kit/session/session";
import { SessionProvider } from "@/components/kit/session/session-context";
import { Brand } from "@/components/kit/ui/brand";
import { Kbd } from "@/components/kit/ui/kbd";
import { FirstStepsLink } from "@/components/shell/first-steps/first-steps-link";
import { Help } from "@/components/shell/help/help";
import { Palette } from "@/components/shell/palette/palette";
import type { SignInWays } from "@/components/shell/signin/sign-in-ways";
import { LiveStatus } from "./live-status";
import { MainNav } from "./main-nav";
import { SessionConfirmation } from "./session-confirmation";
import { SessionEnded } from "./session-ended";
import type { Theme } from "./theme";
import { UserMenu } from "./user-menu";

export interface AppShellProps {
	user: SessionUser;
	theme: Theme;
	/** How the user signs in again. */
	ways: SignInWays;
	children: ReactNode;
}

/**
 * The frame of every page of the dashboard: one nav, at the left or, on small screens, behind a
 * menu button at the top.
 */
export function AppShell({ user, theme, ways, children }: AppShellProps) {
	const [open, setOpen] = useState(false);
	const toggle = useRef<HTMLButtonElement>(null);
	const closeOnEscape = (event: KeyboardEvent) => {
		if (event.key !== "Escape" || !open) return;
		setOpen(false);
		toggle.current?.focus();
	};
	const Icon = open ? X : Menu;
	return (
		<SessionProvider user={user}>
			<a
				href="#content"
				className="sr-only rounded-md bg-accent px-3 py-2 font-medium text-accent-text focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
			>
				Skip to content
			</a>
			<div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[auto_minmax(0,1fr)] print:block">
				<nav
					aria-label="Main"
					onKeyDown={closeOnEscape}
					className="sticky top-0 z-30 [@media(max-height:30rem)]:max-lg:static flex flex-col border-line bg-surface max-lg:border-b lg:h-dvh lg:w-nav lg:border-e lg:p-3"
				>
					<div className="flex items-center justify-between px-4 py-2 lg:px-2 lg:pb-4">
						<Brand />
						<button
							ref={toggle}
							type="button"
							aria-label="Menu"
							aria-expanded={open}
							aria-controls="main-menu"
							onClick={() => setOpen(!open)}
							className="-me-2 grid size-10 place-items-center rounded-md hover:bg-sunken lg:hidden"
						>
							<Icon aria-hidden className="size-5" />
						</button>
					</div>
					<div
						id="main-menu"
						className={`${open ? "flex" : "hidden"} min-h-0 grow flex-col gap-2 max-lg:px-2 max-lg:pb-2 lg:flex`}
					>
						<Palette />
						<MainNav role={user.role} onFollow={() => setOpen(false)} />
						<div className="mt-auto grid gap-1">
							<FirstStepsLink onFollow={() => setOpen(false)} />
							<LiveStatus />
							<button
								type="button"
								aria-keyshortcuts="?"
								onClick={() => openHelp()}
								className="flex items-center gap-2 rounded-md px-2 py-1.5 text-start text-muted hover:bg-sunken hover:text-text max-lg:py-2.5"
							>
								<CircleQuestionMark aria-hidden className="size-4 shrink-0" />
								<span className="grow">Help</span>
								<Kbd name="?" />
							</button>
							<UserMenu user={user} initialTheme={theme} onFollow={() => setOpen(false)} />
						</div>
					</div>
				</nav>
				<main id="content" tabIndex={-1} className="flex min-w-0 grow flex-col outline-none lg:h-dvh lg:min-h-0">
					{children}
				</main>
			</div>
			<Help />
			<UnreadInTitle />
			<BrowserNotifications />
			<SessionConfirmation />
			<SessionEnded email={user.email} userId={user.id} ways={ways} />
		</SessionProvider>
	);
}
