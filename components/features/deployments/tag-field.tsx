"use client";

import { type FocusEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { ChipsField } from "@/components/kit/ui/chips-field";
import { isInterruption } from "@/components/kit/ui/interruption";
import type { Suggestion } from "@/components/kit/ui/suggesting-input";
import { textFilter } from "@/lib/browser/text-search";
import { comparableTexts } from "@/lib/rules/text/comparable-text";
import { isolate } from "@/lib/rules/text/isolate";

export interface TagFieldProps {
	tags: readonly string[];
	onChange: (tags: string[]) => void;
	suggestions: readonly Suggestion[];
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

const tagsIn = (text: string) => comparableTexts(text.split(","));

/**
 * The tags of a deployment, with those in use as suggestions. Typed text becomes a tag when the
 * field loses the focus.
 */
export function TagField({ tags, onChange, suggestions, label, describedBy, autoFocus = false }: TagFieldProps) {
	const id = useId();
	const [text, setText] = useState("");
	const pressing = usePressing();
	const fits = textFilter(text);
	const fitting = suggestions.filter(({ value }) => !tags.includes(value) && fits(value));

	const leave = ({ relatedTarget }: FocusEvent) => {
		// The reader returns to the field after an interruption.
		if (isInterruption(relatedTarget) || tagsIn(text).length === 0) return;
		const finish = () => {
			onChange([...new Set([...tags, ...tagsIn(text)])]);
			setText("");
		};
		// A new chip now would move the button that is being pressed from under the pointer.
		if (pressing.current) document.addEventListener("pointerup", finish, { once: true, capture: true });
		else finish();
	};
	return (
		<div className="grid gap-1">
			<label htmlFor={id} className="font-medium">
				<bdi>{label}</bdi>
			</label>
			<ChipsField
				id={id}
				aria-describedby={describedBy}
				autoFocus={autoFocus}
				values={tags}
				onChange={onChange}
				text={text}
				onText={setText}
				valuesIn={tagsIn}
				chosenLabel={`${isolate(label)}: chosen`}
				removeLabel={(tag) => `Remove the tag ${tag}`}
				suggestions={fitting.slice(0, MOST_SUGGESTIONS)}
				listLabel="Tags in use"
				maxLength={LONGEST_TAG}
				placeholder="Add a tag"
				onBlur={leave}
			/>
		</div>
	);
}
