"use client";

import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { describeError } from "@/lib/browser/api-error";
import { Button } from "./button";
import { Dialog, DialogActions, DialogBody } from "./dialog";
import { controlClass, Field } from "./field";
import { Notice } from "./notice";
import { Sending } from "./sending";

/** A file on its way to the service. */
export interface SentFile {
	file: File;
	onProgress: (share: number) => void;
	signal: AbortSignal;
}

export interface UploadDialogProps<Outcome> {
	title: string;
	description: string;
	/** What the file may be. */
	hint: string;
	/** Endings and types that the browser offers; all without it. */
	accept?: string;
	/** The name of the button that sends the file. */
	action: string;
	/** Fields before that of the file. */
	options?: (isBusy: boolean) => ReactNode;
	upload: { data: Outcome | undefined; error: unknown; isPending: boolean };
	onSend: (sent: SentFile) => void;
	/** What a stop before the whole file has been sent means: `The list is unchanged.` */
	unchanged: string;
	outcome: (outcome: Outcome, file: File | null) => ReactNode;
	onClose: () => void;
}

/** Sends a file, with progress, a way to stop it, and its outcome. */
export function UploadDialog<Outcome>(props: UploadDialogProps<Outcome>) {
	const { title, description, options, upload, onSend, unchanged, outcome, onClose } = props;
	const [file, setFile] = useState<File | null>(null);
	const [share, setShare] = useState(0);
	const cancel = useRef<AbortController>(null);
	const result = useRef<HTMLDivElement>(null);
	const input = useRef<HTMLInputElement>(null);
	const { data, error, isPending } = upload;
	// The stop button is gone: the focus moves to the outcome, or to the file field.
	useEffect(() => {
		if (data !== undefined) result.current?.focus();
		else if (error !== null) input.current?.focus();
	}, [data, error]);
	const send = () => {
		if (file === null) return;
		const stop = new AbortController();
		cancel.current = stop;
		setShare(0);
		onSend({ file, onProgress: setShare, signal: stop.signal });
	};
	return (
		<Dialog onClose={onClose} busy={isPending} title={title} description={description} wide>
			<DialogBody>
				{data === undefined ? (
					<>
						{options?.(isPending)}
						<FileField ref={input} hint={props.hint} accept={props.accept} isBusy={isPending} onFile={setFile} />
					</>
				) : (
					<div ref={result} tabIndex={-1} role="status" className="grid gap-3 outline-none">
						{outcome(data, file)}
					</div>
				)}
				{isPending && file !== null ? <Sending label="Upload" share={share} size={file.size} /> : null}
				<Problem error={error} unchanged={share < 1 ? unchanged : null} />
			</DialogBody>
			<DialogActions>
				{data !== undefined ? (
					<Button variant="primary" onClick={onClose}>
						Done
					</Button>
				) : isPending ? (
					<Button onClick={() => cancel.current?.abort()}>Stop upload</Button>
				) : (
					<>
						<Button onClick={onClose}>Cancel</Button>
						<Button variant="primary" onClick={send} unavailable={file === null ? "Select a file first." : null}>
							{props.action}
						</Button>
					</>
				)}
			</DialogActions>
		</Dialog>
	);
}

interface FileFieldProps {
	ref: Ref<HTMLInputElement>;
	hint: string;
	accept: string | undefined;
	isBusy: boolean;
	onFile: (file: File | null) => void;
}

function FileField({ ref, hint, accept, isBusy, onFile }: FileFieldProps) {
	return (
		<Field label="File" hint={hint}>
			{(control) => (
				<input
					{...control}
					ref={ref}
					type="file"
					accept={accept}
					disabled={isBusy}
					// Allows the same file again, and forgets the earlier one.
					onClick={(event) => {
						event.currentTarget.value = "";
						onFile(null);
					}}
					onChange={(event) => onFile(event.target.files?.[0] ?? null)}
					className={controlClass()}
				/>
			)}
		</Field>
	);
}

/** @param unchanged null where the service may have used the file already */
function Problem({ error, unchanged }: { error: unknown; unchanged: string | null }) {
	if (error === null) return null;
	const stopped = error instanceof DOMException && error.name === "AbortError";
	return (
		<Notice kind={stopped ? "warn" : "bad"} alert>
			{stopped
				? `Upload stopped. ${unchanged ?? "It may already have finished; close to check."}`
				: describeError(error)}
		</Notice>
	);
}
