"use client";

import { Check, ChevronsUpDown, LogOut, UserRound } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { toast } from "sonner";
import type { SessionUser } from "@/components/kit/session/session";
import { Avatar } from "@/components/kit/ui/avatar";
import { Link } from "@/components/kit/ui/link";
import { ACCOUNT_PLACE } from "@/components/shell/nav/places";
import { NetworkError } from "@/lib/browser/api-error";
import { keepCookie } from "@/lib/browser/keep-cookie";
import { signOut } from "@/lib/browser/session";
import { leaveSession } from "./session-end";
import { parseTheme, THEME_COOKIE, THEMES, type Theme } from "./theme";

const ROLES: Record<SessionUser["role"], string> = {
	designer: "Designer",
	administrator: "Administrator",
	operator: "Operator",
};
const THEME_NAMES: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };
const ITEM =
	"flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-start outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent max-lg:min-h-11";

function applyTheme(theme: Theme) {
	keepCookie(THEME_COOKIE, theme);
	document.documentElement.dataset.theme = theme;
}

async function leave() {
	try {
		await leaveSession(signOut);
	} catch {
		toast.error("You are still signed in", { description: new NetworkError().message });
	}
}

interface UserMenuProps {
	user: SessionUser;
	initialTheme: Theme;
	/** A link of the menu is followed. */
	onFollow: () => void;
}

/** Who is signed in, their account, the theme, and the way out. */
export function UserMenu({ user, initialTheme, onFollow }: UserMenuProps) {
	// The menu of a small screen is made whenever it is opened, and the theme may be another one by then.
	const [theme, setTheme] = useState(() =>
		typeof document === "undefined" ? initialTheme : parseTheme(document.documentElement.dataset.theme),
	);
	const choose = (value: string) => {
		const chosen = THEMES.find((name) => name === value) ?? "system";
		applyTheme(chosen);
		setTheme(chosen);
	};
	return (
		<DropdownMenu.Root modal={false}>
			<DropdownMenu.Trigger className="flex w-full min-w-0 items-center gap-2 rounded-md p-2 text-start text-muted text-small hover:bg-sunken max-lg:min-h-11">
				<span className="sr-only">Account of </span>
				<Avatar id={user.id} name={user.name.trim() || user.email} />
				<span className="grid min-w-0 grow" title={user.email}>
					<span className="truncate text-text">
						<bdi>{user.name.trim() || user.email}</bdi>
					</span>
					<span className="truncate">
						{ROLES[user.role]} · <bdi>{user.organization.name}</bdi>
					</span>
				</span>
				<ChevronsUpDown aria-hidden className="size-4 shrink-0" />
			</DropdownMenu.Trigger>
			<DropdownMenu.Portal>
				<DropdownMenu.Content
					align="start"
					collisionPadding={8}
					sideOffset={4}
					className="z-50 w-menu animate-appear rounded-md border border-line-strong bg-raised p-1 shadow-float"
				>
					<DropdownMenu.Item asChild className={ITEM}>
						<Link href={ACCOUNT_PLACE.href} onClick={onFollow}>
							<UserRound aria-hidden className="size-4" />
							{ACCOUNT_PLACE.name}
						</Link>
					</DropdownMenu.Item>
					<DropdownMenu.Separator className="my-1 h-px bg-line" />
					<DropdownMenu.Label className="px-2 py-1.5 text-muted text-small">Theme</DropdownMenu.Label>
					<DropdownMenu.RadioGroup value={theme} onValueChange={choose}>
						{THEMES.map((name) => (
							<DropdownMenu.RadioItem
								key={name}
								value={name}
								className={ITEM}
								onSelect={(event) => event.preventDefault()}
							>
								<span className="grid size-4 place-items-center">
									<DropdownMenu.ItemIndicator>
										<Check aria-hidden className="size-4" />
									</DropdownMenu.ItemIndicator>
								</span>
								{THEME_NAMES[name]}
							</DropdownMenu.RadioItem>
						))}
					</DropdownMenu.RadioGroup>
					<DropdownMenu.Separator className="my-1 h-px bg-line" />
					<DropdownMenu.Item className={ITEM} onSelect={() => void leave()}>
						<LogOut aria-hidden className="size-4" />
						Sign out
					</DropdownMenu.Item>
				</DropdownMenu.Content>
			</DropdownMenu.Portal>
		</DropdownMenu.Root>
	);
}
