"use client";

import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { KEEPS_COMPOSITION } from "@/components/kit/keyboard/key-of";
import { cx } from "./cx";
import { isInterruption } from "./interruption";

export interface PopoverButtonProps {
	/** The name of what opens. */
	label: string;
	className: string;
	/** What stands on the button. */
	children: ReactNode;
	align?: "start" | "end";
	/** The width and the inner space of what opens. */
	look?: string;
	/** What opens, made when it does; given the way to close it. */
	content: (close: () => void) => ReactNode;
}

/**
 * A button with something to fill in or to choose from behind it. A table has many of them: nothing
 * else is made before one is pressed.
 */
export function PopoverButton({ label, className, children, align = "start", look, content }: PopoverButtonProps) {
	const [used, setUsed] = useState(false);
	const [open, setOpen] = useState(false);
	if (!used) {
		return (
			<button
				type="button"
				aria-haspopup="dialog"
				aria-expanded={false}
				className={className}
				onClick={() => {
					setUsed(true);
					setOpen(true);
				}}
			>
				{children}
			</button>
		);
	}
	return (
		<Popover.Root open={open} onOpenChange={setOpen}>
			<Popover.Trigger className={className}>{children}</Popover.Trigger>
			<Popover.Portal>
				<Popover.Content
					{...KEEPS_COMPOSITION}
					align={align}
					sideOffset={4}
					collisionPadding={8}
					aria-label={label}
					onFocusOutside={(event) => isInterruption(event.target) && event.preventDefault()}
					className={cx(
						"z-30 max-h-[var(--radix-popover-content-available-height)] max-w-[calc(100vw-var(--spacing-gutter))] animate-appear overflow-y-auto rounded-md border border-line-strong bg-raised shadow-float",
						look ?? "w-tip p-3",
					)}
				>
					{content(() => setOpen(false))}
				</Popover.Content>
			</Popover.Portal>
		</Popover.Root>
	);
}
