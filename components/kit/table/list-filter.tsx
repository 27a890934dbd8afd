import {
	type inferParserType,
	type ParserMap,
	parseAsArrayOf,
	parseAsBoolean,
	parseAsInteger,
	parseAsString,
	parseAsStringLiteral,
} from "nuqs/server";
import type { ReactNode } from "react";
import { Choice } from "@/components/kit/ui/filter-bar";
import { DESIGN_TYPES } from "@/lib/contract/constants";
import { FilterPopover } from "./filter-popover";
import { ManyChoice, type ManyChoiceProps } from "./many-choice";
import { SizeFilter } from "./range-filter";
import { TextFilter, type TextFilterProps } from "./text-filter";

/**
 * One filter of a list: its parameters as the URL has them, and the control that sets them. No
 * hooks here: the server reads the parsers, too.
 */
export interface ListFilter<P extends ParserMap = ParserMap> {
	parsers: P;
	/** "set": while it filters, as links from other pages set it. Absent: also on request. */
	shown?: "always" | "set";
	/** A component, which may use hooks if its file is the browser's. */
	Control(state: FilterState<P>): ReactNode;
}

/** The values of a filter's parameters, of which null filters nothing. */
export interface FilterState<P extends ParserMap> {
	values: { [K in keyof P]: inferParserType<P[K]> };
	change: (part: { [K in keyof P]?: inferParserType<P[K]> | null }) => void;
}

/** Declares a filter with a control of its own. */
export const listFilter = <P extends ParserMap>(filter: ListFilter<P>): ListFilter<P> => filter;

type Shown = Pick<ListFilter, "shown">;

/** The value of a filter's only parameter, and what changes it. */
interface Own<T> {
	value: T;
	onChange: (value: T | null) => void;
}

/** A filter of one parameter. */
function filterBy<K extends string, P extends ParserMap[string], T>(
	key: K,
	parser: P,
	shown: ListFilter["shown"],
	draw: (own: Own<T>) => ReactNode,
): ListFilter<Record<K, P>> {
	return {
		parsers: { [key]: parser } as Record<K, P>,
		...(shown === undefined ? {} : { shown }),
		Control: ({ values, change }) =>
			draw({ value: values[key] as T, onChange: (value) => change({ [key]: value } as Parameters<typeof change>[0]) }),
	};
}

/** One of a few values, each with its word. */
export const choiceFilter = <K extends string, T extends string>(
	key: K,
	{ label, words, shown }: { label: string; words: Readonly<Record<T, string>> } & Shown,
) =>
	filterBy(key, parseAsStringLiteral(Object.keys(words) as T[]), shown, (own: Own<T | null>) => (
		<AnyChoice label={label} options={optionsOf(words)} {...own} />
	));

/** True or false. */
export const yesNoFilter = <K extends string>(
	key: K,
	{ label, yes, no, shown }: { label: string; yes: string; no: string } & Shown,
) =>
	filterBy(key, parseAsBoolean, shown, ({ value, onChange }: Own<boolean | null>) => (
		<AnyChoice
			label={label}
			value={value === null ? null : value ? "true" : "false"}
			options={optionsOf({ true: yes, false: no })}
			onChange={(chosen) => onChange(chosen === null ? null : chosen === "true")}
		/>
	));

/** Words that are typed. */
export const textFilter = <K extends string>(
	key: K,
	{ shown, ...words }: Pick<TextFilterProps, "label" | "hint"> & Shown,
) => filterBy(key, parseAsString, shown, (own: Own<string | null>) => <TextFilter {...words} {...own} />);

/** A filter that links from other pages set; here it can only be removed. */
export const linkedFilter = <K extends string>(key: K, words: Pick<LinkedFilterProps, "label" | "text">) =>
	filterBy(key, parseAsString, "set", ({ onChange }: Own<string | null>) => (
		<LinkedFilter {...words} onClear={() => onChange(null)} />
	));

/** Several of a few values, each with its word. `rest` is what an untouched filter has. */
export const manyFilter = <K extends string, T extends string>(
	key: K,
	{
		words,
		rest = [],
		shown,
		...others
	}: { words: Readonly<Record<T, string>> } & Pick<ManyChoiceProps<T>, "label" | "rest" | "restWord"> & Shown,
) =>
	filterBy(
		key,
		parseAsArrayOf(parseAsStringLiteral(Object.keys(words) as T[])).withDefault([...rest]),
		shown,
		({ value, onChange }: Own<T[]>) => (
			<ManyChoice {...others} rest={rest} options={optionsOf(words)} values={value} onChange={onChange} />
		),
	);

/** The words of values, in their order. */
export function wordsOf<T extends string>(values: readonly T[], wordOf: (value: T) => string): Record<T, string> {
	return Object.fromEntries(values.map((value) => [value, wordOf(value)])) as Record<T, string>;
}

/** The type of a design, of a build or of a deployment of it. */
export const TYPE_FILTER = choiceFilter("type", {
	label: "Type",
	words: wordsOf(DESIGN_TYPES, (type) => type),
	shown: "always",
});

/** Visibility tags of designs. */
export const VISIBILITY_FILTER = textFilter("visibility", {
	label: "Visibility",
	hint: "Visibility tags of designs, separated by commas. One match is enough.",
});

/** Bounds of a build's size. */
export const SIZE_FILTER = listFilter({
	parsers: { min_size: parseAsInteger, max_size: parseAsInteger },
	Control: ({ values, change }) => (
		<SizeFilter
			label="Size"
			min={values.min_size}
			max={values.max_size}
			onChange={({ min, max }) => change({ min_size: min, max_size: max })}
		/>
	),
});

function optionsOf<T extends string>(words: Readonly<Record<T, string>>) {
	return (Object.keys(words) as T[]).map((value) => ({ value, label: words[value] }));
}

const ANY = "any";

export interface AnyChoiceProps<T extends string> {
	label: string;
	/** Null filters nothing. */
	value: T | null;
	options: readonly { value: T; label: string }[];
	onChange: (value: T | null) => void;
}

/** A control for one of a few values, or none. */
export function AnyChoice<T extends string>({ label, value, options, onChange }: AnyChoiceProps<T>) {
	return (
		<Choice<string>
			label={label}
			value={value ?? ANY}
			rest={ANY}
			options={[{ value: ANY, label: ANY }, ...options]}
			onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value ?? null)}
		/>
	);
}

export interface LinkedFilterProps {
	label: string;
	value?: string;
	text: string;
	onClear: () => void;
}

/** A control that can only remove its filter. */
export function LinkedFilter({ label, value = "one", text, onClear }: LinkedFilterProps) {
	return (
		<FilterPopover label={label} value={value} onClear={onClear}>
			{() => <p>{text}</p>}
		</FilterPopover>
	);
}
