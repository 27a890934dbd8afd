"use client";

import { Popover } from "radix-ui";
import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { KEEPS_COMPOSITION, keyOf } from "@/components/kit/keyboard/key-of";
import { cx } from "./cx";

/** What a field offers: the value that it takes, and what speaks for it. */
export interface Suggestion {
	value: string;
	note: string;
}

export interface SuggestingInputProps
	extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "list"> {
	value: string;
	onChange: (value: string) => void;
	/** What becomes of a suggestion that is taken; absent: it stands in the field. */
	onTake?: (value: string) => void;
	/** Suggestions for the typed text, best first. */
	suggestions: readonly Suggestion[];
	/** The name of the list that they stand in. */
	listLabel: string;
}

/**
 * A field that takes any text and offers some. The list opens while something is typed, by a press
 * on the field and by the arrow keys; Enter takes the chosen one, the first Escape closes the list
 * alone.
 */
export function SuggestingInput(props: SuggestingInputProps) {
	const { value, onChange, onTake = onChange, suggestions, listLabel, onKeyDown, onBlur, ...rest } = props;
	const listId = useId();
	const field = useRef<HTMLInputElement>(null);
	const [open, setOpen] = useState<"by typing" | "on request" | null>(null);
	const [place, setPlace] = useState(-1);
	// Within the landmark of the field, and within the question whose field it is.
	const [around, setAround] = useState<HTMLElement | null>(null);
	// A list of nothing but what stands there already offers nothing.
	const useful = suggestions.some((suggestion) => suggestion.value !== value);
	// What was typed and is taken elsewhere at once, as at a comma, leaves nothing to suggest for.
	const listed = useful && (open === "on request" || (open === "by typing" && value !== ""));
	const chosen = listed ? suggestions[place] : undefined;
	const optionId = (at: number) => `${listId}-${at.toString()}`;
	useEffect(() => {
		if (chosen !== undefined)
			document.getElementById(`${listId}-${place.toString()}`)?.scrollIntoView({ block: "nearest" });
	}, [chosen, listId, place]);

	const show = (next: typeof open) => {
		if (next !== null) setAround(field.current?.closest<HTMLElement>("[role='dialog'], main") ?? null);
		setOpen(next);
		setPlace(-1);
	};
	const take = (suggestion: Suggestion) => {
		show(null);
		onTake(suggestion.value);
		// As if typed, which clears an error about the earlier value.
		field.current?.dispatchEvent(new Event("input", { bubbles: true }));
	};
	const press = (event: KeyboardEvent<HTMLInputElement>) => {
		const key = keyOf(event);
		if (key === "ArrowDown" || key === "ArrowUp") {
			event.preventDefault();
			const count = suggestions.length;
			const down = key === "ArrowDown";
			if (!listed) show("on request");
			if (count > 0)
				setPlace(chosen === undefined ? (down ? 0 : count - 1) : (place + (down ? 1 : -1) + count) % count);
		} else if (key === "Enter" && chosen !== undefined) {
			event.preventDefault();
			take(chosen);
		} else {
			onKeyDown?.(event);
		}
	};
	return (
		<Popover.Root open={listed} onOpenChange={(next) => show(next ? "on request" : null)}>
			<Popover.Anchor asChild>
				<input
					{...rest}
					ref={field}
					role="combobox"
					aria-expanded={listed}
					aria-controls={listed ? listId : undefined}
					aria-autocomplete="list"
					aria-activedescendant={chosen === undefined ? undefined : optionId(place)}
					autoComplete="off"
					value={value}
					onChange={(event) => {
						show(event.target.value === "" ? "on request" : "by typing");
						onChange(event.target.value);
					}}
					onClick={() => listed || show("on request")}
					onBlur={(event) => {
						show(null);
						onBlur?.(event);
					}}
					onKeyDown={press}
				/>
			</Popover.Anchor>
			<Popover.Portal container={around}>
				<Popover.Content
					{...KEEPS_COMPOSITION}
					id={listId}
					role="listbox"
					aria-label={listLabel}
					tabIndex={-1}
					align="start"
					sideOffset={4}
					collisionPadding={8}
					// The focus stays in the field.
					onOpenAutoFocus={(event) => event.preventDefault()}
					onCloseAutoFocus={(event) => event.preventDefault()}
					onInteractOutside={(event) => event.target === field.current && event.preventDefault()}
					className="z-50 max-h-(--radix-popover-content-available-height) w-(--radix-popover-trigger-width) min-w-menu max-w-[calc(100vw-var(--spacing-gutter))] overflow-y-auto rounded-md border border-line-strong bg-raised p-1 shadow-float"
				>
					{suggestions.map((suggestion, at) => (
						<div
							key={suggestion.value}
							id={optionId(at)}
							role="option"
							tabIndex={-1}
							aria-selected={at === place}
							// Before the field loses the focus, and with it the list.
							onMouseDown={(event) => {
								event.preventDefault();
								take(suggestion);
							}}
							className={cx(
								"flex min-h-8 cursor-pointer items-baseline justify-between gap-3 rounded-sm px-2 py-1.5 hover:bg-sunken",
								"aria-selected:bg-accent-soft aria-selected:text-accent",
							)}
						>
							<span>{suggestion.value}</span>
							<span className="min-w-0 text-end text-muted text-small">{suggestion.note}</span>
						</div>
					))}
				</Popover.Content>
			</Popover.Portal>
		</Popover.Root>
	);
}
