"use client";

import { type ReactNode, useId } from "react";
import { useFieldError } from "./field-error";

/** What a field gives the control inside it: its id, and where its hint and error are. */
export interface ControlProps {
	id: string;
	"aria-describedby": string | undefined;
	"aria-invalid": true | undefined;
}

export interface FieldProps {
	label: string;
	optional?: boolean;
	hint?: ReactNode;
	error?: string | null | undefined;
	/**
	 * The error is that of what the field holds now, and not what sending the form found: it stays
	 * until it is another one.
	 */
	live?: boolean;
	children: (control: ControlProps) => ReactNode;
}

/**
 * A label, its control, and below it a hint or the error, which disappears when the value changes.
 */
export function Field({ label, optional = false, hint, error: found, live = false, children }: FieldProps) {
	const id = useId();
	const judged = useFieldError(found);
	const error = live ? found : judged.error;
	const hintId = `${id}-hint`;
	const errorId = `${id}-error`;
	const described = [error ? errorId : "", hint === undefined ? "" : hintId].filter((name) => name !== "").join(" ");
	return (
		<div className="grid grid-cols-1 content-start gap-1" onInput={judged.onInput}>
			<div className="flex items-baseline justify-between gap-2">
				<label htmlFor={id} className="font-medium">
					{label}
				</label>
				{optional ? <span className="text-muted text-small">optional</span> : null}
			</div>
			{children({
				id,
				"aria-describedby": described === "" ? undefined : described,
				"aria-invalid": error ? true : undefined,
			})}
			{error ? (
				<p id={errorId} className="text-bad text-small">
					{error}
				</p>
			) : null}
			{hint === undefined ? null : (
				<p id={hintId} className="text-muted text-small">
					{hint}
				</p>
			)}
		</div>
	);
}

export interface FieldGroupProps {
	legend: string;
	error: string | null | undefined;
	/** Controls of one question, such as the boxes of which at least one is to be ticked. */
	children: (control: Pick<ControlProps, "aria-invalid">) => ReactNode;
}

/** A question with several controls, and its error until one of them changes. */
export function FieldGroup({ legend, error: found, children }: FieldGroupProps) {
	const errorId = useId();
	const { error, onInput } = useFieldError(found);
	return (
		<fieldset aria-describedby={error === null ? undefined : errorId} onInput={onInput} className="grid gap-2">
			<legend className="mb-1 font-medium">{legend}</legend>
			{children({ "aria-invalid": error === null ? undefined : true })}
			{error === null ? null : (
				<p id={errorId} className="text-bad text-small">
					{error}
				</p>
			)}
		</fieldset>
	);
}

const CONTROL =
	"min-h-8 w-full min-w-0 rounded-md border border-control bg-surface px-3 py-1.25 text-text aria-invalid:border-bad max-md:min-h-11 max-md:text-large";

/** Looks of native controls; on small screens 16 px, below which phones zoom in on focus. */
export const controlClass = (extra = "") => `${CONTROL} ${extra}`;
