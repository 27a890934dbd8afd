"use client";

import { ChevronDown, X } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { cx } from "@/components/ui/cx";

export interface FilterPopoverProps {
	label: string;
	/** What it is set to, in a few words; null while it filters nothing. */
	value: string | null;
	/** What is said while it filters nothing. */
	restWord?: string;
	onClear: () => void;
	/** What sets it; given the way to close, for what takes effect all at once. */
	children: (close: () => void) => ReactNode;
}

/** One filter with more to say than a list of words: a button that tells its value, and what sets it. */
export function FilterPopover({ label, value, restWord = "any", onClear, children }: FilterPopoverProps) {
	const active = value !== null;
	const [open, setOpen] = useState(false);
	return (
		<Popover.Root open={open} onOpenChange={setOpen}>
			<div
				className={cx(
					"flex min-h-8 max-w-full items-center rounded-md border",
					active ? "border-accent bg-accent-soft text-accent" : "border-control bg-surface",
				)}
			>
				<Popover.Trigger className="flex min-h-7.5 min-w-0 items-center gap-1 rounded-md px-2.5">
					<span className={cx("whitespace-nowrap", active ? "" : "text-muted")}>{label}:</span>
					<span className="truncate font-medium">{value ?? restWord}</span>
					<ChevronDown aria-hidden className="size-3.5 shrink-0" />
				</Popover.Trigger>
				{active ? (
					<button
						type="button"
						aria-label={`Take away the filter ${label}`}
						onClick={onClear}
						className="me-1 grid size-6 shrink-0 place-items-center rounded-sm hover:bg-surface"
					>
						<X aria-hidden className="size-3.5" />
					</button>
				) : null}
			</div>
			<Popover.Portal>
				<Popover.Content
					align="start"
					sideOffset={4}
					collisionPadding={8}
					aria-label={label}
					className="z-30 grid max-h-[var(--radix-popover-content-available-height)] w-tip max-w-[calc(100vw-var(--spacing-gutter))] animate-appear gap-3 overflow-y-auto rounded-md border border-line-strong bg-raised p-3 shadow-float"
				>
					{children(() => setOpen(false))}
				</Popover.Content>
			</Popover.Portal>
		</Popover.Root>
	);
}
