import { Button } from "@/components/kit/ui/button";
import { Choice } from "@/components/kit/ui/filter-bar";
import { DESIGN_TYPES } from "@/lib/contract/constants";
import type { DesignType } from "@/lib/contract/primitives";
import { FilterPopover } from "./filter-popover";
import { TextFilter } from "./text-filter";

const ANY = "any";

export interface AnyChoiceProps<T extends string> {
	label: string;
	/** Null filters nothing. */
	value: T | null;
	options: readonly { value: T; label: string }[];
	/** What is said of a filter that filters nothing. */
	restWord?: string;
	onChange: (value: T | null) => void;
}

/** One filter of a list that is one of a few values, or none. */
export function AnyChoice<T extends string>({ label, value, options, restWord = ANY, onChange }: AnyChoiceProps<T>) {
	return (
		<Choice<string>
			label={label}
			value={value ?? ANY}
			rest={ANY}
			options={[{ value: ANY, label: restWord }, ...options]}
			onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value ?? null)}
		/>
	);
}

export interface YesNoChoiceProps {
	label: string;
	value: boolean | null;
	yes: string;
	no: string;
	onChange: (value: boolean | null) => void;
}

/** One filter of a list that is true, false, or neither. */
export function YesNoChoice({ label, value, yes, no, onChange }: YesNoChoiceProps) {
	return (
		<AnyChoice
			label={label}
			value={value === null ? null : value ? "true" : "false"}
			options={[
				{ value: "true", label: yes },
				{ value: "false", label: no },
			]}
			onChange={(chosen) => onChange(chosen === null ? null : chosen === "true")}
		/>
	);
}

const TYPES = DESIGN_TYPES.map((type) => ({ value: type, label: type }));

/** The type of a design, of a build or of a deployment of it. */
export const TypeChoice = ({
	value,
	onChange,
}: {
	value: DesignType | null;
	onChange: (type: DesignType | null) => void;
}) => <AnyChoice label="Type" value={value} options={TYPES} onChange={onChange} />;

/** Visibility tags of designs. */
export const VisibilityFilter = ({
	value,
	onChange,
}: {
	value: string | null;
	onChange: (value: string | null) => void;
}) => (
	<TextFilter
		label="Visibility"
		value={value}
		hint="Visibility tags of designs, separated by commas. One match is enough."
		onChange={onChange}
	/>
);

export interface SortChoiceProps<S extends string> {
	place: { sort: S; order: "asc" | "desc"; sortBy(sort: S, order: "asc" | "desc"): void };
	/** What each order is called; the first of them is the list's own. */
	words: Readonly<Record<S, readonly [desc: string, asc: string]>>;
}

/** What the heads of the columns do, where there is no room for all of them. */
export function SortChoice<S extends string>({ place, words }: SortChoiceProps<S>) {
	const orders = (Object.keys(words) as S[]).flatMap((sort) => [
		{ value: `${sort} desc`, label: words[sort][0], sort, order: "desc" as const },
		{ value: `${sort} asc`, label: words[sort][1], sort, order: "asc" as const },
	]);
	return (
		<Choice
			label="Order"
			value={`${place.sort} ${place.order}`}
			rest={orders[0]?.value ?? ""}
			options={orders}
			onChange={(value) => {
				const chosen = orders.find((order) => order.value === value);
				if (chosen !== undefined) place.sortBy(chosen.sort, chosen.order);
			}}
		/>
	);
}

/** A filter that links from other pages set; here it can only be removed. */
export function LinkedFilter({
	label,
	value = "one",
	text,
	onClear,
}: {
	label: string;
	value?: string;
	text: string;
	onClear: () => void;
}) {
	return (
		<FilterPopover label={label} value={value} onClear={onClear}>
			{() => <p>{text}</p>}
		</FilterPopover>
	);
}

/** Removes all filters. */
export function ResetFilters({ place }: { place: { narrowed: boolean; reset: () => void } }) {
	if (!place.narrowed) return null;
	return (
		<Button variant="link" onClick={place.reset}>
			Reset
		</Button>
	);
}
