"use client";

import { type FormEvent, type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { keyOf } from "@/components/kit/keyboard/key-of";
import { describeError } from "@/lib/browser/api-error";
import { Button, type ButtonProps } from "./button";
import { Dialog, DialogActions, DialogBody } from "./dialog";
import { Judgment } from "./field-error";
import { Notice } from "./notice";

export interface ActionDialogProps {
	open?: boolean;
	onClose: () => void;
	title: string;
	/** The object and the consequence. */
	description?: ReactNode;
	/** The name of the button that leaves everything as it is. */
	dismiss?: string;
	/** The name of the button that does it. */
	action: string;
	variant?: ButtonProps["variant"];
	pending: boolean;
	/**
	 * While the action runs: what the button that dismisses is called then, and how it stops the
	 * action.
	 */
	stop?: { name: string; run: () => void } | null;
	error: unknown;
	unavailable?: string | null;
	wide?: boolean;
	/** Receives the fields, and as they were when the dialog opened. */
	onSubmit: (fields: FormData, opened: FormData) => void;
	children?: ReactNode;
}

/**
 * A dialog with one action: it blocks a second submit, stays open with its input on failure, and is
 * closed by its owner. Ctrl or ⌘ with Enter submits from any field.
 */
export function ActionDialog(props: ActionDialogProps) {
	const { open = true, onClose, title, description, action, pending, stop = null, error, onSubmit, children } = props;
	const form = useRef<HTMLFormElement>(null);
	const opened = useRef(new FormData());
	const [sent, setSent] = useState(0);
	// Shows the key that sends the form where Enter alone does not.
	const [hasLines, setHasLines] = useState(false);
	const onForm = useCallback((element: HTMLFormElement | null) => {
		form.current = element;
		if (element === null) return;
		opened.current = new FormData(element);
		setHasLines(element.querySelector("textarea") !== null);
	}, []);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (pending || props.unavailable) return;
		// The browser reports a half-typed date as empty, which may be a valid value.
		const unread = [...event.currentTarget.querySelectorAll("input")].find(({ validity }) => validity.badInput);
		if (unread !== undefined) {
			unread.reportValidity();
			return;
		}
		const fields = new FormData(event.currentTarget);
		// Where a field turned out wrong, the focus goes to the first of them: at once, before anything
		// else can be typed.
		flushSync(() => {
			setSent(sent + 1);
			onSubmit(fields, opened.current);
		});
		form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
	};
	/** Enter in a field of several lines begins a new line; Ctrl or ⌘ with Enter sends the form. */
	const sendByKey = (event: KeyboardEvent<HTMLFormElement>) => {
		if (keyOf(event) !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		if (!(event.target instanceof Element) || !event.target.matches("input, textarea, select")) return;
		event.preventDefault();
		if (!event.repeat) event.currentTarget.requestSubmit();
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={title}
			description={description}
			busy={pending}
			wide={props.wide ?? false}
		>
			{/* The service judges the fields, in one wording for all callers; the browser's own bubbles would come before it. */}
			<form ref={onForm} noValidate onSubmit={submit} onKeyDown={sendByKey} className="flex min-h-0 flex-col">
				{children === undefined && !error ? null : (
					<DialogBody>
						{error ? (
							<Notice kind="bad" alert>
								{describeError(error)}
							</Notice>
						) : null}
						<Judgment value={sent}>{children}</Judgment>
					</DialogBody>
				)}
				<DialogActions>
					<Button
						data-first-focus={props.variant === "destructive" ? "" : undefined}
						onClick={() => (stop === null ? onClose() : stop.run())}
						unavailable={pending && stop === null ? "Wait until this is finished." : null}
					>
						{stop?.name ?? props.dismiss ?? "Cancel"}
					</Button>
					<Button
						data-first-focus={props.variant === "destructive" ? undefined : ""}
						type="submit"
						variant={props.variant ?? "primary"}
						pending={pending}
						unavailable={props.unavailable}
						{...(hasLines ? { shortcut: "Mod+Enter" } : {})}
					>
						{action}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	);
}
