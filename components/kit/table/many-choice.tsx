"use client";

import { FilterPopover } from "./filter-popover";

export interface ManyChoiceProps<T extends string> {
	label: string;
	options: readonly { value: T; label: string }[];
	values: readonly T[];
	/**
	 * What an untouched filter has; clearing goes back to it. Without: none, which filters nothing.
	 */
	rest?: readonly T[];
	/** What is said of an untouched filter. */
	restWord?: string;
	onChange: (values: T[]) => void;
}

const MAX_WORDS = 2;

/** A filter of which several values may hold at once. */
export function ManyChoice<T extends string>({
	label,
	options,
	values,
	rest = [],
	restWord,
	onChange,
}: ManyChoiceProps<T>) {
	const words = options.filter(({ value }) => values.includes(value)).map((option) => option.label);
	const atRest = values.length === rest.length && rest.every((value) => values.includes(value));
	const said =
		words.length > MAX_WORDS
			? `${words.slice(0, MAX_WORDS).join(", ")} +${words.length - MAX_WORDS}`
			: words.join(", ");
	return (
		<FilterPopover
			label={label}
			{...(restWord === undefined ? {} : { restWord })}
			value={atRest || values.length === 0 ? null : said}
			onClear={() => onChange([...rest])}
		>
			{() => (
				<fieldset className="grid gap-1">
					<legend className="mb-1 font-medium">{label}</legend>
					{options.map((option) => (
						<label key={option.value} className="flex items-center gap-2 rounded-sm px-1 py-1 hover:bg-sunken">
							<input
								type="checkbox"
								checked={values.includes(option.value)}
								onChange={(event) =>
									onChange(
										options
											.map(({ value }) => value)
											.filter((value) => (value === option.value ? event.target.checked : values.includes(value))),
									)
								}
								className="size-4 accent-accent"
							/>
							{option.label}
						</label>
					))}
				</fieldset>
			)}
		</FilterPopover>
	);
}
