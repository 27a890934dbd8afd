"use client";

import { X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { controlClass } from "@/components/kit/ui/field";
import { isInterruption } from "@/components/kit/ui/interruption";
import { textFilter } from "@/lib/browser/text-search";

export interface TagSuggestion {
	tag: string;
	/** What speaks for it: "12 deployments, loaded by edge-1". */
	note: string;
}

export interface TagFieldProps {
	tags: readonly string[];
	onChange: (tags: string[]) => void;
	suggestions: readonly TagSuggestion[];
	label: string;
	describedBy?: string;
	autoFocus?: boolean;
}

const MOST_SUGGESTIONS = 8;
const LONGEST_TAG = 64;

/** Whether a pointer is down just now. */
function usePressing(): RefObject<boolean> {
	const pressing = useRef(false);
	useEffect(() => {
		const follow = ({ type }: PointerEvent) => {
			pressing.current = type === "pointerdown";
		};
		const events = ["pointerdown", "pointerup", "pointercancel"] as const;
		for (const event of events) document.addEventListener(event, follow, { capture: true });
		return () => {
			for (const event of events) document.removeEventListener(event, follow, { capture: true });
		};
	}, []);
	return pressing;
}

/** Tags as chips with a field to add one, which suggests those in use. Enter or a comma adds, Backspace takes the last one back. */
export function TagField({ tags, onChange, suggestions, label, describedBy, autoFocus = false }: TagFieldProps) {
	const id = useId();
	const [text, setText] = useState("");
	const [place, setPlace] = useState(-1);
	const [open, setOpen] = useState(false);
	const field = useRef<HTMLInputElement>(null);
	const pressing = usePressing();
	const fits = textFilter(text);
	const fitting = suggestions.filter(({ tag }) => !tags.includes(tag) && fits(tag)).slice(0, MOST_SUGGESTIONS);
	const listed = open && fitting.length > 0;
	const chosen = listed ? fitting[place] : undefined;

	useEffect(() => {
		if (!listed) return;
		// The first Escape closes the list, the next one what is around it, which would hear of this one before the field does.
		const close = (event: globalThis.KeyboardEvent) => {
			if (event.key !== "Escape" || event.target !== field.current) return;
			event.preventDefault();
			event.stopPropagation();
			setOpen(false);
			setPlace(-1);
		};
		window.addEventListener("keydown", close, { capture: true });
		return () => window.removeEventListener("keydown", close, { capture: true });
	}, [listed]);

	const add = (words: string) => {
		const fresh = words
			.split(",")
			.map((tag) => tag.trim())
			.filter((tag) => tag !== "" && !tags.includes(tag));
		if (fresh.length > 0) onChange([...tags, ...new Set(fresh)]);
		setText("");
		setPlace(-1);
	};
	const remove = (tag: string) => {
		onChange(tags.filter((one) => one !== tag));
		field.current?.focus();
	};
	const press = (event: KeyboardEvent<HTMLInputElement>) => {
		const { key } = event;
		if (key === "ArrowDown" || key === "ArrowUp") {
			event.preventDefault();
			setOpen(true);
			const count = fitting.length;
			if (count > 0) setPlace((place + (key === "ArrowDown" ? 1 : place === -1 ? 0 : -1) + count) % count);
		} else if ((key === "Enter" || key === ",") && (chosen !== undefined || text.trim() !== "")) {
			event.preventDefault();
			add(chosen?.tag ?? text);
			// What comes next is more often the button below, which the list would push away; typing opens it again.
			if (key === "Enter") setOpen(false);
		} else if (key === "Backspace" && text === "" && tags.length > 0) {
			onChange(tags.slice(0, -1));
		}
	};
	return (
		<div className="grid grid-cols-1 gap-2">
			{tags.length === 0 ? null : (
				<ul aria-label={`${label}: chosen`} className="flex flex-wrap gap-1">
					{tags.map((tag) => (
						<li key={tag} className="flex max-w-full items-center rounded-sm border border-line-strong bg-surface">
							<span className="truncate ps-2 text-small">{tag}</span>
							<button
								type="button"
								aria-label={`Take away the tag ${tag}`}
								onClick={() => remove(tag)}
								className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-text"
							>
								<X aria-hidden className="size-3" />
							</button>
						</li>
					))}
				</ul>
			)}
			<div className="grid gap-1">
				<label htmlFor={id} className="font-medium">
					{label}
				</label>
				<input
					ref={field}
					id={id}
					role="combobox"
					aria-expanded={listed}
					aria-controls={`${id}-list`}
					aria-autocomplete="list"
					aria-activedescendant={chosen === undefined ? undefined : `${id}-${place}`}
					aria-describedby={describedBy}
					// The field is what was asked for when this appears.
					// biome-ignore lint/a11y/noAutofocus: it opens by the reader's own press, in a popover or dialog.
					autoFocus={autoFocus}
					autoComplete="off"
					maxLength={LONGEST_TAG}
					placeholder="Add a tag"
					value={text}
					onChange={(event) => {
						const { value } = event.target;
						setOpen(true);
						setPlace(-1);
						if (value.includes(",")) add(value);
						else setText(value);
					}}
					onFocus={() => setOpen(true)}
					onBlur={({ relatedTarget }) => {
						// Its reader comes back to it.
						if (isInterruption(relatedTarget)) return;
						const finish = () => {
							setOpen(false);
							add(text);
						};
						// What closes or grows now would move the button that is being pressed from under the pointer.
						if (pressing.current) document.addEventListener("pointerup", finish, { once: true, capture: true });
						else finish();
					}}
					onKeyDown={press}
					className={controlClass()}
				/>
				<div
					id={`${id}-list`}
					role="listbox"
					aria-label="Tags in use"
					hidden={!listed}
					className="max-h-40 overflow-y-auto rounded-md border border-line-strong bg-surface p-1"
				>
					{fitting.map(({ tag, note }, at) => (
						<div
							key={tag}
							id={`${id}-${at}`}
							role="option"
							tabIndex={-1}
							aria-selected={at === place}
							// Before the field loses the focus, and with it the list.
							onMouseDown={(event) => {
								event.preventDefault();
								add(tag);
							}}
							className="flex cursor-pointer items-baseline justify-between gap-3 rounded-sm px-2 py-1 hover:bg-sunken aria-selected:bg-accent-soft"
						>
							<span className="max-w-2/3 shrink-0">{tag}</span>
							<span className="min-w-0 text-end text-muted text-small">{note}</span>
						</div>
					))}
				</div>
			</div>
		</div>
	);
}
