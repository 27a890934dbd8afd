import type { DesignType } from "@/lib/contract/primitives";
import {
	AnyChoice,
	type AnyChoiceProps,
	SortChoice,
	type SortChoiceProps,
	TypeChoice,
	VisibilityFilter,
	YesNoChoice,
	type YesNoChoiceProps,
} from "./list-filters";
import type { OptionalFilter } from "./more-filters";
import { DayFilter, SizeFilter } from "./range-filter";
import { TextFilter, type TextFilterProps } from "./text-filter";

/** A list's state as far as some of its filters go; null filters nothing. */
interface StateOf<K extends string, T> {
	values: { readonly [key in K]: T | null };
	change: (part: { [key in K]?: T | null }) => void;
}

/** What of a filter is not told by the list's state: its words, and whether there is room for it beside the others. */
type Words<Props> = Omit<Props, "value" | "onChange"> & Pick<OptionalFilter, "usual">;

/** How one filter of a list is read and set. */
function bind<K extends string, T>(key: K, { values, change }: StateOf<K, T>) {
	const value: T | null = values[key];
	return { value, onChange: (next: T | null) => change({ [key]: next } as { [own in K]?: T | null }) };
}

const optional = (key: string, active: boolean, filter: OptionalFilter["filter"], usual = false): OptionalFilter => ({
	key,
	active,
	usual,
	filter,
});

/** One of a few values. */
export function choiceFilter<K extends string, T extends string>(
	key: K,
	state: StateOf<NoInfer<K>, T>,
	{ usual, ...words }: Words<AnyChoiceProps<T>>,
): OptionalFilter {
	const own = bind(key, state);
	return optional(key, own.value !== null, <AnyChoice {...words} {...own} />, usual);
}

/** True or false. */
export function yesNoFilter<K extends string>(
	key: K,
	state: StateOf<NoInfer<K>, boolean>,
	{ usual, ...words }: Words<YesNoChoiceProps>,
): OptionalFilter {
	const own = bind(key, state);
	return optional(key, own.value !== null, <YesNoChoice {...words} {...own} />, usual);
}

/** Words that are typed. */
export function textFilter<K extends string>(
	key: K,
	state: StateOf<NoInfer<K>, string>,
	{ usual, ...words }: Words<TextFilterProps>,
): OptionalFilter {
	const own = bind(key, state);
	return optional(key, own.value !== null, <TextFilter {...words} {...own} />, usual);
}

/** The type of designs, which every list has room for. */
export function typeFilter(state: StateOf<"type", DesignType>): OptionalFilter {
	const own = bind("type", state);
	return optional("type", own.value !== null, <TypeChoice {...own} />, true);
}

/** Visibility tags of designs. */
export function visibilityFilter(state: StateOf<"visibility", string>): OptionalFilter {
	const own = bind("visibility", state);
	return optional("visibility", own.value !== null, <VisibilityFilter {...own} />);
}
