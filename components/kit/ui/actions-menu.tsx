"use client";

import { DropdownMenu } from "radix-ui";
import { Fragment, type MouseEvent, type Ref, useEffect, useRef, useState } from "react";
import { keyOf } from "@/components/kit/keyboard/key-of";
import { buttonClass } from "./button";
import { cx } from "./cx";
import { Glyph } from "./glyph";
import { Kbd } from "./kbd";
import { Link } from "./link";
import { rememberMenuButton } from "./menu-button";

export interface MenuAction {
	label: string;
	onSelect?: () => void;
	/** A page that it leads to, in place of something to do. */
	href?: string;
	/** Why it does nothing now; it stays in the menu and says so. */
	unavailable?: string | null;
	/** What cannot be taken back: it stands apart at the end of the menu. */
	danger?: boolean;
	/** The key that does the same, shown beside the name. */
	shortcut?: string;
}

export interface ActionsMenuProps {
	label: string;
	/** Made when the menu is opened. */
	actions: readonly MenuAction[] | (() => readonly MenuAction[]);
	variant?: "plain" | "quiet";
}

/** Three dots. */
const DOTS = "M6 12a1 1 0 1 1-2 0a1 1 0 1 1 2 0M13 12a1 1 0 1 1-2 0a1 1 0 1 1 2 0M20 12a1 1 0 1 1-2 0a1 1 0 1 1 2 0";

/**
 * What else can be done, behind one button; a table has many of them, so that the menu is made when
 * it is first opened.
 */
export function ActionsMenu({ label, actions, variant = "plain" }: ActionsMenuProps) {
	const [opened, setOpened] = useState<"pointer" | "keyboard" | null>(null);
	const look = {
		"aria-label": label,
		className: buttonClass(variant, "px-2 max-md:min-w-11"),
		children: <Glyph shape={DOTS} className="size-4" />,
	};
	if (opened === null) {
		return (
			<button
				{...look}
				type="button"
				aria-haspopup="menu"
				aria-expanded={false}
				onClick={(event: MouseEvent) => setOpened(event.detail === 0 ? "keyboard" : "pointer")}
				onKeyDown={(event) => {
					if (keyOf(event) !== "ArrowDown") return;
					event.preventDefault();
					setOpened("keyboard");
				}}
			/>
		);
	}
	return (
		<DropdownMenu.Root modal={false} defaultOpen onOpenChange={(open) => open || setOpened("pointer")}>
			<DropdownMenu.Trigger {...look} />
			<DropdownMenu.Portal>
				<DropdownMenu.Content
					align="end"
					collisionPadding={8}
					sideOffset={4}
					className="z-50 w-menu animate-appear rounded-md border border-line-strong bg-raised p-1 shadow-float"
				>
					<Items actions={typeof actions === "function" ? actions() : actions} toFirst={opened === "keyboard"} />
				</DropdownMenu.Content>
			</DropdownMenu.Portal>
		</DropdownMenu.Root>
	);
}

function Items({ actions, toFirst }: { actions: readonly MenuAction[]; toFirst: boolean }) {
	const first = useRef<HTMLDivElement>(null);
	// The menu did not hear the key that opened it for the first time.
	useEffect(() => {
		if (!toFirst) return;
		const frame = requestAnimationFrame(() => first.current?.focus());
		return () => cancelAnimationFrame(frame);
	}, [toFirst]);
	const ordered = [...actions.filter(({ danger }) => !danger), ...actions.filter(({ danger }) => danger)];
	return ordered.map((action, place) => (
		<Fragment key={action.label}>
			{action.danger && place > 0 && !ordered[place - 1]?.danger ? (
				<DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />
			) : null}
			<Item action={action} {...(place === 0 ? { ref: first } : {})} />
		</Fragment>
	));
}

function Item({ action, ref }: { action: MenuAction; ref?: Ref<HTMLDivElement> }) {
	const { label, onSelect, href, unavailable, danger, shortcut } = action;
	const inside = (
		<>
			{shortcut === undefined ? (
				label
			) : (
				<span className="flex justify-between gap-4">
					{label} <Kbd name={shortcut} />
				</span>
			)}
			{unavailable ? <span className="text-muted text-small">{unavailable}</span> : null}
		</>
	);
	return (
		<DropdownMenu.Item
			ref={ref}
			asChild={href !== undefined}
			aria-disabled={unavailable ? true : undefined}
			onSelect={(event) => {
				if (unavailable) return event.preventDefault();
				if (onSelect === undefined) return;
				rememberMenuButton(event.target);
				onSelect();
			}}
			className={cx(
				"grid content-center rounded-md px-2 py-1.5 outline-none data-highlighted:bg-accent-soft max-md:min-h-11",
				unavailable ? "cursor-not-allowed text-muted" : danger ? "cursor-pointer text-bad" : "cursor-pointer",
			)}
		>
			{href === undefined ? inside : <Link href={href}>{inside}</Link>}
		</DropdownMenu.Item>
	);
}
