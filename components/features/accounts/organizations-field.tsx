import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { type ControlProps, controlClass } from "@/components/kit/ui/field";
import { SuggestingInput } from "@/components/kit/ui/suggesting-input";
import { useSettled } from "@/components/kit/ui/use-settled";
import { textFilter } from "@/lib/browser/text-search";
import { type NamedOrganization, SEARCH_PAUSE, useNameableOrganizations } from "./known-organizations";

const MOST = 8;
/** As many as one answer holds. */
const MOST_ASKED = 100;
const LONGEST_TEXT = 10_000;
const LONGEST_SEARCH = 200;

export interface OrganizationsFieldProps extends ControlProps {
	/** Under this name the form holds their slugs, separated by commas, with what is still typed. */
	name: string;
	/** Those that stand in it at first. */
	initial: readonly NamedOrganization[];
	/** Others that the reader knows of, offered first. */
	known?: readonly NamedOrganization[];
}

const slugsIn = (text: string) => text.split(/[\s,]+/).filter((slug) => slug !== "");

/**
 * Organizations as chips with a field to add one, which offers those whose slug or name holds what is typed, as far as the
 * reader may know them. Enter or a comma adds what is typed, Backspace in the empty field takes the last one back.
 */
export function OrganizationsField({ name, initial, known = [], ...control }: OrganizationsFieldProps) {
	const [chosen, setChosen] = useState(() => initial.map(({ slug }) => slug));
	const [text, setText] = useState("");
	const whole = useRef<HTMLDivElement>(null);
	const [names, setNames] = useState(() => new Map(initial.map((one) => [one.slug, one.name])));
	const typed = text.trim();
	const q = useSettled(typed.slice(0, LONGEST_SEARCH), SEARCH_PAUSE);
	const found = useNameableOrganizations({ q, limit: Math.min(MOST + chosen.length, MOST_ASKED) });
	const holds = textFilter(typed);
	const offered = new Map(
		[...known.filter((one) => holds(one.slug) || holds(one.name)), ...found].map((one) => [one.slug, one.name]),
	);
	const suggestions = [...offered]
		.filter(([slug]) => !chosen.includes(slug))
		.slice(0, MOST)
		.map(([value, note]) => ({ value, note }));

	const change = (slugs: readonly string[]) => {
		setChosen([...new Set(slugs)]);
		const input = whole.current?.querySelector<HTMLInputElement>("input[role=combobox]");
		input?.focus();
		// As if it had been typed, so that what was wrong with those of before is not said of these.
		input?.dispatchEvent(new Event("input", { bubbles: true }));
	};
	const add = (words: string) => {
		setNames((before) => new Map([...offered, ...before]));
		setText("");
		change([...chosen, ...slugsIn(words)]);
	};
	const press = (event: KeyboardEvent) => {
		const plain = !(event.ctrlKey || event.metaKey);
		if (event.key === "Enter" && plain && typed !== "") {
			event.preventDefault();
			add(text);
		} else if (event.key === "Backspace" && text === "" && chosen.length > 0) {
			change(chosen.slice(0, -1));
		}
	};
	const paste = (event: ClipboardEvent) => {
		const words = event.clipboardData.getData("text");
		// A field of one line would join the lines of a list.
		if (!/[\n\r,]/.test(words)) return;
		event.preventDefault();
		add(`${text} ${words}`);
	};
	return (
		<div ref={whole} className="grid grid-cols-1 gap-2">
			<input type="hidden" name={name} value={[...chosen, ...slugsIn(text)].join(",")} />
			{chosen.length === 0 ? null : (
				<ul aria-label="Chosen organizations" className="flex flex-wrap gap-1">
					{chosen.map((slug) => (
						<li key={slug} className="flex max-w-full items-center rounded-sm border border-line-strong bg-surface">
							<span className="truncate ps-2 text-small">
								<span className="font-mono">{slug}</span>
								<span className="text-muted"> {names.get(slug)}</span>
							</span>
							<button
								type="button"
								aria-label={`Take away ${slug}`}
								onClick={() => change(chosen.filter((one) => one !== slug))}
								className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-text"
							>
								<X aria-hidden className="size-3" />
							</button>
						</li>
					))}
				</ul>
			)}
			<SuggestingInput
				{...control}
				value={text}
				onChange={(words) => (words.includes(",") ? add(words) : setText(words))}
				onTake={add}
				onKeyDown={press}
				onPaste={paste}
				suggestions={suggestions}
				listLabel="Organizations"
				maxLength={LONGEST_TEXT}
				placeholder="Add an organization"
				className={controlClass("font-mono placeholder:font-sans")}
			/>
		</div>
	);
}
