"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { Copyable } from "./copyable";
import { Dialog, DialogActions, DialogBody } from "./dialog";
import { Notice } from "./notice";

export interface ShownOnceDialogProps {
	title: string;
	/** What the secret is: "Key". */
	label: string;
	/** Null where it has been shown before; then `note` says so. */
	secret: string | null;
	note: string | null;
	/** Its lines, where it has several. */
	rows?: number;
	/** What to do with it. */
	children?: ReactNode;
	onClose: () => void;
}

/**
 * A secret that is shown this once: it can be copied, and only the dialog's own button takes it
 * away.
 */
export function ShownOnceDialog({ title, label, secret, note, rows, children, onClose }: ShownOnceDialogProps) {
	return (
		<Dialog onClose={() => {}} closable={false} title={title} description="Copy it now. It won't be shown again." wide>
			<DialogBody>
				{secret === null ? (
					<Notice kind="warn">{note ?? "It has already been shown."}</Notice>
				) : (
					<Copyable label={label} text={secret} rows={rows} />
				)}
				{children}
			</DialogBody>
			<DialogActions>
				<Button variant="primary" onClick={onClose}>
					I have copied it
				</Button>
			</DialogActions>
		</Dialog>
	);
}
