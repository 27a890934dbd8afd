"use client";

import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { describeError } from "@/lib/client/api-error";
import { Button, type ButtonProps } from "./button";
import { Dialog, DialogActions, DialogBody } from "./dialog";
import { Judgement } from "./field-error";
import { Notice } from "./notice";

export interface ActionDialogProps {
	open: boolean;
	onOpenChange: (open: boolean) => void;
	title: string;
	/** The object and the consequence. */
	description?: ReactNode;
	/** The name of the button that leaves everything as it is. */
	dismiss?: string;
	/** The name of the button that does it. */
	action: string;
	variant?: ButtonProps["variant"];
	pending: boolean;
	/** While the action runs: what the button that dismisses is called then, and how it stops the action. */
	stop?: { name: string; run: () => void } | null;
	error: unknown;
	unavailable?: string | null;
	wide?: boolean;
	onSubmit: (fields: FormData) => void;
	children?: ReactNode;
}

/**
 * A question with one answer that acts: it blocks a second submit, stays open with its words kept when the action
 * fails, and closes by the hand of whoever opened it.
 */
export function ActionDialog(props: ActionDialogProps) {
	const { open, onOpenChange, title, description, action, pending, stop = null, error, onSubmit, children } = props;
	const form = useRef<HTMLFormElement>(null);
	const [sent, setSent] = useState(0);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (pending || props.unavailable) return;
		const fields = new FormData(event.currentTarget);
		// Where a field turned out wrong, the focus goes to the first of them: at once, before anything else can be typed.
		flushSync(() => {
			setSent(sent + 1);
			onSubmit(fields);
		});
		form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
	};
	return (
		<Dialog
			open={open}
			onOpenChange={onOpenChange}
			title={title}
			description={description}
			busy={pending}
			wide={props.wide ?? false}
		>
			{/* The service judges the fields, in one wording for all callers; the browser's own bubbles would come before it. */}
			<form ref={form} noValidate onSubmit={submit} className="flex min-h-0 flex-col">
				{children === undefined && !error ? null : (
					<DialogBody>
						{error ? (
							<Notice kind="bad" alert>
								{describeError(error)}
							</Notice>
						) : null}
						<Judgement value={sent}>{children}</Judgement>
					</DialogBody>
				)}
				<DialogActions>
					<Button
						data-first-focus={props.variant === "destructive" ? "" : undefined}
						onClick={() => (stop === null ? onOpenChange(false) : stop.run())}
						unavailable={pending && stop === null ? "Wait until the work is done." : null}
					>
						{stop?.name ?? props.dismiss ?? "Cancel"}
					</Button>
					<Button
						data-first-focus={props.variant === "destructive" ? undefined : ""}
						type="submit"
						variant={props.variant ?? "primary"}
						pending={pending}
						unavailable={props.unavailable}
					>
						{action}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	);
}
