"use client";

import { ChevronDown, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/components/kit/ui/cx";
import { PopoverButton } from "@/components/kit/ui/popover-button";

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

/** A filter that needs more than a list of choices: a button with its value, and a popover. */
export function FilterPopover({ label, value, restWord = "any", onClear, children }: FilterPopoverProps) {
	const active = value !== null;
	return (
		<div
			className={cx(
				"flex min-h-8 max-w-full items-center rounded-md border max-md:min-h-11",
				active ? "border-accent bg-accent-soft text-accent" : "border-control bg-surface",
			)}
		>
			<PopoverButton
				label={label}
				className="flex min-h-7.5 min-w-0 items-center max-md:min-h-10.5 gap-1 rounded-md px-2.5"
				look="grid w-tip grid-cols-1 gap-3 p-3"
				content={children}
			>
				<span className={cx("whitespace-nowrap", active ? "" : "text-muted")}>{label}:</span>
				<span className="truncate font-medium">{value ?? restWord}</span>
				<ChevronDown aria-hidden className="size-3.5 shrink-0" />
			</PopoverButton>
			{active ? (
				<button
					type="button"
					aria-label={`Remove the filter ${label}`}
					onClick={onClear}
					className="me-1 grid size-6 shrink-0 max-md:size-10 place-items-center rounded-sm hover:bg-surface"
				>
					<X aria-hidden className="size-3.5" />
				</button>
			) : null}
		</div>
	);
}
