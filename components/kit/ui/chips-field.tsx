import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import { keyOf } from "@/components/kit/keyboard/key-of";
import { controlClass } from "./field";
import { SuggestingInput, type SuggestingInputProps } from "./suggesting-input";

export interface ChipsFieldProps extends Omit<SuggestingInputProps, "onChange" | "onTake" | "value"> {
	values: readonly string[];
	onChange: (values: string[]) => void;
	/** What is typed and no value yet. */
	text: string;
	onText: (text: string) => void;
	/** The values in a text. */
	valuesIn: (text: string) => string[];
	chosenLabel: string;
	/** Names the button that removes a value. */
	removeLabel: (value: string) => string;
	/** The words of a value's chip, if not the value itself. */
	chip?: (value: string) => ReactNode;
}

/**
 * Values as chips with a field to add one. Enter or a comma adds the typed value; Backspace in the
 * empty field removes the last one.
 */
export function ChipsField(props: ChipsFieldProps) {
	const { values, onChange, text, onText, valuesIn, chosenLabel, removeLabel, chip, className, ...rest } = props;
	const whole = useRef<HTMLDivElement>(null);
	const change = (next: readonly string[]) => {
		onChange([...new Set(next)]);
		const input = whole.current?.querySelector<HTMLInputElement>("input[role=combobox]");
		input?.focus();
		// As if typed, which clears an error about the earlier values.
		input?.dispatchEvent(new Event("input", { bubbles: true }));
	};
	const add = (words: string) => {
		onText("");
		change([...values, ...valuesIn(words)]);
	};
	const press = (event: KeyboardEvent) => {
		const key = keyOf(event);
		const plain = !(event.ctrlKey || event.metaKey);
		if (key === "Enter" && plain && text.trim() !== "") {
			event.preventDefault();
			add(text);
		} else if (key === "Backspace" && text === "" && values.length > 0) {
			change(values.slice(0, -1));
		}
	};
	const paste = (event: ClipboardEvent) => {
		const words = event.clipboardData.getData("text");
		// A field of one line would join the lines of a list.
		if (!/[\n\r,]/.test(words)) return;
		event.preventDefault();
		add(`${text} ${words.replaceAll(/[\n\r]+/g, ",")}`);
	};
	return (
		<div ref={whole} className="grid grid-cols-1 gap-2">
			{values.length === 0 ? null : (
				<ul aria-label={chosenLabel} className="flex flex-wrap gap-1">
					{values.map((value) => (
						<li key={value} className="flex max-w-full items-center rounded-sm border border-line-strong bg-surface">
							<span className="truncate ps-2 text-small">{chip?.(value) ?? value}</span>
							<button
								type="button"
								aria-label={removeLabel(value)}
								onClick={() => change(values.filter((one) => one !== value))}
								className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-text"
							>
								<X aria-hidden className="size-3" />
							</button>
						</li>
					))}
				</ul>
			)}
			<SuggestingInput
				{...rest}
				value={text}
				onChange={(words) => (words.includes(",") ? add(words) : onText(words))}
				onTake={add}
				onKeyDown={press}
				onPaste={paste}
				className={controlClass(className)}
			/>
		</div>
	);
}
