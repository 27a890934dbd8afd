"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { KEEPS_COMPOSITION } from "@/components/kit/keyboard/key-of";
import { cx } from "./cx";
import { INTERRUPTS } from "./interruption";
import { useReturnFocus } from "./use-return-focus";

export interface DialogProps {
	/** Whether it is there; a dialog that is put away for good is not rendered. */
	open?: boolean;
	onClose: () => void;
	title: string;
	description?: ReactNode;
	wide?: boolean;
	/** While work runs, nothing closes the dialog. */
	busy?: boolean;
	/** Whether it can be put away unanswered; without, only its own actions close it. */
	closable?: boolean;
	children: ReactNode;
}

/** The first focus: the first field to fill in, else the element that the dialog marks. */
const FIRST = "input:not([type='hidden'], [readonly]), textarea, select, [data-first-focus]";

/**
 * A question above the page. The focus goes in when it opens, and back to where it came from when
 * it closes.
 */
export function Dialog(props: DialogProps) {
	const { open = true, onClose, title, description, wide = false, busy = false, closable = true, children } = props;
	const returnFocus = useReturnFocus(open);
	const content = useRef<HTMLDivElement>(null);
	return (
		<Primitive.Root open={open} onOpenChange={(next) => next || busy || onClose()}>
			<Primitive.Portal>
				<Primitive.Overlay className="fixed inset-0 z-40 bg-veil" />
				<Primitive.Content
					{...(description === undefined ? { "aria-describedby": undefined } : {})}
					{...(closable ? {} : INTERRUPTS)}
					{...KEEPS_COMPOSITION}
					ref={content}
					onOpenAutoFocus={(event) => {
						const first = content.current?.querySelector<HTMLElement>(FIRST);
						if (!first || content.current?.contains(document.activeElement)) return;
						event.preventDefault();
						first.focus();
					}}
					onCloseAutoFocus={returnFocus}
					className={cx(
						"fixed inset-x-4 top-1/2 z-40 mx-auto flex max-h-[calc(100dvh-2*var(--spacing-gutter))] -translate-y-1/2 flex-col rounded-md border border-line-strong bg-raised shadow-float",
						wide ? "max-w-wide-dialog" : "max-w-dialog",
					)}
				>
					<div className="flex items-start gap-3 border-line border-b px-4 py-3">
						<div className="grid min-w-0 grow gap-1">
							<Primitive.Title className="text-large font-bold">{title}</Primitive.Title>
							{description === undefined ? null : (
								<Primitive.Description className="text-muted">{description}</Primitive.Description>
							)}
						</div>
						{closable ? (
							<Primitive.Close
								aria-label="Close"
								className="-my-1 -me-2 grid size-11 shrink-0 place-items-center md:m-0 md:size-8 rounded-md text-muted hover:bg-sunken hover:text-text"
							>
								<X aria-hidden className="size-4" />
							</Primitive.Close>
						) : null}
					</div>
					{children}
				</Primitive.Content>
			</Primitive.Portal>
		</Primitive.Root>
	);
}

/** The scrolling part of a dialog. */
export function DialogBody({ children }: { children: ReactNode }) {
	return <div className="grid min-h-0 grid-cols-1 gap-4 overflow-y-auto p-4">{children}</div>;
}

/** The actions of a dialog, at its foot; the last one is the one that does it. */
export function DialogActions({ children }: { children: ReactNode }) {
	return <div className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3">{children}</div>;
}
