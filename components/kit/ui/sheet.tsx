"use client";

import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useEffect } from "react";
import { KEEPS_COMPOSITION } from "@/components/kit/keyboard/key-of";
import { useReturnFocus } from "./use-return-focus";

export interface SheetProps {
	open: boolean;
	onOpenChange: (open: boolean) => void;
	title: string;
	children: ReactNode;
}

/** Where the page has room for what is in the sheet: Tailwind's `lg`. */
const WIDE = "(min-width: 64rem)";

/**
 * A dialog at the side of a small screen, in reach of the thumb: it keeps the focus, and Escape, a
 * press beside it and its own button close it.
 */
export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
	const returnFocus = useReturnFocus(open);
	useEffect(() => {
		if (!open) return;
		const wide = window.matchMedia(WIDE);
		const close = () => onOpenChange(false);
		wide.addEventListener("change", close);
		return () => wide.removeEventListener("change", close);
	}, [open, onOpenChange]);
	return (
		<Dialog.Root open={open} onOpenChange={onOpenChange}>
			<Dialog.Portal>
				<Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
				<Dialog.Content
					{...KEEPS_COMPOSITION}
					aria-describedby={undefined}
					onCloseAutoFocus={returnFocus}
					className="fixed inset-y-0 end-0 z-40 flex w-sheet max-w-[calc(100vw-3rem)] animate-appear flex-col overflow-y-auto overscroll-contain border-line-strong border-s bg-raised shadow-float outline-none"
				>
					<div className="sticky top-0 z-1 flex items-center justify-between border-line border-b bg-raised py-1 ps-4 pe-2">
						<Dialog.Title className="font-bold">{title}</Dialog.Title>
						<Dialog.Close
							aria-label="Close"
							className="grid size-11 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
						>
							<X aria-hidden className="size-5" />
						</Dialog.Close>
					</div>
					{children}
				</Dialog.Content>
			</Dialog.Portal>
		</Dialog.Root>
	);
}
