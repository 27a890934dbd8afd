import type { ParserMap } from "nuqs/server";
import type { ListFilter } from "./list-filter";

/** All parameters of a list's filters, by name. */
export const parsersOf = <F extends ListFilter>(filters: readonly F[]): Merged<F["parsers"]> =>
	Object.assign({}, ...filters.map(({ parsers }) => parsers));

/** Turns the union of the filters' parameters into one object with all of them. */
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
	? { [Name in keyof All]: All[Name] }
	: never;

/** The parameters that leave something out: those set to another value than their default. */
export const filtersInUse = (parsers: ParserMap, values: Readonly<Record<string, unknown>>): string[] =>
	Object.entries(parsers)
		.filter(([name, parser]) => {
			const value = values[name];
			if (value === null || value === undefined || value === "") return false;
			return parser.defaultValue === undefined || !parser.eq?.(value, parser.defaultValue);
		})
		.map(([name]) => name);
