"use client";

import { Ellipsis } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { buttonClass } from "./button";
import { cx } from "./cx";

export interface MenuAction {
	label: string;
	onSelect: () => void;
	/** Why it does nothing now; it stays in the menu and says so. */
	unavailable?: string | null;
	danger?: boolean;
}

/** What else can be done, behind one button. */
export function ActionsMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
	return (
		<DropdownMenu.Root modal={false}>
			<DropdownMenu.Trigger aria-label={label} className={buttonClass("plain", "px-2")}>
				<Ellipsis aria-hidden className="size-4" />
			</DropdownMenu.Trigger>
			<DropdownMenu.Portal>
				<DropdownMenu.Content
					align="end"
					collisionPadding={8}
					sideOffset={4}
					className="z-50 w-menu animate-appear rounded-md border border-line-strong bg-raised p-1 shadow-float"
				>
					{actions.map(({ label: name, onSelect, unavailable, danger }) => (
						<DropdownMenu.Item
							key={name}
							aria-disabled={unavailable ? true : undefined}
							onSelect={(event) => (unavailable ? event.preventDefault() : onSelect())}
							className={cx(
								"grid rounded-md px-2 py-1.5 outline-none data-highlighted:bg-accent-soft",
								unavailable ? "cursor-not-allowed text-muted" : danger ? "cursor-pointer text-bad" : "cursor-pointer",
							)}
						>
							{name}
							{unavailable ? <span className="text-muted text-small">{unavailable}</span> : null}
						</DropdownMenu.Item>
					))}
				</DropdownMenu.Content>
			</DropdownMenu.Portal>
		</DropdownMenu.Root>
	);
}
