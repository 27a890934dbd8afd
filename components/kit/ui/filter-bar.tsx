"use client";

import { ChevronDown, Search, SlidersHorizontal } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { keyOf } from "@/components/kit/keyboard/key-of";
import { Button } from "./button";
import { cx } from "./cx";
import { controlClass } from "./field";

export interface FilterBarProps {
	label: string;
	/** What stays at hand on a phone. */
	search?: ReactNode;
	/** Number of filters in use; with it they stand behind one button on a phone. */
	filtering?: number;
	/** The number of rows. */
	aside?: ReactNode;
	children?: ReactNode;
}

/** The search and the filters above a list. */
export function FilterBar({ label, search, filtering, aside, children }: FilterBarProps) {
	const id = useId();
	const [open, setOpen] = useState(false);
	return (
		<search
			aria-label={label}
			data-print="hidden"
			className="flex flex-wrap items-center gap-2 border-line border-b bg-surface px-4 py-2 md:px-6"
		>
			{filtering === undefined ? (
				<>
					{search}
					{children}
				</>
			) : (
				<>
					<div className="flex w-full gap-2 md:contents">
						{search === undefined ? null : <div className="min-w-0 grow md:contents">{search}</div>}
						<Button
							aria-expanded={open}
							aria-controls={id}
							onClick={() => setOpen(!open)}
							className={cx("md:hidden", filtering > 0 && "border-accent text-accent")}
						>
							<SlidersHorizontal aria-hidden className="size-4" />
							Filters{filtering === 0 ? "" : ` (${filtering})`}
						</Button>
					</div>
					<div id={id} className={cx("w-full flex-wrap gap-2 md:contents", open ? "flex" : "hidden")}>
						{children}
					</div>
				</>
			)}
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
		<div className={cx("relative w-full", !wide && "md:w-auto md:max-w-search md:shrink md:grow md:basis-42")}>
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
					const key = keyOf(event);
					const goesDown = key === "ArrowDown" && onDown !== undefined;
					if (key !== "Enter" && !goesDown) return;
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
			className={`flex min-h-8 max-w-full items-center gap-1 rounded-md border ps-2.5 max-md:min-h-11 ${
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
				className="min-h-7.5 min-w-0 max-w-full appearance-none max-md:min-h-10.5 truncate rounded-md bg-transparent pe-7 font-medium [field-sizing:content]"
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
