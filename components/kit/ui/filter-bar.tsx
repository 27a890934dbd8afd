"use client";

import { ChevronDown, Search } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from "react";
import { cx } from "./cx";
import { controlClass } from "./field";

/** The filters above a list; `aside` has the number of rows. */
export function FilterBar({ label, aside, children }: { label: string; aside?: ReactNode; children: ReactNode }) {
	return (
		<search
			aria-label={label}
			data-print="hidden"
			className="flex flex-wrap items-center gap-2 border-line border-b bg-surface px-4 py-2 md:px-6"
		>
			{children}
			{aside === undefined ? null : <p className="ms-auto text-muted text-small">{aside}</p>}
		</search>
	);
}

export interface SearchFieldProps {
	label: string;
	/** What stands in the empty field, where the label is too long for the field at its narrowest. */
	placeholder?: string;
	value: string;
	onChange: (value: string) => void;
	/** Takes all the width that there is: where it stands alone. */
	wide?: boolean;
	/** What the arrow down leads to. */
	onDown?: () => void;
	ref?: Ref<HTMLInputElement>;
}

const PAUSE = 250;

/** A search that takes effect when the typing pauses, and at once on Enter. */
export function SearchField({
	label,
	placeholder = label,
	value,
	onChange,
	wide = false,
	onDown,
	ref,
}: SearchFieldProps) {
	const [text, setText] = useState(value);
	const sent = useRef(value);
	const send = useEffectEvent((next: string) => {
		sent.current = next;
		onChange(next);
	});
	// A value from outside replaces the field's, unless it echoes the typed one.
	useEffect(() => {
		if (value !== sent.current) setText(value);
		sent.current = value;
	}, [value]);
	useEffect(() => {
		if (text === sent.current) return;
		const timer = setTimeout(() => send(text), PAUSE);
		return () => clearTimeout(timer);
	}, [text]);
	return (
		<div
			className={cx("relative w-full", !wide && "sm:w-auto sm:max-w-search sm:shrink sm:grow sm:basis-48 md:basis-42")}
		>
			<Search aria-hidden className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-muted" />
			<input
				ref={ref}
				type="search"
				aria-label={label}
				placeholder={placeholder}
				maxLength={500}
				value={text}
				onChange={(event) => setText(event.target.value)}
				onKeyDown={(event) => {
					const goesDown = event.key === "ArrowDown" && onDown !== undefined;
					if ((event.key !== "Enter" && !goesDown) || event.nativeEvent.isComposing) return;
					// A search within a dialog is not its answer.
					event.preventDefault();
					sent.current = text;
					onChange(text);
					if (goesDown) onDown();
				}}
				className={controlClass("ps-8 pe-1")}
			/>
		</div>
	);
}

export interface ChoiceProps<T extends string> {
	label: string;
	value: T;
	options: readonly { value: T; label: string }[];
	/** The value that filters nothing. */
	rest: T;
	onChange: (value: T) => void;
}

/** One filter with few values; marked while it narrows the list. */
export function Choice<T extends string>({ label, value, options, rest, onChange }: ChoiceProps<T>) {
	const active = value !== rest;
	// A value from the address may be unknown: shown as unset, it could not be removed.
	const known = options.some((option) => option.value === value);
	return (
		<label
			className={`flex min-h-8 max-w-full items-center gap-1 rounded-md border ps-2.5 ${
				active ? "border-accent bg-accent-soft text-accent" : "border-control bg-surface"
			}`}
		>
			<span className={`shrink-0 whitespace-nowrap ${active ? "" : "text-muted"}`}>{label}:</span>
			<select
				value={value}
				onChange={(event) => {
					const chosen = options.find((option) => option.value === event.target.value);
					if (chosen !== undefined) onChange(chosen.value);
				}}
				className="min-h-7.5 min-w-0 max-w-full appearance-none truncate rounded-md bg-transparent pe-7 font-medium [field-sizing:content]"
			>
				{options.map((option) => (
					<option key={option.value} value={option.value} className="bg-surface text-text">
						{option.label}
					</option>
				))}
				{known ? null : (
					<option value={value} className="bg-surface text-text">
						another
					</option>
				)}
			</select>
			<ChevronDown aria-hidden className="pointer-events-none -ms-7 me-2.5 size-3.5 shrink-0" />
		</label>
	);
}
