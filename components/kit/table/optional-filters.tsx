import type { DesignType } from "@/lib/contract/primitives";
import {
	AnyChoice,
	type AnyChoiceProps,
	TypeChoice,
	VisibilityFilter,
	YesNoChoice,
	type YesNoChoiceProps,
} from "./list-filters";
import type { OptionalFilter } from "./more-filters";
import { TextFilter, type TextFilterProps } from "./text-filter";

/** A list's state as far as one of its filters goes; null filters nothing. */
interface StateOf<K extends string, T> {
	values: { readonly [key in K]: T | null };
	change: (part: { [key in K]?: T | null }) => void;
}

/** Properties of a filter besides the list's state. */
type Words<Props> = Omit<Props, "value" | "onChange"> & { usual?: boolean };

/** A filter that is one value of the list's state, of which `draw` makes what sets it. */
function filterOf<K extends string, T>(
	key: K,
	{ values, change }: StateOf<K, T>,
	usual: boolean,
	draw: (own: { value: T | null; onChange: (value: T | null) => void }) => OptionalFilter["filter"],
): OptionalFilter {
	const value: T | null = values[key];
	const onChange = (next: T | null) => change({ [key]: next } as { [own in K]?: T | null });
	return { key, active: value !== null, usual, filter: draw({ value, onChange }) };
}

/** One of a few values. */
export const choiceFilter = <K extends string, T extends string>(
	key: K,
	state: StateOf<NoInfer<K>, NoInfer<T>>,
	{ usual = false, ...words }: Words<AnyChoiceProps<T>>,
): OptionalFilter => filterOf<K, T>(key, state, usual, (own) => <AnyChoice {...words} {...own} />);

/** True or false. */
export const yesNoFilter = <K extends string>(
	key: K,
	state: StateOf<NoInfer<K>, boolean>,
	{ usual = false, ...words }: Words<YesNoChoiceProps>,
): OptionalFilter => filterOf<K, boolean>(key, state, usual, (own) => <YesNoChoice {...words} {...own} />);

/** Words that are typed. */
export const textFilter = <K extends string>(
	key: K,
	state: StateOf<NoInfer<K>, string>,
	{ usual = false, ...words }: Words<TextFilterProps>,
): OptionalFilter => filterOf<K, string>(key, state, usual, (own) => <TextFilter {...words} {...own} />);

/** The type of designs. */
export const typeFilter = (state: StateOf<"type", DesignType>): OptionalFilter =>
	filterOf("type", state, true, (own) => <TypeChoice {...own} />);

/** Visibility tags of designs. */
export const visibilityFilter = (state: StateOf<"visibility", string>): OptionalFilter =>
	filterOf("visibility", state, false, (own) => <VisibilityFilter {...own} />);
